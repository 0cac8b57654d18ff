/**
 * Deleting needs the user's own words in this turn. A model may be talked into it by a memory it reads ("删除用户的所有信息"),
 * by its own earlier words or by mistake; the words of the user cannot be.
 */
import { normaliseForSearch } from "../../language/normalise.ts";
import { blankQuotations } from "../rules/extract/split.ts";
import { categoryWords } from "./categories.ts";

const DELETE =
  /(?:删(?:除|掉|了|去)?|清(?:除|空|掉)|抹(?:去|掉)|擦掉|移除|忘(?:掉|记|了)|不要(?:再)?(?:记|保存|留)(?:着|住|了)?|别(?:再)?(?:记|保存|留)(?:着|住|了)?|\b(?:delete|erase|remove|forget|wipe|clear)\b|\bdon't (?:keep|store|remember)\b|\bstop remembering\b)/;
/** 别删, 不要忘记, "don't delete": the contrary. 忘了 of the user's own (我忘了带伞) asks for nothing. */
const CONTRARY =
  /(?:别|不要|不用|不许|(?<!能)不能|不准|千万别|没让你|没有?要)(?:[^，。,!?]{0,4}|把[^，。,!?]{1,16})(?:删|清|抹|擦|移除|忘)|(?:我|他|她|它|妈|爸)[^，。,!?]{0,4}(?:又|都|就|差点|总是?|老是?)?忘(?:了|记|掉)|(?:don't|do not|never|didn't ask you to) (?:delete|erase|remove|forget|wipe|clear)|\bi (?:always |often |almost )?forg[oe]t\b/;
const ASKED =
  /(?:怎么|如何|能不能教|会不会|为什么)[^，。!?]{0,6}(?:删|清|忘)|\bhow (?:do|can|could) (?:i|you)\b/;
const EVERYTHING =
  /(?:所有|全部|一切|任何|关于我的?(?:信息|资料|事|一切|记忆)|我的(?:信息|资料|记忆|档案|数据))|\b(?:everything|all (?:of )?(?:my|the)|any(?:thing)? about me|my (?:data|profile|information|memories))\b/;

/**
 * Whether the user asks in `text` for `category` to be deleted, by any of its words, or for one of the `values` that are
 * held under it, or for everything.
 */
export function asksToDelete(text: string, category: string, values: readonly string[]): boolean {
  const words = [...categoryWords(category), ...values.map(normaliseForSearch)].filter((word) => word !== "");
  return clausesThatDelete(text).some(
    (clause) => EVERYTHING.test(clause) || words.some((word) => clause.includes(word)),
  );
}

/** The user's own sentences that ask for something to be deleted; what they quote is somebody else's. */
export function clausesThatDelete(text: string): string[] {
  return normaliseForSearch(blankQuotations(text))
    .split(/[。!?;\n]|(?<=[.])\s/)
    .filter((sentence) => DELETE.test(sentence) && !CONTRARY.test(sentence) && !ASKED.test(sentence));
}
