/** What every run is told from outside, checked: whose memories, which conversation, what time, where. */
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { MiraMateError } from "../base/errors.ts";
import type { Locale } from "../base/errors.ts";
import type { Clock } from "../base/clock.ts";
import { isTimezone } from "../language/time/zone.ts";
import type { CompanionContextType } from "../state/companion.ts";

export interface RunContext {
  readonly user: string;
  readonly session: string;
  readonly now: Date;
  readonly timezone: string;
  readonly locale: Locale | undefined;
}

export interface ContextNeeds {
  readonly clock: Clock;
  readonly timezone: string;
}

export type NodeConfig = LangGraphRunnableConfig<CompanionContextType>;

/**
 * Throws USER_REQUIRED, TIME_INVALID or TIMEZONE_INVALID. `context` is where these belong; `configurable` is read too,
 * for clients that know no context.
 */
export function runContext(config: NodeConfig, needs: ContextNeeds): RunContext {
  const given = { ...config.configurable, ...config.context };
  const thread = config.configurable as { thread_id?: unknown } | undefined;
  const session =
    given.session ??
    config.executionInfo?.threadId ??
    (typeof thread?.thread_id === "string" ? thread.thread_id : "");
  return {
    user: requireUser(given.user),
    session,
    now: given.now === undefined ? needs.clock.now() : parseInstant(given.now),
    timezone: requireTimezone(given.timezone ?? needs.timezone),
    locale: given.locale,
  };
}

export function requireUser(user: string | undefined): string {
  if (user !== undefined && user.trim() !== "") return user;
  throw new MiraMateError("USER_REQUIRED", {
    zh: '没有说明是哪位用户：请给出 user，例如 {"user": "xiaoming"}（companion 图写在运行的 context 里，其余的图写在输入里）。',
    en: 'No user is given: name one, for example {"user": "xiaoming"} (companion takes it from the run\'s context, the other graphs from the input).',
  });
}

export function requireTimezone(timezone: string): string {
  if (isTimezone(timezone)) return timezone;
  throw new MiraMateError(
    "TIMEZONE_INVALID",
    {
      zh: `没有 ${timezone} 这个时区，请写 IANA 名称，例如 Asia/Shanghai。`,
      en: `There is no timezone ${timezone}; write an IANA name such as Asia/Shanghai.`,
    },
    { details: { timezone } },
  );
}

export function parseInstant(text: string): Date {
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new MiraMateError(
    "TIME_INVALID",
    {
      zh: `看不懂时间 ${text}，请写 ISO 格式，例如 2025-06-09T15:20:00+08:00。`,
      en: `The time ${text} cannot be read; write it in ISO form, for example 2025-06-09T15:20:00+08:00.`,
    },
    { details: { time: text } },
  );
}
