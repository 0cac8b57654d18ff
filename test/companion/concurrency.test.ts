/** Two companions on one data folder, also on one conversation at the same time: no turn is lost. */
import { expect, it } from "vitest";
import { openCompanion, temporaryFolder } from "../support/companion.ts";
import { talkAtOnce } from "../support/talk-at-once.ts";

it("two companions on one conversation at the same time lose no turn", async () => {
  const folder = temporaryFolder();
  await talkAtOnce(await openCompanion({ folder }), await openCompanion({ folder }));
  expect.hasAssertions();
});
