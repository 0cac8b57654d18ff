import { describe, expect, it } from "vitest";
import { inTurns } from "../../app/utterances.ts";
import { collected } from "../support/streams.ts";

interface Said {
  readonly who: "user" | "companion" | "other";
  readonly n: number;
}

const rule = {
  opens: (item: Said) => item.who === "user",
  answers: (_question: Said, item: Said) => item.who === "companion",
};

async function* from(text: string): AsyncGenerator<Said> {
  const whose = { u: "user", c: "companion", o: "other" } as const;
  for (const [n, letter] of [...text].entries()) yield { who: whose[letter as "u" | "c" | "o"], n };
}

describe("utterances in turns", () => {
  it.each([
    ["uc", "01"],
    ["ucuc", "01 23"],
    ["uuc", "0 12"],
    ["ucc", "01 2"],
    ["cu", "0 1"],
    ["uoc", "0 1 2"],
    ["u", "0"],
    ["", ""],
  ])("%s: a user's words and the answer right after them are one turn", async (said, turns) => {
    const groups = await collected(inTurns(from(said), rule));
    expect(groups.map((group) => group.map(({ n }) => n).join("")).join(" ")).toBe(turns);
  });

  it("pass on what cannot be answered before the next one is there", async () => {
    let asked = 0;
    async function* slow(): AsyncGenerator<Said> {
      asked += 1;
      yield { who: "other", n: 0 };
      asked += 1;
    }
    const turns = inTurns(slow(), rule);
    await turns.next();
    expect(asked).toBe(1);
  });

  it("pass on what came before an error, then throw it", async () => {
    async function* broken(): AsyncGenerator<Said> {
      yield { who: "user", n: 0 };
      throw new Error("line 2");
    }
    const turns = inTurns(broken(), rule);
    expect(await turns.next()).toEqual({ done: false, value: [{ who: "user", n: 0 }] });
    await expect(turns.next()).rejects.toThrow("line 2");
  });

  it("close their source when nobody reads on", async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Said> {
      try {
        for (;;) yield { who: "other", n: 0 };
      } finally {
        closed = true;
      }
    }
    for await (const turn of inTurns(source(), rule)) if (turn.length > 0) break;
    expect(closed).toBe(true);
  });
});
