/**
 * The rule engine as planner: search first, then what the rules find. It calls the tools that a model would call, all in one
 * round, and is what a run goes on with when a model fails.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { languageOf } from "../../language/detect.ts";
import { readFeeling } from "../../language/sentiment.ts";
import type { Language } from "../../language/types.ts";
import type { ToolCall, ToolTalk } from "../../models/chat/port.ts";
import type { Extraction } from "../extraction.ts";
import { memoryLabel } from "../labels.ts";
import type { MemoryRecord } from "../record.ts";
import { extractByRules } from "../rules/extract.ts";
import { understandByRules } from "../rules/understand.ts";
import { statusChangeByRules } from "../status.ts";
import { extractionInput } from "../write-back/admit.ts";
import { recordsOf } from "./catalogue.ts";
import { categoryLabel } from "./categories.ts";
import { asksToDelete, clausesThatDelete } from "./consent.ts";
import type { Planner, Step } from "./planner.ts";
import { textOf } from "./records.ts";
import { userWords } from "./request.ts";
import type { Assignment, RecordRequest, SearchRequest } from "./request.ts";
import type { Progress } from "./run-tool.ts";
import type { ToolArguments, ToolName } from "./tools.ts";

interface Planned {
  readonly name: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
}

const call = <Name extends ToolName>(name: Name, args: ToolArguments<Name>): Planned => ({ name, args });

export function createRulePlanner({ store }: { readonly store: BaseStore }): Planner {
  return {
    async next(assignment, talk, progress) {
      if (hasCalled(talk)) return step([], inWords(assignment, progress));
      const { request } = assignment;
      const planned =
        request.task === "search"
          ? search(request, assignment)
          : [...(await deletions(request, store)), ...keep(request, assignment)];
      return planned.length === 0 ? step([], inWords(assignment, progress)) : step(planned, "");
    },
  };
}

export function hasCalled(talk: readonly ToolTalk[]): boolean {
  return talk.some((message) => "calls" in message && message.calls.length > 0);
}

function step(planned: readonly Planned[], text: string): Step {
  const calls = planned.map(({ name, args }, at): ToolCall => ({
    id: `rules_${at + 1}`,
    name,
    args: JSON.stringify(args),
  }));
  return { calls, text, tokens: 0, degraded: [] };
}

// To find ------------------------------------------------------------------------------------------------------------

const LONGEST_QUERY = 200;

/** A greeting looks nothing up; what is asked for by name is looked up by name too. */
function search(
  { text, before = [] }: SearchRequest,
  { now, timezone, nightOwlHour, names }: Assignment,
): Planned[] {
  const {
    needsMemory,
    queries,
    attributes = [],
  } = understandByRules({
    text,
    history: before,
    now,
    timezone,
    nightOwlHour,
    ...names,
  });
  if (!needsMemory) return [];
  const rewritten = queries.find(({ strategy }) => strategy === "rewrite")?.text;
  const query = (rewritten ?? text.trim()).slice(-LONGEST_QUERY);
  return [
    call("search_memories", { query }),
    ...(attributes.length > 0 ? [call("search_user_profile", { query: attributes.join(" ") })] : []),
    call("search_user_profile", { query }),
    call("get_user_profile_summary", {}),
  ];
}

// To keep ------------------------------------------------------------------------------------------------------------

/** A feeling that is plain enough for the companion to be moved by it. */
const MOVING = 0.3;

function keep(request: RecordRequest, assignment: Assignment): Planned[] {
  const extraction = extractByRules(extractionInput(request.turn, assignment));
  const language = languageOf(request.turn.userText);
  return [
    ...emotion(request, extraction),
    ...extraction.preferences.map((item) =>
      call("save_user_preference", {
        category: tasteCategory(item.type, language),
        item: thingOf(item),
        sentiment: item.polarity,
        certainty: item.confidence,
      }),
    ),
    ...details(extraction, language),
    ...bond(request, assignment.names.userName, language),
  ];
}

function emotion({ turn }: RecordRequest, { dialogue }: Extraction): Planned[] {
  const { emotion: felt, valence, strength } = readFeeling(turn.userText);
  if (Math.abs(valence) < MOVING) return [];
  const topic = dialogue.topic;
  const { mood, moodStrength } = statusChangeByRules({
    emotion: felt,
    valence,
    strength,
    intent: "share",
    topic,
  });
  if (mood === undefined) return [];
  return [call("update_emotion", { emotion: mood, intensity: moodStrength, valence })];
}

