/**
 * The tools that look something up. Each gives what it found as memories; how they are told to a model is in
 * prompts/memory-manager.ts. What is shown of the episodes fades anew from then on (decay.ts).
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { createHash } from "node:crypto";
import { lettersOf } from "../../language/normalise.ts";
import { resolveTimes } from "../../language/time/resolve.ts";
import { readNames } from "../names.ts";
import { readProfile } from "../person.ts";
import { questionOf } from "../recall/ask.ts";
import type { Question } from "../recall/question.ts";
import { rank } from "../recall/recall.ts";
import type { RankNeeds } from "../recall/recall.ts";
import { aboveFloor, asRecalled } from "../recall/score.ts";
import type { Floor } from "../recall/score.ts";
import type { Degraded, Recalled } from "../recall/types.ts";
import type { ManagerCollection, MemoryRecord } from "../record.ts";
import { understandByRules } from "../rules/understand.ts";
import { readRecords } from "../store.ts";
import { fadingOf } from "./access.ts";
import { recordsOf } from "./catalogue.ts";
import { categoryKey, categoryWords, isMany } from "./categories.ts";
import { decayFactor, importanceOf, isVivid } from "./decay.ts";
import { numberOf, textOf } from "./records.ts";
import type { Assignment } from "./request.ts";

export interface ReadingNeeds extends RankNeeds {
  readonly store: BaseStore;
  readonly floor: Floor;
}

export interface Looked {
  /** Best first. */
  readonly hits: readonly Recalled[];
  readonly degraded: readonly Degraded[];
}

/** Most memories of a search by collection (MiraMate v1). */
const MOST: Readonly<Partial<Record<ManagerCollection, number>>> = {
  episodic: 5,
  preferences: 3,
  relationship: 2,
};
/** Relationship events are searched from this level on. */
const RELATIONSHIP_FROM = 5;
/** Most details of the profile that a search brings. */
const MOST_DETAILS = 5;

/** Episodes, tastes and, between those who are close, events of the relationship that bear on the query. */
export async function searchMemories(
  query: string,
  assignment: Assignment,
  needs: ReadingNeeds,
): Promise<Looked> {
  const collections: ManagerCollection[] = ["episodic", "preferences"];
  if (assignment.status.relationship >= RELATIONSHIP_FROM) collections.push("relationship");
  const { hits, degraded } = await found(query, collections, assignment, needs);
  const vivid = await withFading(hits, assignment, needs.store);
  return {
    hits: collections
      .flatMap((collection) =>
        vivid.filter((hit) => hit.collection === collection).slice(0, MOST[collection] ?? 0),
      )
      .sort((a, b) => b.score - a.score),
    degraded,
  };
}

/** Details of the user: those of the category that is asked for, by whatever name, then those that the words fit. */
export async function searchProfile(
  query: string,
  assignment: Assignment,
  needs: ReadingNeeds,
): Promise<Looked> {
  const all = await activeDetails(assignment, needs.store);
  const letters = lettersOf(query);
  const named = all.filter((record) =>
    [...categoryWords(textOf(record, "category")), textOf(record, "value")].some((word) => {
      const plain = lettersOf(word);
      return plain !== "" && (letters.includes(plain) || plain.includes(letters));
    }),
  );
  const { hits, degraded } = await found(query, ["user_profile"], assignment, needs);
  const known = new Set(named.map(({ id }) => id));
  return {
    hits: [...named.map(lookedUp), ...hits.filter(({ id }) => !known.has(id))].slice(0, MOST_DETAILS),
    degraded,
  };
}

export interface Summary {
  /** Category and what is held under it, the surest first. */
  readonly lines: readonly (readonly [category: string, value: string])[];
}

/**
 * All that is known of the user: of a category that holds one value the surest, then the newest (MiraMate v1); of the others
 * all. What the workflow has learned of the user stands in it too, so that nothing is unknown after a change of strategy.
 */
export async function profileSummary(assignment: Assignment, store: BaseStore): Promise<Summary> {
  const [details, profile] = await Promise.all([
    activeDetails(assignment, store),
    readProfile(store, assignment.user),
  ]);
  const lines = new Map<string, [string, string]>();
  for (const record of details) {
    const [category, value] = [textOf(record, "category"), textOf(record, "value")];
    const key = isMany(category) ? record.id : categoryKey(category);
    if (!lines.has(key)) lines.set(key, [category, value]);
  }
  for (const [key, { value }] of Object.entries(profile.items)) {
    const isTold = [...lines.values()].some(([category]) => categoryKey(category) === categoryKey(key));
    if (!isTold) lines.set(key, [key, value]);
  }
  return { lines: [...lines.values()] };
}

