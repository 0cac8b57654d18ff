/** What a person sees is what was said, to the byte: search compares normalised text, and none of it comes to light. */
import { beforeAll, describe, expect, it } from "vitest";
import { messagesFor } from "../../app/messages/index.ts";
import type { CommandContext } from "../../app/terminal/commands/command.ts";
import { memoriesCommand } from "../../app/terminal/commands/memories.ts";
import { whyCommand } from "../../app/terminal/commands/why.ts";
import { createView } from "../../app/terminal/view.ts";
import type { TurnResult } from "../../app/types.ts";
import { fixedClock } from "../../base/clock.ts";
import { normaliseForSearch } from "../../language/normalise.ts";
import { warmLanguage } from "../../language/segment.ts";
import { openCompanion } from "../support/companion.ts";
import type { TestCompanion } from "../support/companion.ts";

const LATER = "2025-06-10T10:00:00+08:00";

/** What search changes, after an opening of ours that a reply may turn round ("我" to "你"); and how it is asked for. */
const SAID: readonly (readonly [kind: string, opening: string, kept: string, asked: string])[] = [
  ["traditional characters", "我最喜欢去", "臺灣吃鳳梨酥", "我最喜欢去台湾吃什么？"],
  ["full width and capitals", "我最喜欢的店是", "ＡＢＣ　Café", "我最喜欢的店是什么？"],
  ["compatibility forms", "我的座位是", "№１２③ﬁ", "我的座位是几号？"],
  ["odd spaces", "我的", "  猫　叫 豆豆", "我的猫叫什么？"],
  ["joined emoji, skin tones, variation selectors", "我的头像是", "👩‍🚀❤️👍🏽", "我的头像是什么？"],
];

beforeAll(() => {
  warmLanguage();
});

/** Says it, asks for it a day later in another session. */
async function told(said: string, asked: string): Promise<{ companion: TestCompanion; turn: TurnResult }> {
  const companion = await openCompanion();
  await companion.say(`${said}。`);
  await companion.settle();
  return { companion, turn: await companion.say(asked, { session: "s2", now: new Date(LATER) }) };
}

function inTerminal(companion: TestCompanion, lastTurn: TurnResult): CommandContext {
  return {
    companion,
    user: "u1",
    locale: "zh",
    messages: messagesFor("zh"),
    view: createView({ colours: false, timezone: "Asia/Shanghai", locale: "zh" }),
    clock: fixedClock(LATER),
    lastTurn,
  };
}

describe("what was said", () => {
  it.each(SAID)(
    "with %s is shown as it was said in recall, the reply, /why and /memories",
    async (_, opening, kept, asked) => {
      expect(normaliseForSearch(kept)).not.toContain(kept);
      const { companion, turn } = await told(`${opening}${kept}`, asked);
      const context = inTerminal(companion, turn);
      const shown = {
        recalled: turn.recalled.map(({ text }) => text).join("\n"),
        reply: turn.answer,
        why: (await whyCommand.run("", context)).text,
        memories: (await memoriesCommand.run("", context)).text,
        held: (await companion.memories("u1")).map(({ text }) => text).join("\n"),
      };
      for (const [surface, text] of Object.entries(shown)) expect(text, surface).toContain(kept);
    },
  );

  it("gives a fact and its quote in the same characters", async () => {
    const { companion } = await told("我对臺灣鳳梨酥ＸＯ醬过敏", "我对什么过敏？");
    await companion.idle("u1", { now: new Date(LATER) });
    const facts = (await companion.memories("u1")).filter(({ collection }) => collection !== "dialog_logs");
    expect(facts).not.toEqual([]);
    for (const { text, sources } of facts) {
      expect(text).toContain("臺灣鳳梨酥ＸＯ醬");
      expect(sources[0]?.quote).toContain("臺灣鳳梨酥ＸＯ醬");
    }
  });
});
