/** Text as search compares it. Never shown to people. */
export function normaliseForSearch(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Script=Han}) (?=[\p{Script=Han}a-z0-9])|(?<=[a-z0-9]) (?=\p{Script=Han})/gu, "")
    .trim();
}
