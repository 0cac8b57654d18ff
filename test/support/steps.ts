/** Which step of the product a chat request of the fake server belongs to, by what it asks for. */
import { promptOf, when } from "./fake-openai.ts";
import type { FakeRequest, Reply, Rule } from "./fake-openai.ts";

const MARKS = {
  understand: "needsMemory",
  extract: "offRecord",
  reflect: "relationshipDelta",
  events: "finishedFocus",
  rerank: "- order",
  manage: "search_memories",
  think: "心里想一想",
} as const;

export type StepName = keyof typeof MARKS | "answer";

export function stepOf(request: FakeRequest): StepName {
  const prompt = promptOf(request);
  const found = (Object.keys(MARKS) as (keyof typeof MARKS)[]).find((step) => prompt.includes(MARKS[step]));
  return found ?? "answer";
}

/** A rule for one step of the product. */
export function on(step: StepName, reply: Reply, times?: number): Rule {
  return when((request) => stepOf(request) === step, reply, times);
}

export const understood = {
  intent: "ask_memory",
  emotion: "neutral",
  memoryQuery: "小伙伴的猫叫什么名字",
  timeRange: null,
  keywords: ["猫"],
  needsMemory: true,
  aboutPast: false,
  collections: null,
};

export const nothingLearned = {
  dialogue: { topic: "闲聊", sentiment: "neutral", importance: 0.3, tags: [], possibleMajorEvent: false },
  facts: [],
  preferences: [],
  profile: [],
  focus: [],
  retracts: [],
  offRecord: false,
  secrets: [],
};
