import { describe, expect, it } from "vitest";
import { linesOf } from "../../../app/command-line/lines.ts";
import { replay } from "../../../app/replay/replay.ts";
import type { StepReport } from "../../../app/replay/replay.ts";
import { stepsOf } from "../../../app/replay/step.ts";
import { isMiraMateError, MiraMateError } from "../../../base/errors.ts";
import { fakeCompanion } from "../../support/fake-companion.ts";
import type { FakeCompanion } from "../../support/fake-companion.ts";
import { bytesOf, collected } from "../../support/streams.ts";

const base = { user: "u", session: "s", now: "2025-05-01T20:00" };
const turn = { ...base, op: "turn", text: "你好" };
const said = (who: string, text: string, more: object = {}): object => ({
  ...base,
  op: "past",
  who,
  text,
  ...more,
});

const linesFrom = (steps: readonly (object | string)[]): ReturnType<typeof linesOf> =>
  linesOf(
    bytesOf(steps.map((step) => `${typeof step === "string" ? step : JSON.stringify(step)}\n`).join("")),
  );

async function play(
  steps: readonly (object | string)[],
  companion: FakeCompanion = fakeCompanion(),
): Promise<{
  reports: StepReport[];
  failed: number;
  error: unknown;
  nows: string[];
  companion: FakeCompanion;
}> {
  const reports: StepReport[] = [];
  const nows: string[] = [];
  let failed = 0;
  let error: unknown;
  try {
    failed = await replay(
      stepsOf(linesFrom(steps), "Asia/Shanghai", () => undefined),
      {
        companion,
        report: (report) => reports.push(report),
        setNow: (now) => nows.push(now.toISOString()),
        stop: new AbortController().signal,
      },
    );
  } catch (thrown) {
    error = thrown;
  }
  return { reports, failed, error, nows, companion };
}

async function faultOf(line: object | string): Promise<string> {
  try {
    await collected(stepsOf(linesFrom([turn, "", line]), "Asia/Shanghai", () => undefined));
  } catch (error) {
    if (isMiraMateError(error, "REPLAY_STEP_INVALID")) return error.inLocale("en");
    throw error;
  }
  return "none";
}

describe("a line of a script", () => {
  it.each([
    ["nonsense", "not JSON"],
    ["[1]", "not a JSON object"],
    ["null", "not a JSON object"],
    [{ ...turn, op: "turns" }, "op must be turn | past | idle | memories"],
    [{ ...base }, "op is missing"],
    [{ ...base, op: "turn" }, "text is missing"],
    [{ ...turn, user: "" }, "user must be text"],
    [{ ...turn, now: "yesterday" }, "now is no ISO time: yesterday"],
    [{ ...turn, now: "2025-02-30T10:00" }, "now is no ISO time"],
    [{ ...turn, timezone: "Mars" }, "there is no timezone Mars"],
    [said("assistant", "嗨"), "who must be user | companion"],
    [{ ...base, op: "past", text: "嗨" }, "who is missing"],
  ])("%j is refused with its number and the reason", async (line, reason) => {
    const fault = await faultOf(line);
    expect(fault).toContain("Line 3 ");
    expect(fault).toContain(reason);
  });

  it("may have fields nobody knows, which are named", async () => {
    const named: string[] = [];
    const steps = stepsOf(linesFrom([turn, { ...turn, timezome: "UTC", note: 1 }]), "UTC", (line, keys) =>
      named.push(`${line}: ${keys}`),
    );
    expect(await collected(steps)).toHaveLength(2);
    expect(named).toEqual(["2: timezome, note"]);
  });

  it("gives its time in its own timezone, else in the default one, unless an offset stands there", async () => {
    const { nows } = await play([
      turn,
      { ...turn, timezone: "America/New_York" },
      { ...turn, now: "2025-05-01T20:00Z", timezone: "America/New_York" },
      { ...turn, now: "2025-05-01T20:00+01:00" },
    ]);
    expect(nows).toEqual([
      "2025-05-01T12:00:00.000Z",
      "2025-05-02T00:00:00.000Z",
      "2025-05-01T20:00:00.000Z",
      "2025-05-01T19:00:00.000Z",
    ]);
  });
});