/** Of the newest episodes one is thought of by itself. */
const EPISODES_THOUGHT_OF = 200;
const MATTERS_FROM = 0.7;

/** One memory that fits how the companion feels now, else one of those that mattered (MiraMate v1). */
export async function spontaneousRecall(assignment: Assignment, needs: ReadingNeeds): Promise<Looked> {
  const { user, now, status } = assignment;
  const scope = { user, collections: ["episodic"], limit: EPISODES_THOUGHT_OF };
  const hits = await needs.index.within({ from: 0, to: now.getTime() }, scope);
  const ids = hits.map(({ id }) => id);
  const records = (await readRecords(needs.store, user, ids)).filter((record) => record !== undefined);
  const fitting = records.filter(({ emotion }) => emotion === status.emotion && emotion !== "neutral");
  const mattering = records.filter(({ importance }) => importance > MATTERS_FROM);
  const chosen = oneOf(fitting.length > 0 ? fitting : mattering, `${user} ${now.toISOString()}`);
  return { hits: chosen === undefined ? [] : [lookedUp(chosen)], degraded: [] };
}

/** By chance, and the same again in a replay: what is chosen hangs on the moment alone. */
function oneOf<T>(items: readonly T[], moment: string): T | undefined {
  const draw = createHash("sha256").update(moment).digest().readUInt32BE(0);
  return items[draw % Math.max(1, items.length)];
}

async function found(
  query: string,
  collections: readonly ManagerCollection[],
  assignment: Assignment,
  needs: ReadingNeeds,
): Promise<{ hits: Recalled[]; degraded: readonly Degraded[] }> {
  const question = await questionFor(query, collections, assignment, needs.store);
  const { ranking, degraded } = await rank(question, assignment.now, needs);
  return { hits: aboveFloor(ranking, question, needs.floor), degraded };
}

async function questionFor(
  query: string,
  collections: readonly ManagerCollection[],
  { user, now, timezone, nightOwlHour, names, request }: Assignment,
  store: BaseStore,
): Promise<Question> {
  const history = (request.task === "search" ? request.before : request.turn.before) ?? [];
  const understanding = understandByRules({ text: query, history, now, timezone, nightOwlHour, ...names });
  const [time] = resolveTimes(query, { now, timezone, nightOwlHour }).filter(({ start, end }) => start < end);
  const asked = questionOf({
    user,
    said: [query],
    understanding,
    names,
    known: await readNames(store, user),
  });
  return {
    ...asked,
    queries: asked.queries.length > 0 ? asked.queries : [{ text: query, strategy: "asked" }],
    // The manager's query need not be worded as a question for its time to count.
    range: asked.range ?? (time && { from: time.start.getTime(), to: time.end.getTime() }),
    attributes: undefined,
    routes: undefined,
    collections,
  };
}

/** Without the episodes that have faded; how vivid one still is stands among its factors. */
async function withFading(
  hits: readonly Recalled[],
  { user, now }: Assignment,
  store: BaseStore,
): Promise<Recalled[]> {
  const fading = await fadingOf(store, user, hits);
  return hits.flatMap((hit, at) => {
    const own = fading[at];
    if (own === undefined || hit.collection !== "episodic") return [hit];
    if (!isVivid(own, now)) return [];
    return [
      { ...hit, importance: importanceOf(own), factors: { ...hit.factors, decay: decayFactor(own, now) } },
    ];
  });
}

/** The surest first, then the newest. */
async function activeDetails({ user }: Assignment, store: BaseStore): Promise<MemoryRecord[]> {
  return (await recordsOf(store, user, "user_profile"))
    .filter(({ status }) => status === "active")
    .sort(
      (a, b) =>
        numberOf(b, "confidence") - numberOf(a, "confidence") || b.recordedAt.localeCompare(a.recordedAt),
    );
}

/** A record that was not searched for but looked up: without legs. */
const lookedUp = (record: MemoryRecord): Recalled => asRecalled({ record, legs: [], buffered: false }, {});
