/** English only: a predicate said in the first person, turned to the third ("love jazz" → "loves jazz"). */

const IRREGULAR: Readonly<Record<string, string>> = {
  am: "is",
  have: "has",
  do: "does",
  go: "goes",
  "don't": "doesn't",
  "haven't": "hasn't",
  are: "is",
  were: "was",
  "ain't": "isn't",
};
/** Modals and past forms stay as they are. */
const UNCHANGED =
  /^(?:can|can't|cannot|could|couldn't|will|won't|would|wouldn't|should|shouldn't|must|might|may|used|had|was|wasn't|did|didn't|is|isn't|went|got|bought|moved|met|saw|ate|made|took|quit|lost|broke|won|left|came|felt|found|gave|told|said|ran|read|wrote|drove|flew|slept|spent|kept|taught|thought|knew|grew|began|sang|drank|chose|fell|forgot|sold|paid|sent|built|became|hurt|caught|brought|heard|held|led|let|put|set|cut|hit|sat|stood|swam|threw|understood|wore|woke|rode|rose|shook|spoke|stole|split|\w+ed)$/i;
const ADVERBS =
  /^(?:(?:really|also|just|still|always|never|usually|often|absolutely|actually|sometimes|currently|recently|finally|already|truly|totally|now|only|even|both|mostly|generally|probably|definitely|kind of|kinda|sort of|particularly|especially|personally|simply|no longer|hardly|rarely) )*/i;

/** Conjugates the first verb after any adverbs; auxiliaries, modals and past forms are handled. */
export function thirdPerson(predicate: string): string {
  const adverbs = ADVERBS.exec(predicate)?.[0] ?? "";
  const [verb = "", ...rest] = predicate.slice(adverbs.length).split(" ");
  return adverbs + [conjugated(verb), ...rest].join(" ");
}

function conjugated(verb: string): string {
  const lower = verb.toLowerCase().replace("’", "'");
  const irregular = IRREGULAR[lower];
  if (irregular !== undefined) return irregular;
  if (verb === "" || UNCHANGED.test(lower) || !/^[a-z]+$/.test(lower)) return verb;
  if (/(?:s|x|z|ch|sh|o)$/.test(lower)) return `${verb}es`;
  if (/[^aeiou]y$/.test(lower)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}
