/** A whole companion on real servers. Run by `npm run test:services`, which starts them. */
import { describe, expect, it } from "vitest";
import { openCompanion, temporaryFolder } from "../support/companion.ts";
import { talkAtOnce } from "../support/talk-at-once.ts";

function serverAt(name: "CHROMA_URL" | "DATABASE_URL"): string {
  const url = process.env[name];
  if (url === undefined || url === "")
    throw new Error(`${name} is not set; run these tests by npm run test:services`);
  return url;
}

async function remembers(env: Record<string, string>): Promise<void> {
  const user = `user ${Math.random()}`;
  const companion = await openCompanion({ env });
  await companion.say("我养了一只橘猫，叫豆豆。", { user });
  const before = await companion.say("我的橘猫叫什么名字？", { user, session: "s2" });
  await companion.idle(user);
  const after = await companion.say("我的橘猫叫什么名字？", { user, session: "s3" });
  for (const { recalled, degraded } of [before, after]) {
    expect(degraded).toEqual([]);
    expect(recalled.map(({ text }) => text).join()).toContain("豆豆");
  }
  const stranger = await companion.say("我的橘猫叫什么名字？", {
    user: `${user} and another`,
    session: "s2",
  });
  expect(stranger.recalled).toEqual([]);
}

const STRATEGIES = ["workflow", "agent"];

describe("on Chroma", () => {
  it.each(STRATEGIES)(
    "the %s remembers in a new session, before and after consolidation",
    async (strategy) => {
      await remembers({
        MEMORY_STRATEGY: strategy,
        MIRAMATE_MEMORY_INDEX: "chroma",
        CHROMA_URL: serverAt("CHROMA_URL"),
      });
    },
  );
});

describe("on PostgreSQL", () => {
  const env = () => ({
    MIRAMATE_DOCUMENTS: "postgres",
    MIRAMATE_CHECKPOINTS: "postgres",
    DATABASE_URL: serverAt("DATABASE_URL"),
  });

  it.each(STRATEGIES)(
    "the %s remembers in a new session, before and after consolidation",
    async (strategy) => {
      await remembers({ MEMORY_STRATEGY: strategy, ...env() });
    },
  );

  it("two companions on one conversation at the same time lose no turn", async () => {
    const folder = temporaryFolder();
    await talkAtOnce(
      await openCompanion({ folder, env: env() }),
      await openCompanion({ folder, env: env() }),
    );
    expect.hasAssertions();
  });
});
