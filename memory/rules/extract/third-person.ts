/** English verbs between the persons: "love jazz" → "loves jazz" for contents, and back to "you love jazz" for answers. */

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
/** Modals, past forms and words that are no verbs stay as they are. */
const UNCHANGED =
  /^(?:and|or|in|on|at|to|of|for|with|but|so|that|as|the|a|who|can|can't|cannot|could|couldn't|will|won't|would|wouldn't|should|shouldn't|must|might|may|used|had|was|wasn't|did|didn't|is|isn't|went|got|bought|moved|met|saw|ate|made|took|quit|lost|broke|won|left|came|felt|found|gave|told|said|ran|read|wrote|drove|flew|slept|spent|kept|taught|thought|knew|grew|began|sang|drank|chose|fell|forgot|sold|paid|sent|built|became|hurt|caught|brought|heard|held|led|let|put|set|cut|hit|sat|stood|swam|threw|understood|wore|woke|rode|rose|shook|spoke|stole|split|\w+ed)$/i;
const ADVERB_WORDS =
  "really|also|just|still|always|never|usually|often|absolutely|actually|sometimes|currently|recently|finally|already|truly|totally|now|only|even|both|mostly|generally|probably|definitely|kind of|kinda|sort of|particularly|especially|personally|simply|no longer|hardly|rarely";
const ADVERBS = new RegExp(`^(?:(?:${ADVERB_WORDS}) )*`, "i");

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

const SECOND: Readonly<Record<string, string>> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  goes: "go",
  "doesn't": "don't",
  "isn't": "aren't",
  "wasn't": "weren't",
  "hasn't": "haven't",
};

/** A content told to the person it is about: "Alex loves jazz" → "you love jazz", "Alex's" → "your". */
export function secondPerson(content: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return content
    .replace(new RegExp(`${escaped}'s\\b`, "g"), "your")
    .replace(
      new RegExp(`${escaped}( (?:${ADVERB_WORDS}))*(?: (?<verb>[a-z']+))?`, "g"),
      (...parts: unknown[]) => {
        const [whole, , verb] = parts as [string, string | undefined, string | undefined];
        const told = whole.replace(name, "you");
        return verb === undefined ? told : `${told.slice(0, told.length - verb.length)}${plainVerb(verb)}`;
      },
    );
}

function plainVerb(verb: string): string {
  const irregular = SECOND[verb];
  if (irregular !== undefined) return irregular;
  if (UNCHANGED.test(verb) || !/[a-z]s$/.test(verb) || /ss$/.test(verb)) return verb;
  if (/ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}
