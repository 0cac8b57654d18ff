import { describe, expect, it } from "vitest";
import { routeOf } from "../../../../memory/understanding.ts";
import { understand } from "../support.ts";
import { ROUTED_QUESTIONS } from "./routing-questions.ts";

/** The questions that go elsewhere, and the share that does not. */
function measured(unseen: boolean): { right: number; wrong: string[] } {
  const questions = ROUTED_QUESTIONS.filter((question) => question.unseen === unseen);
  const wrong = questions
    .filter(({ text, routes }) => !routes.some((route) => route === routeOf(understand(text))))
    .map(({ text }) => text);
  return { right: 1 - wrong.length / questions.length, wrong };
}

describe("routing by rules", () => {
  it("is right for 95 of 100 questions that it was made with", () => {
    const { right, wrong } = measured(false);
    expect(right, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  it("is right for nine of ten questions that nobody looked at meanwhile", () => {
    const { right, wrong } = measured(true);
    expect(right, wrong.join("\n")).toBeGreaterThanOrEqual(0.9);
  });
});
