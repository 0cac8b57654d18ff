/** The companion as its surfaces (terminal, replay, import, other services) see it. Made by `createCompanion`. */
import type { Locale } from "../base/errors.ts";
import type { Profile } from "../memory/profile.ts";
import type { Status } from "../memory/status.ts";
import type { FocusEvent } from "../memory/focus.ts";
import type { MemoryRecord } from "../memory/record.ts";
import type { Degraded, Recalled } from "../memory/recall/types.ts";
import type { Understanding } from "../memory/understanding.ts";

export interface TurnRequest {
  /** Whose memories these are. Any non-empty text. */
  readonly user: string;
  /** The conversation; short-term memory and session cache belong to it. Any non-empty text. */
  readonly session: string;
  readonly text: string;
  /** Names this message within its session: sent again under the same id it is the same turn. Default: a new one. */
  readonly id?: string;
  /** Default: the clock's now, and the timezone of the settings. */
  readonly now?: Date;
  readonly timezone?: string;
  readonly locale?: Locale;
  readonly signal?: AbortSignal;
  /** Called with each piece of the answer as it comes. */
  readonly onToken?: (text: string) => void;
}

export interface PromptBlock {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly truncated: boolean;
}

export interface TurnResult {
  readonly turn: string;
  readonly answer: string;
  readonly understanding: Understanding;
  /** What reached the prompt, session cache included, best first. */
  readonly recalled: readonly Recalled[];
  readonly prompt: {
    readonly blocks: readonly PromptBlock[];
    readonly messages: readonly { role: string; content: string }[];
  };
  readonly degraded: readonly Degraded[];
  /** Milliseconds by node. */
  readonly timings: Readonly<Record<string, number>>;
}

export interface PastUtterance {
  readonly who: "user" | "companion";
  readonly text: string;
  readonly at: Date;
}

export interface PastRequest {
  readonly user: string;
  readonly session: string;
  /** In the order they were said. A companion's answer joins the user's words right before it into one turn. */
  readonly utterances: readonly PastUtterance[];
  readonly timezone?: string;
  /** Default true: the utterances also enter the session's short-term memory. Import passes false. */
  readonly intoSession?: boolean;
}

export interface IdleReport {
  /** Buffer entries read, and what became of them. */
  readonly read: number;
  readonly written: number;
  readonly superseded: number;
  readonly duplicates: number;
  readonly importantEvents: number;
  readonly focusCleared: number;
  readonly degraded: readonly Degraded[];
}

export interface HeldMemory extends MemoryRecord {
  /** Still in the buffer, not consolidated yet. */
  readonly buffered: boolean;
}

/** What the companion runs on, for the first lines of a surface. */
export interface Description {
  readonly chatModel: string | null;
  readonly smallModel: string | null;
  readonly embedder: string;
  readonly memoryIndex: string;
  readonly documents: string;
  readonly checkpoints: string;
  /** Absolute path of the data folder, where one is used. */
  readonly dataFolder: string | null;
  readonly companionName: string;
  readonly userName: string;
}

export interface UserExport {
  readonly format: "miramate-export";
  readonly version: 1;
  readonly user: string;
  readonly exportedAt: string;
  readonly memories: readonly HeldMemory[];
  readonly profile: Profile;
  readonly status: Status;
  readonly focus: readonly FocusEvent[];
}

export interface Companion {
  describe(): Description;
  /**
   * One turn. When it resolves, the turn is durable. Throws MiraMateError for bad input (MESSAGE_EMPTY,
   * MESSAGE_TOO_LONG, USER_REQUIRED, TIMEZONE_INVALID, TIME_INVALID) and STORE_UNAVAILABLE when it could not be kept;
   * failures of models and of recall are in `degraded` instead. An abort by `signal` throws its reason; what was said so far is
   * not kept.
   */
  turn(request: TurnRequest): Promise<TurnResult>;
  /** Takes past words through write-back as if they had happened; idempotent by user, session, time and text. */
  past(
    request: PastRequest,
  ): Promise<{ readonly turns: readonly string[]; readonly added: number; readonly known: number }>;
  /** Consolidates the user's buffer now. */
  idle(user: string, options?: { readonly now?: Date; readonly timezone?: string }): Promise<IdleReport>;
  /** Everything held of the user: all collections and the buffer, oldest first; superseded ones too. */
  memories(user: string): Promise<HeldMemory[]>;
  profile(user: string): Promise<Profile>;
  status(user: string): Promise<Status>;
  /** Focus events, expired ones left out. */
  focus(user: string, options?: { readonly now?: Date }): Promise<FocusEvent[]>;
  export(user: string): Promise<UserExport>;
  /** Resolves when the background work that waits now is done (or failed: it stays in the outbox). */
  settle(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** Ends background work and closes stores. What is still in the outbox is taken up at the next start. */
  close(): Promise<void>;
}
