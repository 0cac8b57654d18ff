/**
 * Light English stemming for search: plural, -ing and -ed forms fall together with their base ("running", "runs", "ran"
 * and "run"). A stem is a key, not a word: "making" and "make" are both "mak".
 */

/**
 * Everyday forms that no ending rule reaches, by base word. Left out: forms that are more often another word (rose, ground,
 * shot, lives, leaves).
 */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `
arise:arose,arisen awake:awoke,awoken be:been beat:beaten become:became begin:began,begun bend:bent bite:bit,bitten
bleed:bled blow:blew,blown break:broke,broken breed:bred bring:brought build:built burn:burnt buy:bought catch:caught
choose:chose,chosen cling:clung come:came creep:crept deal:dealt die:dying dig:dug do:did,done draw:drew,drawn
dream:dreamt drink:drank,drunk drive:drove,driven dwell:dwelt eat:ate,eaten fall:fell,fallen feed:fed feel:felt
fight:fought find:found flee:fled fling:flung fly:flew,flown forbid:forbade,forbidden foresee:foresaw,foreseen
forget:forgot,forgotten forgive:forgave,forgiven freeze:froze,frozen get:got,gotten give:gave,given go:went,gone
grow:grew,grown hang:hung have:has,had hear:heard hide:hid,hidden hold:held keep:kept kneel:knelt know:knew,known
lay:laid lead:led lean:leant leap:leapt learn:learnt leave:left lend:lent lie:lying light:lit lose:lost make:made
mean:meant meet:met mislead:misled mistake:mistook,mistaken misunderstand:misunderstood mow:mown outgrow:outgrew,outgrown
overcome:overcame overhear:overheard oversleep:overslept overtake:overtook,overtaken pay:paid prove:proven rebuild:rebuilt
redo:redid,redone repay:repaid retell:retold rewrite:rewrote,rewritten ride:rode,ridden ring:rang,rung rise:risen
run:ran say:said see:saw,seen seek:sought sell:sold send:sent sew:sewn shake:shook,shaken shave:shaven shine:shone
show:shown shrink:shrank,shrunk sing:sang,sung sink:sank,sunk sit:sat slay:slew,slain sleep:slept slide:slid sling:slung
smell:smelt sneak:snuck sow:sown speak:spoke,spoken speed:sped spell:spelt spend:spent spill:spilt spin:spun spit:spat
spoil:spoilt spring:sprang,sprung stand:stood steal:stole,stolen stick:stuck sting:stung stink:stank,stunk
stride:strode,stridden strike:struck,stricken string:strung strive:strove,striven swear:swore,sworn sweep:swept
swell:swollen swim:swam,swum swing:swung take:took,taken teach:taught tear:tore,torn tell:told think:thought
throw:threw,thrown tie:tying tread:trod,trodden undergo:underwent,undergone understand:understood undo:undid,undone
unwind:unwound wake:woke,woken wear:wore,worn weave:wove,woven weep:wept win:won withdraw:withdrew,withdrawn
withhold:withheld withstand:withstood wring:wrung write:wrote,written

businessman:businessmen businesswoman:businesswomen calf:calves child:children elf:elves fireman:firemen foot:feet
gentleman:gentlemen goose:geese grandchild:grandchildren half:halves knife:knives loaf:loaves louse:lice man:men
mouse:mice ox:oxen person:people policeman:policemen salesman:salesmen scarf:scarves schoolchild:schoolchildren
self:selves shelf:shelves stepchild:stepchildren thief:thieves tooth:teeth wife:wives wolf:wolves woman:women

alumnus:alumni analysis:analyses appendix:appendices axis:axes bacterium:bacteria cactus:cacti crisis:crises
criterion:criteria curriculum:curricula diagnosis:diagnoses fungus:fungi hypothesis:hypotheses
nucleus:nuclei oasis:oases phenomenon:phenomena stimulus:stimuli thesis:theses
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
