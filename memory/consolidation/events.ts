/**
 * Important events: rare, life-shaping things among the dialogues that were noted for it while they were written back;
 * and the focus events that these dialogues show to be over. By the small model, or by rules.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { contentId } from "../../base/ids.ts";
import { languageOf } from "../../language/detect.ts";
import { timeInWords } from "../../language/time/words.ts";
import type { ChatModel } from "../../models/chat/port.ts";
import { completeStructured } from "../../models/chat/structured.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { ImportantEventsSchema, importantEventsPrompt } from "../../prompts/important-events.ts";
import { renderBlocks } from "../../prompts/render.ts";
import type { Locks } from "../../storage/locks/port.ts";
import { readBuffer } from "../buffer.ts";
import type { BufferEntry } from "../buffer.ts";
import { readAll, writeAll } from "../documents.ts";
import { FocusEventSchema, namedBy, tellsOfAnEnd } from "../focus.ts";
import type { FocusEvent } from "../focus.ts";
import { indexed } from "../index-text.ts";
import { namespaces } from "../namespaces.ts";
import type { Degraded } from "../recall/types.ts";
import { MemoryRecordSchema } from "../record.ts";
import type { MemoryRecord } from "../record.ts";
import { importantEventsByRules } from "../rules/important.ts";
import { recordWrites } from "../store.ts";
import { CARRIED, shareCarried } from "../write-back/ground.ts";

export interface EventRecogniser {
  /** How many events were found. Throws only when `signal` aborts or the store fails. */
  recognise(
    user: string,
    timezone: string,
    signal: AbortSignal | undefined,
  ): Promise<{ found: number; degraded: Degraded[] }>;
}

export interface EventNeeds {
  readonly store: BaseStore;
  readonly locks: Locks;
  /** Undefined: rules alone. */
  readonly model: ChatModel | undefined;
  readonly tokens: TokenCounter;
  readonly names: { readonly userName: string; readonly companionName: string };
  readonly nightOwlHour: number;
}

type Dialogue = Extract<BufferEntry, { kind: "dialogue" }>;

interface Recognised {
  readonly events: MemoryRecord[];
  /** Ids of focus events that are over. */
  readonly finished: string[];
}

/** Known events shown to the model, newest last. */
const KNOWN = 20;

export function createEventRecogniser(needs: EventNeeds): EventRecogniser {
  return {
    recognise: (user, timezone, signal) =>
      needs.locks.hold(`consolidate:${user}`, async () => {
        const noted = (await readBuffer(needs.store, user)).filter(({ entry }) => entry.kind === "dialogue");
        if (noted.length === 0) return { found: 0, degraded: [] };
        const dialogues = noted.flatMap(({ entry }) => (entry.kind === "dialogue" ? [entry] : []));
        const focus = (await readAll(needs.store, FocusEventSchema, namespaces.focus(user))).map(
          ({ value }) => value,
        );
        const known = await knownEvents(needs.store, user);

        const degraded: Degraded[] = [];
        let recognised: Recognised | undefined;
        if (needs.model !== undefined) {
          try {
            recognised = await byModel(
              user,
              dialogues,
              focus,
              known,
              timezone,
              { ...needs, model: needs.model },
              signal,
            );
          } catch (error) {
            if (signal?.aborted === true) throw error;
            degraded.push({ part: "consolidate.events", reason: reasonOf(error), instead: "rules" });
          }
        }
        const { events, finished } = recognised ?? byRules(user, dialogues, focus, timezone, needs);
        const held = new Set(known.map((event) => event.id));
        const fresh = events.filter((event) => !held.has(event.id));
        await writeAll(needs.store, [
          ...fresh.flatMap(recordWrites),
          ...finished.map((key) => ({ namespace: namespaces.focus(user), key, value: null })),
          ...noted.map(({ key }) => ({ namespace: namespaces.buffer(user), key, value: null })),
        ]);
        return { found: fresh.length, degraded };
      }),
  };
}

