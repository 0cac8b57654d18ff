/**
 * A companion without memory, model or store, for tests of the surfaces: it records what it is asked, answers from a
 * script, and holds what a test puts into it.
 */
import type {
  Companion,
  Description,
  HeldMemory,
  IdleReport,
  PastRequest,
  TurnRequest,
  TurnResult,
} from "../../app/types.ts";
import { emptyProfile } from "../../memory/profile.ts";
import type { Profile } from "../../memory/profile.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import { initialStatus } from "../../memory/status.ts";
import type { Status } from "../../memory/status.ts";

/** Answers one turn. Pieces go through `request.onToken`; what is returned completes the result. */
export type Answer = (request: TurnRequest) => Promise<Partial<TurnResult>> | Partial<TurnResult>;

export interface FakeCompanion extends Companion {
  /** Every call but turns and pasts, by name: "settle", "close", "idle u1", ... */
  readonly calls: string[];
  readonly turns: TurnRequest[];
  readonly pasts: PastRequest[];
  /** What the next turns do, in order; afterwards they echo. */
  readonly script: Answer[];
  held: HeldMemory[];
  heldProfile: Profile;
  heldStatus: Status;
  heldFocus: FocusEvent[];
  description: Description;
  idleReport: IdleReport;
}

/** An answer in the given pieces, told as they come. */
export function pieces(...parts: readonly string[]): Answer {
  return ({ onToken }) => {
    for (const part of parts) onToken?.(part);
    return { answer: parts.join("") };
  };
}

/** Says `before`, then waits until the turn is aborted. */
export function untilAborted(before: string, onWaiting: () => void = () => undefined): Answer {
  return ({ onToken, signal }) =>
    new Promise((_resolve, reject) => {
      onToken?.(before);
      const fail = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
      if (signal?.aborted === true) fail();
      signal?.addEventListener("abort", fail, { once: true });
      onWaiting();
    });
}

/** A memory with only what a test cares about said. */
export function heldMemory(memory: Partial<HeldMemory> & Pick<HeldMemory, "text">): HeldMemory {
  return {
    id: `memory_${memory.text}`,
    user: "u",
    collection: "facts",
    indexText: memory.text,
    origin: "user",
    sources: [],
    derivedFrom: [],
    recordedAt: "2025-06-09T07:20:00.000Z",
    importance: 0.5,
    confidence: 0.9,
    tags: [],
    status: "active",
    buffered: false,
    ...memory,
  };
}

export function fakeCompanion(): FakeCompanion {
  const known = new Set<string>();
  const fake: FakeCompanion = {
    calls: [],
    turns: [],
    pasts: [],
    script: [],
    held: [],
    heldProfile: emptyProfile,
    heldStatus: initialStatus,
    heldFocus: [],
    description: {
      chatModel: null,
      smallModel: null,
      embedder: "fake-embedder",
      memoryIndex: "fake-index",
      documents: "fake-documents",
      checkpoints: "fake-checkpoints",
      dataFolder: "/data",
      companionName: "小梦",
      userName: "小伙伴",
    },
    idleReport: {
      read: 0,
      written: 0,
      superseded: 0,
      duplicates: 0,
      importantEvents: 0,
      focusCleared: 0,
      degraded: [],
    },
    describe: () => fake.description,
    turn: async (request) => {
      fake.turns.push(request);
      const answer = fake.script.shift() ?? pieces("echo: ", request.text);
      const result = await answer(request);
      return {
        turn: `turn_${fake.turns.length}`,
        answer: "",
        understanding: {
          intent: "small_talk",
          emotion: "neutral",
          memoryQuery: "",
          queries: [],
          keywords: [],
          needsMemory: false,
        },
        recalled: [],
        prompt: { blocks: [], messages: [] },
        degraded: [],
        timings: {},
        ...result,
      };
    },
    past: async (request) => {
      fake.pasts.push(request);
      const ids = request.utterances
        .filter(({ who }, position) => who === "user" || request.utterances[position - 1]?.who !== "user")
        .map(({ at, text }) => `${request.user} ${request.session} ${at.toISOString()} ${text}`);
      const added = ids.filter((id) => !known.has(id));
      for (const id of added) known.add(id);
      return { turns: ids, added: added.length, known: ids.length - added.length };
    },
    idle: async (user) => {
      fake.calls.push(`idle ${user}`);
      return fake.idleReport;
    },
    memories: async () => fake.held,
    profile: async () => fake.heldProfile,
    status: async () => fake.heldStatus,
    focus: async () => fake.heldFocus,
    export: async (user) => ({
      format: "miramate-export",
      version: 1,
      user,
      exportedAt: "2025-06-09T07:20:00.000Z",
      memories: fake.held,
      profile: fake.heldProfile,
      status: fake.heldStatus,
      focus: fake.heldFocus,
    }),
    settle: async () => {
      fake.calls.push("settle");
    },
    close: async () => {
      fake.calls.push("close");
    },
  };
  return fake;
}
