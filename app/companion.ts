/**
 * The companion as a library: one function that opens everything, and typed methods over the graphs. Surfaces and
 * embedding services use this; the LangGraph server uses the graphs themselves (app/langgraph.ts).
 */
import { HumanMessage } from "@langchain/core/messages";
import { contentId } from "../base/ids.ts";
import { MiraMateError } from "../base/errors.ts";
import { signalForOneRun } from "../base/signals.ts";
import { dataFolderInUse, openServices } from "../config/services.ts";
import type { ServiceOverrides } from "../config/services.ts";
import { readSettings } from "../config/settings.ts";
import type { Environment, Settings } from "../config/settings.ts";
import { startRuntime } from "../config/runtime.ts";
import type { Runtime, RuntimeOptions } from "../config/runtime.ts";
import { readBuffer } from "../memory/buffer.ts";
import { readAll, writeAll } from "../memory/documents.ts";
import { activeFocus, FocusEventSchema } from "../memory/focus.ts";
import { namespaces } from "../memory/namespaces.ts";
import { readProfile, readStatus } from "../memory/person.ts";
import { listRecords, readRecords } from "../memory/store.ts";
import { MESSAGES_BEFORE, turnId } from "../memory/turn.ts";
import type { Spoken, Turn } from "../memory/turn.ts";
import { admit } from "../memory/write-back/admit.ts";
import { dialogueId } from "../memory/write-back/records.ts";
import { requireTimezone, requireUser } from "../nodes/context.ts";
import { refusal } from "../nodes/companion/understand.ts";
import { companionMessage, saidMessages, userMessage } from "../nodes/messages.ts";
import type { CompanionStateType } from "../state/companion.ts";
import type { Companion, HeldMemory, PastRequest, PastUtterance, TurnRequest, TurnResult } from "./types.ts";

export interface CompanionOptions extends ServiceOverrides, RuntimeOptions {
  /** Settings by their names in the environment (see .env.example). Default: none, so every setting has its default. */
  readonly env?: Environment;
}

/**
 * How long a turn waits for the write-back of the one before it, when rules do it: they take milliseconds, and what was
 * just said can be recalled. A model takes seconds, for which no turn waits.
 */
const WAIT_FOR_RULES_MS = 300;

/** Past turns written at a time. */
const PAST_BATCH = 50;

/**
 * Opens a companion. Throws MiraMateError for settings that do not fit and parts that cannot be opened
 * (config/services.ts). Close it when done.
 */
export async function createCompanion(options: CompanionOptions = {}): Promise<Companion> {
  const settings = readSettings(options.env ?? {});
  const services = await openServices(settings, options);
  try {
    return companionOver(await startRuntime(services, options), settings);
  } catch (error) {
    await services.close();
    throw error;
  }
}

