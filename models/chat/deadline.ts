/** Deadlines for calls that may hang, whether or not what is called listens to a signal. */
import { MiraMateError } from "../../base/errors.ts";

/**
 * Runs `work` for at most `ms` (no limit when undefined). The signal given to `work` fires on both the deadline and the
 * caller's abort. Throws MODEL_TIMEOUT, or the reason of the caller's signal, at once, even if `work` does not stop.
 */
export async function withDeadline<T>(
  ms: number | undefined,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  if (ms === undefined) return work(outer);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(timeoutError("deadline", ms)), ms);
  try {
    const signal = outer === undefined ? over.signal : AbortSignal.any([outer, over.signal]);
    return await untilAborted(signal, work(signal));
  } finally {
    clearTimeout(timer);
  }
}

/** `promise`, or the rejection with the signal's reason as soon as it fires. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(asError(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** MODEL_TIMEOUT; `phase` says which patience ended: the first token, the next one, or the whole call. */
export function timeoutError(phase: "first_token" | "idle" | "deadline", ms: number): MiraMateError {
  const seconds = ms / 1000;
  const words = {
    first_token: {
      zh: `模型在 ${seconds} 秒内没有开始回答`,
      en: `The model did not begin to answer within ${seconds} s`,
    },
    idle: {
      zh: `模型说到一半停了 ${seconds} 秒`,
      en: `The model fell silent for ${seconds} s in the middle of its answer`,
    },
    deadline: {
      zh: `模型在 ${seconds} 秒内没有完成回答`,
      en: `The model did not finish within ${seconds} s`,
    },
  }[phase];
  return new MiraMateError(
    "MODEL_TIMEOUT",
    {
      zh: `${words.zh}。请检查服务是否繁忙，或在设置里放宽时限。`,
      en: `${words.en}. Check whether the server is busy, or allow more time in the settings.`,
    },
    { details: { phase, ms } },
  );
}

/** Signals may be aborted with anything; what is thrown is an error all the same. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
