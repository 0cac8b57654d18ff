import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBackground } from "../../memory/background.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const IDLE_MS = 1_200_000;

function recorded(drain: (user: string) => Promise<boolean> = async () => true) {
  const done: string[] = [];
  const failed: string[] = [];
  const background = createBackground(
    {
      drain: async (user) => {
        done.push(`drain ${user}`);
        return drain(user);
      },
      consolidate: async (user) => void done.push(`consolidate ${user}`),
    },
    { idleMs: IDLE_MS, onError: (part, user) => failed.push(`${part} ${user}`) },
  );
  return { background, done, failed };
}

describe("the background worker", () => {
  it("drains after a turn and consolidates after the silence, not before", async () => {
    const { background, done } = recorded();
    background.nudge("ann");
    await background.settle();
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(done).toEqual(["drain ann"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(["drain ann", "consolidate ann"]);
  });

  it("begins the silence anew with every turn", async () => {
    const { background, done } = recorded();
    background.nudge("ann");
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    background.nudge("ann");
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(done).not.toContain("consolidate ann");
  });

  it("never drains one user twice at a time, and once more for what came meanwhile", async () => {
    let running = 0;
    let most = 0;
    const { background, done } = recorded(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      return true;
    });
    for (let n = 0; n < 5; n += 1) background.nudge("ann");
    await background.settle();
    expect(most).toBe(1);
    expect(done).toEqual(["drain ann", "drain ann"]);
  });

  it("tells of a failure and tries again later", async () => {
    let tries = 0;
    const { background, done, failed } = recorded(async () => {
      tries += 1;
      if (tries === 1) throw new Error("the store is down");
      return true;
    });
    background.nudge("ann");
    await background.settle();
    expect(failed).toEqual(["write_back ann"]);
    await vi.advanceTimersByTimeAsync(5_000);
    await background.settle();
    expect(done).toEqual(["drain ann", "drain ann"]);
  });

  it("does nothing more once it is closed", async () => {
    const { background, done } = recorded();
    background.nudge("ann");
    await background.close();
    background.nudge("ann");
    await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
    expect(done).toEqual(["drain ann"]);
  });
});