function companionOver(runtime: Runtime, settings: Settings): Companion {
  const { services, background } = runtime;
  const { store } = services.documents;
  const names = { userName: settings.userName, companionName: settings.companionName };

  return {
    describe: () => ({
      chatModel: services.chatModel?.name ?? null,
      smallModel: services.smallModel?.name ?? null,
      embedder: services.embedder.fingerprint.name,
      memoryIndex: services.index.name,
      documents: services.documents.name,
      checkpoints: services.checkpoints.name,
      dataFolder: dataFolderInUse(settings),
      ...names,
    }),

    async turn(request) {
      const user = requireUser(request.user);
      const error = refusal(request.text, settings.maxMessageCharacters);
      if (error !== undefined) throw error;
      const thread = threadOf(user, requireSession(request.session));
      if (services.smallModel === undefined) await background.settle({ user, timeoutMs: WAIT_FOR_RULES_MS });
      return services.locks.hold(`thread:${thread}`, () => runTurn(runtime, request, thread), {
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
    },

    async past(request) {
      const user = requireUser(request.user);
      const timezone = requireTimezone(request.timezone ?? settings.timezone);
      const thread = threadOf(user, requireSession(request.session));
      const intoSession = request.intoSession ?? true;
      const earlier = intoSession ? await spokenInThread(runtime, thread) : [];
      const turns = pastTurns(request, timezone, earlier);
      const held = await readRecords(store, user, turns.map(dialogueId));
      const fresh = turns.filter((_, position) => held[position] === undefined);
      for (let from = 0; from < fresh.length; from += PAST_BATCH) {
        const batch = fresh.slice(from, from + PAST_BATCH);
        await writeAll(
          store,
          batch.flatMap((turn) => admit(turn, { names, nightOwlHour: settings.nightOwlHour }).writes),
        );
      }
      if (fresh.length > 0) runtime.needs.onQueued(user);
      if (intoSession && fresh.length > 0) {
        await services.locks.hold(`thread:${thread}`, () =>
          addToThread(runtime, thread, fresh, request.utterances),
        );
      }
      return { turns: turns.map((turn) => turn.id), added: fresh.length, known: turns.length - fresh.length };
    },

    async idle(user, { now, timezone } = {}) {
      requireUser(user);
      await background.settle({ user });
      const { report, degraded } = await runtime.consolidate.invoke({
        user,
        ...(now === undefined ? {} : { now: now.toISOString() }),
        ...(timezone === undefined ? {} : { timezone: requireTimezone(timezone) }),
      });
      return { ...report, degraded };
    },

    async memories(user) {
      const [records, buffer] = await Promise.all([
        listRecords(store, requireUser(user)),
        readBuffer(store, user),
      ]);
      const held: HeldMemory[] = [
        ...records.map((record) => ({ ...record, buffered: false })),
        ...buffer.flatMap(({ entry }) =>
          entry.kind === "memory" ? [{ ...entry.record, buffered: true }] : [],
        ),
      ];
      return held.sort((a, b) => a.recordedAt.localeCompare(b.recordedAt) || a.id.localeCompare(b.id));
    },

    profile: async (user) => readProfile(store, requireUser(user)),
    status: async (user) => readStatus(store, requireUser(user)),

    async focus(user, { now } = {}) {
      const events = await readAll(store, FocusEventSchema, namespaces.focus(requireUser(user)));
      return activeFocus(
        events.map(({ value }) => value),
        now ?? services.clock.now(),
      );
    },

    async export(user) {
      return {
        format: "miramate-export",
        version: 1,
        user,
        exportedAt: services.clock.now().toISOString(),
        memories: await this.memories(user),
        profile: await this.profile(user),
        status: await this.status(user),
        focus: await this.focus(user),
      };
    },

    settle: (options) => background.settle(options),
    close: () => runtime.close(),
  };
}

async function runTurn(
  { companion: graph }: Runtime,
  request: TurnRequest,
  thread: string,
): Promise<TurnResult> {
  const context = {
    user: request.user,
    session: request.session,
    now: request.now?.toISOString(),
    timezone: request.timezone,
    locale: request.locale,
  };
  const config = {
    configurable: { thread_id: thread },
    context,
    ...(request.signal === undefined ? {} : { signal: signalForOneRun(request.signal) }),
    // One checkpoint a turn: the turn is durable by the outbox, not by its steps.
    durability: "exit" as const,
  };
  const stream = await graph.stream(
    {
      messages: [
        new HumanMessage({ content: request.text, ...(request.id === undefined ? {} : { id: request.id }) }),
      ],
    },
    { ...config, streamMode: ["custom", "values"] as ("custom" | "values")[] },
  );
  let state: CompanionStateType | undefined;
  for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
    if (mode === "values") state = chunk as CompanionStateType;
    else if (isPiece(chunk)) request.onToken?.(chunk.piece);
  }
  if (state?.understanding === undefined || state.understanding === null || state.prompt === null) {
    throw new Error("the turn ended without an answer");
  }
  return {
    turn: state.turn,
    answer: state.reply,
    understanding: state.understanding,
    recalled: state.recalled,
    prompt: state.prompt,
    degraded: state.degraded,
    timings: state.timings,
  };
}

/** What the answer node writes to the custom stream. */
function isPiece(chunk: unknown): chunk is { piece: string } {
  return typeof chunk === "object" && chunk !== null && "piece" in chunk && typeof chunk.piece === "string";
}

/** Two users' sessions of the same name are two threads. */
function threadOf(user: string, session: string): string {
  return contentId("thread", user, session);
}

function requireSession(session: string): string {
  if (session.trim() !== "") return session;
  throw new MiraMateError("SESSION_REQUIRED", {
    zh: "没有说明是哪个对话：请给出 session。",
    en: "No conversation is given: name one as session.",
  });
}

/** Utterances as turns: a companion's answer belongs to the user's words right before it. */
function pastTurns(request: PastRequest, timezone: string, earlier: readonly Spoken[]): Turn[] {
  const turns: Turn[] = [];
  const said: Spoken[] = [...earlier];
  const { utterances, user, session } = request;
  for (let position = 0; position < utterances.length; position += 1) {
    const first = utterances[position];
    if (first === undefined || first.text.trim() === "") continue;
    const next = utterances[position + 1];
    const answer = first.who === "user" && next?.who === "companion" ? next : undefined;
    turns.push({
      id: turnId(user, session, `${first.at.toISOString()} ${first.who} ${first.text}`),
      user,
      session,
      userText: first.who === "user" ? first.text : "",
      companionText: first.who === "companion" ? first.text : (answer?.text ?? ""),
      said: first.at.toISOString(),
      timezone,
      before: said.slice(-MESSAGES_BEFORE),
    });
    said.push({ role: first.who, text: first.text });
    if (answer !== undefined) {
      said.push({ role: "companion", text: answer.text });
      position += 1;
    }
  }
  return turns;
}

async function spokenInThread({ companion: graph, services }: Runtime, thread: string): Promise<Spoken[]> {
  const state = await graph.getState({ configurable: { thread_id: thread } });
  const { messages = [] } = state.values as Partial<CompanionStateType>;
  return saidMessages(messages, services.clock.now())
    .slice(-MESSAGES_BEFORE)
    .map(({ role, text }) => ({ role, text }));
}

/** Puts past words into the conversation as if they had been said there. */
async function addToThread(
  { companion: graph }: Runtime,
  thread: string,
  turns: readonly Turn[],
  utterances: readonly PastUtterance[],
): Promise<void> {
  const answeredAt = (turn: Turn): Date =>
    utterances.find((utterance) => utterance.who === "companion" && utterance.text === turn.companionText)
      ?.at ?? new Date(turn.said);
  const messages = turns.flatMap((turn) => [
    ...(turn.userText === ""
      ? []
      : [userMessage(turn.userText, new Date(turn.said), turn.id, { id: `${turn.id}-user` })]),
    ...(turn.companionText === "" ? [] : [companionMessage(turn.companionText, answeredAt(turn), turn.id)]),
  ]);
  const [owner] = turns;
  if (owner === undefined) return;
  await graph.updateState(
    { configurable: { thread_id: thread } },
    { messages, owner: owner.user },
    "write_back",
  );
}
