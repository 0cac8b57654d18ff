/** Several turns of one conversation at the same time, over two companions; every one of them has to be there after. */
import { expect } from "vitest";
import type { TestCompanion } from "./companion.ts";

export async function talkAtOnce(one: TestCompanion, other: TestCompanion): Promise<void> {
  const texts = ["我喜欢爬山", "我喜欢游泳", "我喜欢画画", "我喜欢唱歌", "我喜欢下棋", "我喜欢钓鱼"];
  const user = `user ${Math.random()}`;
  const at = (minutes: number): Date => new Date(Date.parse("2025-06-09T15:20:00+08:00") + minutes * 60_000);
  await Promise.all(
    texts.map((text, index) =>
      (index % 2 === 0 ? one : other).say(text, { user, session: "shared", now: at(index) }),
    ),
  );
  const last = await one.say("你好", { user, session: "shared", now: at(texts.length) });
  const conversation = last.prompt.messages.map(({ content }) => content).join("\n");
  for (const text of texts) expect(conversation).toContain(text);
  await Promise.all([one.settle(), other.settle()]);
  const logs = (await one.memories(user)).filter(({ collection }) => collection === "dialog_logs");
  expect(logs).toHaveLength(texts.length + 1);
  for (const text of texts) expect(logs.filter((log) => log.text.includes(text))).toHaveLength(1);
}
