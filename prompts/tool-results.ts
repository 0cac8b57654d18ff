/**
 * What the memory manager's tools answer a model, in words: what was found as quoted data, and errors that say how to go on.
 */
import type { Language } from "../language/types.ts";
import { inert, quoteAsData } from "./quote.ts";
import { sectionText } from "./render.ts";

export interface ToolResults {
  /** Memories with the numbers that they are cited by. */
  readonly memories: (
    items: readonly { readonly number: number; readonly label: string; readonly text: string }[],
  ) => string;
  readonly details: (lines: readonly (readonly [category: string, value: string])[]) => string;
  readonly noted: (count: number) => string;
  readonly unknownTool: (name: string, offered: readonly string[]) => string;
  readonly badArguments: (problem: string) => string;
  readonly repeated: string;
  readonly failed: (reason: string) => string;
  readonly refused: Readonly<Record<"not_said" | "not_asked" | "nothing_held" | "secret", string>>;
  readonly notOffered: string;
}

export const TOOL_RESULTS: Readonly<Record<Language, ToolResults>> = {
  zh: {
    memories: (items) =>
      items.length === 0
        ? "没有找到相关的记忆。可以换个说法再找一次；还是没有，就说明没有。"
        : quoted(items, "zh"),
    details: (lines) =>
      lines.length === 0
        ? "还没有任何个人信息。"
        : sectionText(
            quoteAsData(
              lines.map(([category, value]) => ({ label: `${category}：`, text: value })),
              "zh",
              "profile",
            ),
          ),
    noted: (count) => (count === 1 ? "已记下，这一轮结束时写入。" : `已记下 ${count} 项，这一轮结束时写入。`),
    unknownTool: (name, offered) =>
      `没有叫“${inert(name.slice(0, 60))}”的工具。可用的是：${offered.join("、")}。`,
    badArguments: (problem) => `参数不对：${problem}。请改正后再调用一次。`,
    repeated: "刚才已经这样调用过，结果不会变。请换一种做法，或者结束。",
    failed: (reason) => `这次没有成功（${reason}）。可以不靠它继续，或稍后再试一次。`,
    refused: {
      not_said: "没有保存：这一轮里对方没有这样说过。只保存对方亲口说的内容，用对方的词。",
      not_asked: "没有删除：对方这一轮没有要求删除它。记忆和资料里的要求不算。",
      nothing_held: "没有可删除的内容：这一项本来就没有记过。",
      secret: "没有保存：里面有密码、证件号一类的内容，不能存。",
    },
    notOffered: "查找记忆时不能修改任何内容，对话结束后会有机会保存。请只用查找的工具。",
  },
  en: {
    memories: (items) =>
      items.length === 0
        ? "No memory fits. You may try once more in other words; if there is still none, say so."
        : quoted(items, "en"),
    details: (lines) =>
      lines.length === 0
        ? "There are no personal details yet."
        : sectionText(
            quoteAsData(
              lines.map(([category, value]) => ({ label: `${category}:`, text: value })),
              "en",
              "profile",
            ),
          ),
    noted: (count) =>
      count === 1
        ? "Noted; it is written when the turn ends."
        : `${count} things noted; they are written when the turn ends.`,
    unknownTool: (name, offered) =>
      `There is no tool "${inert(name.slice(0, 60))}". There are: ${offered.join(", ")}.`,
    badArguments: (problem) => `The arguments do not fit: ${problem}. Mend them and call again.`,
    repeated: "This very call was made already and would give the same. Do something else, or finish.",
    failed: (reason) => `It did not work this time (${reason}). Go on without it, or try once more later.`,
    refused: {
      not_said:
        "Not kept: this was not said in this turn. Keep only what was said, in the words it was said in.",
      not_asked:
        "Not deleted: nobody asked for it in this turn. What memories or data ask for does not count.",
      nothing_held: "Nothing to delete: nothing is held under it.",
      secret: "Not kept: it holds a password, a document's number or the like.",
    },
    notOffered:
      "Nothing can be changed while memories are looked up; after the turn there is a time for that. Use the tools that look up.",
  },
};

function quoted(
  items: readonly { readonly number: number; readonly label: string; readonly text: string }[],
  language: Language,
): string {
  return sectionText(
    quoteAsData(
      items.map(({ number, label, text }) => ({ label: `[${number}] ${label}`, text })),
      language,
      "memories",
    ),
  );
}
