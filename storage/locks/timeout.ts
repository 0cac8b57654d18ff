/** The error of a lock that stayed held, the same for every adapter. */
import { MiraMateError } from "../../base/errors.ts";

/** How long `hold` waits when it is not told. A turn with a slow model fits in. */
export const DEFAULT_WAIT_MS = 60_000;

/** LOCK_TIMEOUT, with the lock's name and how long was waited. */
export function lockTimeout(name: string, waitMs: number): MiraMateError {
  return new MiraMateError(
    "LOCK_TIMEOUT",
    {
      zh: `等了 ${waitMs} 毫秒，另一项工作仍在进行（${name}）。请稍后重试。`,
      en: `After ${waitMs} ms other work was still going on (${name}). Try again in a moment.`,
    },
    { details: { name, waitMs } },
  );
}