function byRules(
  user: string,
  dialogues: readonly Dialogue[],
  focus: readonly FocusEvent[],
  timezone: string,
  { names, nightOwlHour }: EventNeeds,
): Recognised {
  const told = dialogues.map(({ dialogue, userText, said }) => ({
    id: dialogue,
    userText,
    said: new Date(said),
  }));
  const events = importantEventsByRules(told, { timezone, nightOwlHour, ...names }).flatMap((event) => {
    const dialogue = dialogues.find((other) => other.dialogue === event.dialogue);
    if (dialogue === undefined) return [];
    const { content, summary, kind, tags, importance, quote, when } = event;
    return [
      eventRecord(
        user,
        [dialogue],
        { text: content, summary, kind, tags, importance, quote, when },
        timezone,
      ),
    ];
  });
  const finished = dialogues
    .filter(({ userText }) => tellsOfAnEnd(userText))
    .flatMap(({ userText, said, source }) =>
      focus.filter(
        (event) =>
          event.source !== source.turn &&
          event.createdAt < said &&
          namedBy(event, { text: userText, keywords: [] }),
      ),
    );
  return { events, finished: [...new Set(finished.map((event) => event.id))] };
}

async function byModel(
  user: string,
  dialogues: readonly Dialogue[],
  focus: readonly FocusEvent[],
  known: readonly MemoryRecord[],
  timezone: string,
  needs: EventNeeds & { readonly model: ChatModel },
  signal: AbortSignal | undefined,
): Promise<Recognised> {
  const language = languageOf(dialogues.map(({ userText }) => userText).join("\n"));
  const words = (instant: string): string => timeInWords(new Date(instant), timezone, language);
  const named = new Map(dialogues.map((dialogue, position) => [`d${position + 1}`, dialogue]));
  const focusNamed = new Map(focus.map((event, position) => [`f${position + 1}`, event]));
  const { messages } = renderBlocks(
    importantEventsPrompt[language],
    {
      ...needs.names,
      now: words(dialogues.at(-1)?.said ?? ""),
      dialogues: [...named].map(([id, { userText, said }]) => ({ id, text: userText, time: words(said) })),
      focus: [...focusNamed].map(([id, { content, eventStart }]) => ({
        id,
        text: content,
        time: words(eventStart),
      })),
      known: known.slice(-KNOWN).map((event) => event.summary ?? event.text),
    },
    needs.tokens,
  );
  const { value } = await completeStructured({
    model: needs.model,
    messages,
    schema: ImportantEventsSchema,
    name: "important_events",
    locale: language,
    runName: "important_events",
    ...(signal === undefined ? {} : { signal }),
  });
  const events = value.events.flatMap((event) => {
    const from = event.from.flatMap((id) => named.get(id) ?? []);
    const said = from.map(({ userText }) => userText).join("\n");
    const names = `${needs.names.userName} ${needs.names.companionName}`;
    // Rule 3 holds here too: what the dialogues do not carry is invention.
    if (from.length === 0 || shareCarried(event.summary, said, names) < CARRIED) return [];
    const text = event.details.trim() === "" ? event.summary : event.details;
    const { summary, type: kind, tags, importance } = event;
    return [eventRecord(user, from, { text, summary, kind, tags, importance }, timezone)];
  });
  const finished = value.finishedFocus.flatMap(({ id }) => focusNamed.get(id)?.id ?? []);
  return { events, finished };
}

interface EventContent {
  readonly text: string;
  readonly summary: string;
  readonly kind: string;
  readonly tags: string[];
  readonly importance: number;
  readonly quote?: string;
  readonly when?: {
    readonly start: string;
    readonly end: string;
    readonly grain: NonNullable<MemoryRecord["eventGrain"]>;
  };
}

/** The id is derived from the dialogues, so that a run after a crash writes the same record again. */
function eventRecord(
  user: string,
  from: readonly Dialogue[],
  event: EventContent,
  timezone: string,
): MemoryRecord {
  const { text, summary, kind, tags, importance, quote, when } = event;
  return indexed(
    {
      id: contentId("event", user, kind, ...from.map(({ dialogue }) => dialogue)),
      user,
      collection: "important_events",
      text,
      origin: "user",
      sources: from.map(({ source }) => (quote === undefined ? source : { ...source, quote })),
      derivedFrom: from.map(({ dialogue }) => dialogue),
      recordedAt: from.at(-1)?.said ?? "",
      ...(when === undefined ? {} : { eventStart: when.start, eventEnd: when.end, eventGrain: when.grain }),
      importance,
      confidence: 0.9,
      tags,
      kind,
      summary,
      status: "active",
    },
    timezone,
    languageOf(text),
  );
}

async function knownEvents(store: BaseStore, user: string): Promise<MemoryRecord[]> {
  return (
    await readAll(store, MemoryRecordSchema, namespaces.memories(user), { collection: "important_events" })
  ).map(({ value }) => value);
}
