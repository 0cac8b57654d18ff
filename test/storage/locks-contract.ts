/** What every lock adapter must do; run for each. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Documents } from "../../storage/documents/port.ts";
import type { Locks } from "../../storage/locks/port.ts";
import { startChild } from "./support.ts";

/** Locks that nothing else uses. `open` may be called several times: each stands for a process. */
export interface FreshLocks {
  open(): Promise<Locks>;
  /** Documents in the same place, for what the locks guard. */
  documents(): Promise<Documents>;
  /** How a child process opens the same locks: kind and place. */
  readonly forChild: readonly [kind: string, place: string];
}

/** A promise and the function that fulfils it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

export function describeLocks(name: string, fresh: () => Promise<FreshLocks>): void {
  describe(`locks on ${name}`, () => {
    it("lets one at a time in, in the order they came, and gives back what the work gave", async () => {
      const place = await fresh();
      const [one, other] = [await place.open(), await place.open()];
      let inside = 0;
      const order: number[] = [];
      const enter = (locks: Locks, n: number) =>
        locks.hold("thread:线程 '1'", async () => {
          inside += 1;
          expect(inside).toBe(1);
          order.push(n);
          await pause(1);
          inside -= 1;
          return n;
        });
      const numbers = Array.from({ length: 12 }, (_, n) => n);
      const results = numbers.map((n) => enter(n % 2 === 0 ? one : other, n));
      expect(await Promise.all(results)).toEqual(numbers);
      expect([...order].sort((a, b) => a - b)).toEqual(numbers);
      const even = order.filter((n) => n % 2 === 0);
      expect(even).toEqual([...even].sort((a, b) => a - b));
    });

    it("lets different names in together", async () => {
      const locks = await (await fresh()).open();
      const inner = gate();
      await locks.hold("a", () => locks.hold("b", async () => inner.open()));
      await inner.opened;
    });

    it("releases when the work fails, and throws its error", async () => {
      const locks = await (await fresh()).open();
      const failing = locks.hold("a", async () => {
        throw new Error("connection timeout of the model");
      });
      await expect(failing).rejects.toThrow("connection timeout of the model");
      expect(await locks.hold("a", async () => "free", { waitMs: 5_000 })).toBe("free");
    });

    it("gives up after the time it was given, and lets the next one in later", async () => {
      const place = await fresh();
      const [one, other] = [await place.open(), await place.open()];
      const held = gate();
      const leave = gate();
      const holding = one.hold("a", async () => {
        held.open();
        await leave.opened;
      });
      await held.opened;
      for (const waiting of [one, other]) {
        const late = waiting.hold("a", async () => "in", { waitMs: 30 });
        await expect(late).rejects.toMatchObject({
          code: "LOCK_TIMEOUT",
          details: { name: "a", waitMs: 30 },
        });
      }
      const patient = other.hold("a", async () => "in");
      leave.open();
      await holding;
      expect(await patient).toBe("in");
    });

    it("stops waiting when the caller gives up", async () => {
      const place = await fresh();
      const [one, other] = [await place.open(), await place.open()];
      const held = gate();
      const leave = gate();
      const holding = one.hold("a", async () => {
        held.open();
        await leave.opened;
      });
      await held.opened;
      const caller = new AbortController();
      const waiting = [one, other].map((locks) =>
        locks.hold("a", async () => "in", { signal: caller.signal }),
      );
      caller.abort(new Error("given up"));
      for (const outcome of await Promise.allSettled(waiting)) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { message: "given up" } });
      }
      await expect(one.hold("b", async () => "in", { signal: caller.signal })).rejects.toThrow("given up");
      leave.open();
      await holding;
      expect(await other.hold("a", async () => "in")).toBe("in");
    });

    it("keeps a process that has nothing else to do alive until it is let in", async () => {
      const place = await fresh();
      const locks = await place.open();
      const child = await locks.hold("a", async () => {
        const waiting = startChild("wait-for-lock", ...place.forChild, "a");
        await waiting.printed(1);
        await pause(100);
        expect(waiting.lines).toEqual(["waiting"]);
        return waiting;
      });
      expect(await child.ended()).toBe(0);
      expect(child.lines).toEqual(["waiting", "in"]);
    });

    it("is free again soon after its holder was killed", async () => {
      const place = await fresh();
      const locks = await place.open();
      const child = startChild("hold-lock", ...place.forChild, "a");
      await child.printed(1);
      await expect(locks.hold("a", async () => "in", { waitMs: 30 })).rejects.toMatchObject({
        code: "LOCK_TIMEOUT",
      });
      const waiting = locks.hold("a", async () => "in", { waitMs: 10_000 });
      child.process.kill("SIGKILL");
      expect(await waiting).toBe("in");
    });

    it("loses no update of two processes that change one document", async () => {
      const place = await fresh();
      const children = [1, 2].map(() => startChild("count-up", ...place.forChild, "60"));
      expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0]);
      const { store } = await place.documents();
      expect((await store.get(["counters"], "one"))?.value).toEqual({ count: 120 });
    });
  });
}
