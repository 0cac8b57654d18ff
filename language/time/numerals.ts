/** Chinese and Arabic numerals as they are said in times. Text is folded (half-width, simplified). */

const DIGITS: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 俩: 2, 三: 3, 仨: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
  ...Object.fromEntries(Array.from("0123456789", (digit) => [digit, Number(digit)])),
};
const UNITS: Readonly<Record<string, number>> = {
  十: 10,
  廿: 20,
  卅: 30,
  百: 100,
  千: 1000,
  万: 10_000,
  亿: 100_000_000,
};

/** Pattern source for a numeral, bounded so that a text of numerals only is read in linear time. */
export const NUMERAL = "(?:\\d{1,9}|[〇零一二两俩三仨四五六七八九十廿卅百千万亿]{1,12})";

/** The characters a numeral begins with. */
export const NUMERAL_CHARACTERS = "0123456789〇零一二两俩三仨四五六七八九十廿卅百千万亿";

/** The number a numeral stands for: 15, 十五, 廿二, 二零一九 (digit by digit), 三千五百. Undefined when it is none. */
export function parseNumeral(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const characters = Array.from(text);
  if (characters.length > 1 && characters.every((character) => character in DIGITS)) {
    return Number(characters.map((character) => DIGITS[character]).join(""));
  }
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const character of characters) {
    const value = DIGITS[character];
    const unit = UNITS[character];
    if (value !== undefined) {
      digit = value;
    } else if (unit === undefined) {
      return undefined;
    } else if (unit >= 10_000) {
      total = (total + section + (digit ?? 0)) * unit;
      section = 0;
      digit = undefined;
    } else {
      // 廿 and 卅 hold their digit themselves; a bare 十 is 一十.
      section += character === "廿" || character === "卅" ? unit : (digit ?? 1) * unit;
      digit = undefined;
    }
  }
  return characters.length === 0 ? undefined : total + section + (digit ?? 0);
}

/** Two neighbouring numbers said for "about": 两三, 七八, 十五六. [low, high], or undefined. */
export function parseAbout(text: string): readonly [number, number] | undefined {
  const match =
    /^(?<tens>[一二三四五六七八九]?十)?(?<low>[一二两三四五六七八])(?<high>[二两三四五六七八九])$/.exec(text);
  const low = DIGITS[match?.groups?.["low"] ?? ""];
  const high = DIGITS[match?.groups?.["high"] ?? ""];
  if (low === undefined || high !== low + 1) return undefined;
  const tens = match?.groups?.["tens"] === undefined ? 0 : (parseNumeral(match.groups["tens"]) ?? 0);
  return [tens + low, tens + high];
}