describe("a replay", () => {
  it("tells of each step with its keys in a fixed order", async () => {
    const { reports } = await play([
      turn,
      said("user", "嗨"),
      { ...base, op: "idle" },
      { ...base, op: "memories" },
    ]);
    expect(reports.map((report) => Object.keys(report).join(" "))).toEqual([
      "step op user session now answer understanding recalled prompt degraded timings turn",
      "step op user session now degraded timings turn",
      "step op user session now degraded timings report",
      "step op user session now degraded timings memories",
    ]);
    expect(reports.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
  });

  it("tells the prompt's blocks with name, tokens and text", async () => {
    const companion = fakeCompanion();
    companion.script.push(() => ({
      prompt: { blocks: [{ name: "task", text: "t", tokens: 1, budget: 9, truncated: false }], messages: [] },
    }));
    const { reports } = await play([turn], companion);
    expect(reports[0]?.prompt).toEqual({ blocks: [{ name: "task", tokens: 1, text: "t" }] });
  });

  it("waits for background work after turns and past words", async () => {
    const { companion } = await play([turn, said("user", "嗨")]);
    expect(companion.calls).toEqual(["settle", "settle"]);
  });

  it("takes a user's past words and the companion's answer to them as one turn, told in two lines", async () => {
    const { reports, companion } = await play([
      said("user", "在吗"),
      said("companion", "在呀", { now: "2025-05-01T20:01" }),
    ]);
    expect(companion.pasts).toMatchObject([
      {
        session: "s",
        utterances: [
          { who: "user", text: "在吗", at: new Date("2025-05-01T12:00:00Z") },
          { who: "companion", text: "在呀", at: new Date("2025-05-01T12:01:00Z") },
        ],
      },
    ]);
    expect(reports.map(({ now }) => now)).toEqual(["2025-05-01T12:00:00.000Z", "2025-05-01T12:01:00.000Z"]);
    expect(reports[0]?.turn).toBe(reports[1]?.turn);
  });

  it.each([
    ["another session", [said("user", "在吗"), said("companion", "在呀", { session: "t" })]],
    ["another user", [said("user", "在吗"), said("companion", "在呀", { user: "v" })]],
    ["a step between", [said("user", "在吗"), { ...base, op: "memories" }, said("companion", "在呀")]],
  ])("does not pair past words across %s", async (_what, steps) => {
    const { companion } = await play(steps);
    expect(companion.pasts.map(({ utterances }) => utterances.length)).toEqual([1, 1]);
  });

  it("runs what stands before a bad line, and nothing after it", async () => {
    const { reports, error, companion } = await play([turn, said("user", "嗨"), "{", turn]);
    expect(error).toMatchObject({ code: "REPLAY_STEP_INVALID", details: { line: 3 } });
    expect(reports.map(({ op }) => op)).toEqual(["turn", "past"]);
    expect(companion.turns).toHaveLength(1);
  });

  it("tells of a step that fails and goes on", async () => {
    const companion = fakeCompanion();
    companion.script.push(() => {
      throw new MiraMateError("MESSAGE_EMPTY", { zh: "空", en: "The message is empty." });
    });
    const { reports, failed } = await play([{ ...turn, text: "" }, turn], companion);
    expect(failed).toBe(1);
    expect(reports[0]?.error).toEqual({ code: "MESSAGE_EMPTY", message: "The message is empty." });
    expect(reports[1]?.answer).toBe("echo: 你好");
  });

  it("ends with an error that nobody foresaw", async () => {
    const companion = fakeCompanion();
    companion.script.push(() => {
      throw new TypeError("bug");
    });
    const { reports, error } = await play([turn, turn], companion);
    expect(error).toBeInstanceOf(TypeError);
    expect(reports).toEqual([]);
  });
});