/** The thing that is liked; habits and wishes are told whole. */
function thingOf({ belief, content }: Extraction["preferences"][number]): string {
  const [, thing] = belief?.attribute.split(":") ?? [];
  return thing === undefined || thing === "" ? content : thing;
}

const TASTES_ZH: Readonly<Record<string, string>> = {
  drink: "饮品",
  food: "食物",
  sport: "运动",
  music: "音乐",
  film: "影视",
  book: "书",
  game: "游戏",
  animal: "动物",
  weather: "天气",
  travel: "旅行",
  color: "颜色",
  communication: "交流方式",
  art: "艺术",
  habit: "习惯",
  other: "其他",
};

function tasteCategory(type: string, language: Language): string {
  return language === "zh" ? (TASTES_ZH[type] ?? type) : type;
}

/** What is objective: the profile's items, then the facts that are not among them. */
function details({ profile, facts }: Extraction, language: Language): Planned[] {
  const detail = (category: string, value: string, confidence: number): Planned =>
    call("save_user_profile_info", { category, value, confidence, source: "conversation" });
  const told = new Set(profile.map(({ value }) => value));
  return [
    ...profile.map(({ key, value, confidence }) => detail(categoryLabel(key, language), value, confidence)),
    ...facts.flatMap(({ belief, content, confidence, when }) => {
      if (belief === undefined)
        return [detail(categoryLabel(when === undefined ? "event" : "plan", language), content, confidence)];
      const { subject, attribute, value } = belief;
      const [family = attribute, thing = value] = attribute.split(":");
      const label = categoryLabel(family, language);
      if (subject === "user") return told.has(thing) ? [] : [detail(label, thing, confidence)];
      // Whose it is stands in the category, so that a mother's birthday is nobody else's.
      return [
        detail(language === "zh" ? `${subject}的${label}` : `${subject}'s ${label}`, thing, confidence),
      ];
    }),
  ];
}

const TO_COMPANION =
  /(?:谢谢|感谢|多亏|幸好有|喜欢|爱|想|离不开|相信|信任)(?:了)?你|有你(?:在|陪)|你(?:真|太|最)(?:好|贴心|懂我)|\b(?:thank|love|like|miss|trust|need) you\b|\byou(?:'re| are) (?:so |the )?(?:kind|sweet|best)/i;
const ABOUT_BOND = { importance: 0.7, impact: 0.1 };

/** What brings the two closer: affection for the companion in so many words. */
function bond({ turn }: RecordRequest, userName: string, language: Language): Planned[] {
  const said = turn.userText.slice(0, LONGEST_QUERY);
  if (!TO_COMPANION.test(said)) return [];
  const description = language === "zh" ? `${userName}说：${said}` : `${userName} said: ${said}`;
  return [call("record_relationship_event", { description, ...ABOUT_BOND })];
}

/** What the user asks to be deleted, of what is held. */
async function deletions({ turn }: RecordRequest, store: BaseStore): Promise<Planned[]> {
  if (clausesThatDelete(turn.userText).length === 0) return [];
  const asked = (records: readonly MemoryRecord[], value: string): string[] => [
    ...new Set(
      records
        .filter((record) => asksToDelete(turn.userText, textOf(record, "category"), [textOf(record, value)]))
        .map((record) => textOf(record, "category")),
    ),
  ];
  const [profile, tastes] = await Promise.all([
    recordsOf(store, turn.user, "user_profile"),
    recordsOf(store, turn.user, "preferences"),
  ]);
  return [
    ...asked(profile, "value").map((category) => call("delete_user_profile_info", { category })),
    ...asked(tastes, "item").map((category) => call("delete_user_preference", { category })),
  ];
}

// In the end ---------------------------------------------------------------------------------------------------------

/** The memory context: what was found with the numbers that it is cited by, or how much is kept. */
export function inWords({ request, now, timezone }: Assignment, { hits, effects }: Progress): string {
  const language = languageOf(userWords(request));
  const zh = language === "zh";
  if (request.task === "record") {
    const kept = effects.filter(({ kind }) => kind !== "access").length;
    return zh ? `这一轮存下 ${kept} 项。` : `${kept} things of this turn are kept.`;
  }
  if (hits.length === 0) return zh ? "没有相关的记忆。" : "No memory bears on it.";
  return hits
    .map(
      (hit, at) => `[${at + 1}] ${memoryLabel(hit, now, timezone, language)}${zh ? "：" : ": "}${hit.text}`,
    )
    .join("\n");
}
