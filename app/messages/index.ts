/** Sentences by locale. */
import type { Locale } from "../../base/errors.ts";
import { en } from "./en.ts";
import type { Messages } from "./types.ts";
import { zh } from "./zh.ts";

export { COMMAND_NAMES } from "./types.ts";
export type { CommandName, Messages } from "./types.ts";

export function messagesFor(locale: Locale): Messages {
  return locale === "zh" ? zh : en;
}

/** One sentence in both languages, for the constructor of MiraMateError. */
export function inBoth(sentence: (messages: Messages) => string): Record<Locale, string> {
  return { zh: sentence(zh), en: sentence(en) };
}
