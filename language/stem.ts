/**
 * Light English stemming for search: plural, -ing and -ed forms fall together with their base ("running", "runs", "ran"
 * and "run"). A stem is a key, not a word: "making" and "make" are both "mak".
 */

/** Everyday forms that no ending rule reaches, by base word. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `
be:been go:went,gone buy:bought eat:ate,eaten see:saw,seen meet:met make:made take:took,taken give:gave,given
get:got,gotten come:came run:ran think:thought tell:told say:said find:found feel:felt leave:left keep:kept
sleep:slept lose:lost win:won write:wrote,written read:reads drive:drove,driven fly:flew,flown speak:spoke,spoken
break:broke,broken choose:chose,chosen fall:fell,fallen grow:grew,grown know:knew,known sing:sang,sung swim:swam,swum
drink:drank,drunk begin:began,begun wear:wore,worn teach:taught catch:caught bring:brought build:built send:sent
spend:spent sell:sold hold:held stand:stood sit:sat pay:paid die:dying,died lie:lying child:children man:men
woman:women person:people foot:feet tooth:teeth mouse:mice wife:wives life:lives knife:knives leaf:leaves
`
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [base = "", forms = ""] = entry.split(":");
      return forms.split(",").map((form): [string, string] => [form, base]);
    }),
);

/** The search key of an English word in lower case. Words of fewer than four letters are left as they are. */
export function stem(word: string): string {
  const base = IRREGULAR.get(word) ?? withoutEnding(word);
  return base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base.replace(/(?<=..)y$/, "i");
}

/** Longer runs of letters are keys or noise, no words with endings. */
const LONGEST_WORD = 30;

function withoutEnding(word: string): string {
  if (word.length < 4 || word.length > LONGEST_WORD) return word;
  if (/ies$|ied$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^sui]s$/.test(word)) return word.slice(0, -1);
  const inflected = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(word)?.[1];
  if (inflected === undefined || inflected.length < 2) return word;
  // "running" doubles its consonant, "calling" has two of its own.
  return inflected.replace(/([^aeioulsz])\1$/, "$1");
}
