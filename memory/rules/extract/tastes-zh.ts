/** Likes, dislikes, fears, habits and changes of them, in Chinese. */
import { segment } from "../../../language/segment.ts";
import { ADVERB_ZH, DISLIKES_ZH, FEARS_ZH, LIKES_ZH, tasteTypeOf, USE_VERBS_ZH } from "../lexicon/tastes.ts";
import type { Clause, Reading } from "./clause.ts";
import { beliefSubject, factOf, found, tagsOf } from "./found.ts";
import type { Found } from "./found.ts";
import { tell } from "./perspective.ts";

/** How somebody stands to a thing; `stopped` is a liking or habit given up. */
export type Stance = "likes" | "dislikes" | "fears" | "stopped";

const POLARITY: Readonly<Record<Stance, number>> = { likes: 0.8, dislikes: -0.8, fears: -0.6, stopped: -0.3 };
const STRONG =
  /最|超|特别|非常|酷爱|热爱|恨|受不了|痴迷|hate|love|adore|detest|can't stand|favou?rite|loathe|obsessed/i;
const FORMERLY = /以前|曾经|小时候|过去|原来|从前|当年|那时候?|年轻时|上学时/;
const NOT =
  "(?:并不是?|不太|不怎么|不是很|不是特别|不大|从不|从来不|从来都不|不再|再也不|不|没有?|没那么|没多|不算|谈不上|说不上|不至于)";
const USED = "吃|喝|抽|看|玩|用|穿|打|听|碰|去|追";

const TASTE = new RegExp(
  `^(?<before>.{0,4}?(?:以前|曾经|小时候|过去|原来|从前|当年)[就也还都]?)?(?<a>${ADVERB_ZH})(?<not>${NOT})?(?<b>${ADVERB_ZH})(?<verb>${LIKES_ZH}|${DISLIKES_ZH}|${FEARS_ZH})(?:的是|的就是)?(?<what>.+)$`,
);
const INTEREST =
  /^(?:一直|最近|也|还|都){0,6}对(?<what>.{1,14}?)(?<not>不|没什么|没有?|不太|不怎么)?(?:很|非常|特别|挺|比较|蛮|越来越|特|超){0,6}(?:感兴趣|有兴趣|着迷|上瘾|情有独钟|兴趣)了?$/;
const HOBBY = /^(?:的)?(?:最?大?的?)?(?:兴趣爱好|爱好|兴趣|业余爱好|最爱)(?:就)?(?:是|有|包括)(?<what>.+)$/;
const FAVOURITE =
  /^(?:个人)?最(?:喜欢|爱|喜爱|中意)(?<act>[吃喝看听玩读去]?)的(?<kind>[^是就]{0,10}?)(?:就|还)?(?:是|要数|莫过于)(?<what>.+)$/;
const FAN =
  /^(?:也|还)?(?:一直)?是(?:一?个|一?名)?(?<what>.{1,12}?)的?(?:忠实|铁杆|资深|超级)?(?:粉丝|忠粉|铁粉|爱好者|迷)$/;
const STOPPED = new RegExp(
  `^(?:现在|如今|已经|最近|就|也|早就|都|决定|再也|以后){0,6}(?:(?:不再|不|再也不|没再)(?<act>${USED}|喜欢|爱)(?<what>.{1,10}?)了|戒(?:掉)?(?:了)?(?<quit>[^了]{1,8})了?)$`,
);
const SWITCHED = new RegExp(
  `^(?:现在|如今|已经|最近|就|都|早就){0,6}(?:改|换成|改成|只)(?<act>${USED})(?:了)?(?<what>.{1,12}?)了?$`,
);
const AVOIDS = new RegExp(
  `^(?:现在|一直|从来|从小|都|也|是|平时|一点|一般){0,6}(?:不能|不|从不|从来不|不敢|不可以|没法)(?<act>吃|喝|抽)(?<what>[^了过到下饭完]{1,10})$`,
);
const HABIT =
  /^(?:一般|通常|平时|平常|习惯(?:了)?|总是|总|经常|常常|常|每天|天天|每晚|每周|每个?周末|周末|每个月|每年|几乎每天|一有空|有空|闲暇时间?|空闲时间?|偶尔|从来不|从不)(?:都|也|就|会|要|喜欢|大多|一般|通常|总|在){0,6}(?<what>(?![都也就会要总在]).{2,40})$/;

/** Objects that say nothing by themselves, or that are about this talk. */
const EMPTY_OBJECT =
  /^(?:你|您|他|她|它|他们|(?:这|那)(?![座家条])|这个|那个|这样|那样|这种|自己|的|着|上|过|不|就好|得|好像|和你|这些|那些|这里|那里|一个人|(?:一些)?东西$|了|说|被|有(?:人|点))|你|^.{0,3}(?:是不是|怎么)|＿/;
const POINTING = /这些|那些|这样|那样|这个|那个|这种|做不好|不好$|不行|不够|不懂/;
const TALK = /和你|跟你|与你|聊|分享|倾诉|建议|注意|尝试|努力|试试|思考|坚持/;

/** Preferences of the user; tastes of other people as facts about them. */
export function readTasteInChinese(clause: Clause, reading: Reading): Found | undefined {
  if (clause.subject.kind !== "user" && clause.subject.kind !== "other") return undefined;
  const said = clause.predicate;

  const favourite = FAVOURITE.exec(said);
  if (favourite !== null) {
    const { kind = "", what = "" } = favourite.groups ?? {};
    return tastes(
      clause,
      reading,
      "likes",
      [trimmed(what)].filter(isThing),
      kind === "" ? undefined : `favorite:${kind}`,
    );
  }
  const stopped = STOPPED.exec(said);
  if (stopped !== null) {
    const thing = trimmed(stopped.groups?.what ?? stopped.groups?.quit ?? "");
    return isThing(thing) ? tastes(clause, reading, "stopped", [thing]) : undefined;
  }
  const switched = SWITCHED.exec(said);
  if (switched !== null)
    return tastes(clause, reading, "likes", [trimmed(switched.groups?.what ?? "")].filter(isThing));

  const hobby = HOBBY.exec(said) ?? FAN.exec(said);
  if (hobby !== null) return tastes(clause, reading, "likes", thingsIn(hobby.groups?.what ?? ""));

  const direct = TASTE.exec(said);
  if (direct !== null) return readDirect(direct, clause, reading);

  const interest = INTEREST.exec(said);
  if (interest !== null) {
    const things = thingsIn(interest.groups?.what ?? "");
    return tastes(clause, reading, interest.groups?.not === undefined ? "likes" : "dislikes", things);
  }

  const avoids = AVOIDS.exec(said);
  if (avoids !== null) return tastes(clause, reading, "dislikes", thingsIn(avoids.groups?.what ?? ""));
  return readHabit(clause, reading);
}

function readDirect(match: RegExpExecArray, clause: Clause, reading: Reading): Found | undefined {
  const { before, a = "", not, b = "", verb = "", what = "" } = match.groups ?? {};
  const dislike = new RegExp(`^(?:${DISLIKES_ZH})$`).test(verb);
  const fear = new RegExp(`^(?:${FEARS_ZH})$`).test(verb);
  // 不讨厌 is not yet a liking, 没有不喜欢 not a disliking: nothing certain is said.
  if (not !== undefined && (dislike || fear)) return undefined;
  if (not !== undefined && /没/.test(not) && /^不/.test(what)) return undefined;
  // 爱 alone opens many words (爱情, 爱人, 爱心), 怕 and 烦 many worries (怕跟不上, 烦死了).
  if (
    verb === "爱" &&
    (/^(?:情|人|心|护|国|好|惜|的|上|抚|理)/.test(what) ||
      !/^(?:吃|喝|看|听|玩|读|穿|逛|打|去|睡|喝|唱|跳|跑|爬|写|画|做|笑|哭|管|干净|甜|辣|[^的]{1,6}$)/.test(
        what,
      ))
  )
    return undefined;
  if ((fear || verb === "烦") && !/^(?![恼躁心闷人了])[^我会不没自己得死的]{1,6}$/.test(what))
    return undefined;
  if (/^享受/.test(verb) && !clause.subject.explicit) return undefined;
  const things = thingsIn(what);
  if (things.length === 0) return undefined;
  // 喜欢爬山的人起得早 is about those people.
  if (!clause.subject.explicit && /的(?:人|朋友|同学|孩子|女生|男生)/.test(what)) return undefined;
  const past =
    (before !== undefined ||
      FORMERLY.test(a + b) ||
      (clause.time !== undefined && FORMERLY.test(clause.time.text))) &&
    not === undefined;
  if (past)
    return found({ facts: [factOf(clause, reading, { when: null, confidence: 0.8 })], takesAlong: true });
  return tastes(
    clause,
    reading,
    fear ? "fears" : dislike || not !== undefined ? "dislikes" : "likes",
    things,
  );
}

function readHabit(clause: Clause, reading: Reading): Found | undefined {
  const habit = HABIT.exec(clause.predicate);
  const what = habit?.groups?.what ?? "";
  if (
    habit === null ||
    clause.subject.kind !== "user" ||
    TALK.test(what) ||
    POINTING.test(what) ||
    EMPTY_OBJECT.test(what) ||
    /^(?:会)?(?:觉得|感觉|感到|很|有|是|想|听说)/.test(what)
  )
    return undefined;
  const content = tell(clause, reading, { times: "verbatim" });
  return found({
    tellsOn: true,
    preferences: [
      {
        content,
        type: "habit",
        polarity: 0,
        tags: tagsOf(content, reading),
        confidence: 0.7 * reading.certainty,
        quote: clause.text,
      },
    ],
  });
}

/** One item a thing, so that each can be superseded alone. */
function tastes(
  clause: Clause,
  reading: Reading,
  stance: Stance,
  things: readonly string[],
  attribute?: string,
): Found | undefined {
  if (things.length === 0) return undefined;
  const subject = beliefSubject(clause.subject);
  const alone = things.length === 1;
  const items = things.map((thing) => {
    const bare = bareThing(thing);
    const content = alone
      ? tell(clause, reading)
      : tell({ ...clause, predicate: onlyThing(clause.predicate, things, thing) }, reading);
    const belief =
      attribute === undefined
        ? { subject, attribute: `likes:${bare}`, value: stance }
        : { subject, attribute, value: bare };
    return { thing: bare, content, belief };
  });
  if (clause.subject.kind === "other") {
    return found({
      facts: items.map(({ content, belief }) => factOf(clause, reading, { content, belief, when: null })),
      takesAlong: alone,
    });
  }
  const strength = STRONG.test(clause.predicate) ? 1.2 : 1;
  return found({
    preferences: items.map(({ thing, content, belief }) => ({
      content,
      belief,
      type: tasteTypeOf(
        stance === "likes" ? (clause.predicate.includes(thing) && alone ? clause.predicate : thing) : thing,
      ),
      polarity: Math.max(-1, Math.min(1, POLARITY[stance] * strength)),
      tags: [...new Set([thing, ...tagsOf(content, reading, 3)])],
      confidence: 0.9 * reading.certainty,
      quote: clause.text,
    })),
    takesAlong: alone,
  });
}

/** "喜欢徒步、长跑" told for 长跑 alone: 喜欢长跑. */
function onlyThing(predicate: string, things: readonly string[], thing: string): string {
  const first = Math.min(...things.map((one) => predicate.indexOf(one)).filter((at) => at >= 0));
  return predicate.slice(0, first) + thing;
}

/** The things of a list, cleaned; a phrase that opens with a preposition stays whole. */
function thingsIn(what: string): string[] {
  const cleaned = trimmed(what);
  // 电影中传递的人性和情感 is one thing: what the first part says goes for both.
  const shared = !cleaned.includes("、") && /的.*(?:和|跟|与)[^的]*$/.test(cleaned);
  const parts =
    shared || /^(?:在|从|跟|和|与|把|给|被)/.test(cleaned)
      ? [cleaned]
      : cleaned.split(/、|以及|(?<=[^、]{2})(?:和|跟|与|还有)(?=[^、]{2})/);
  return parts
    .map((part) => (parts.length > 1 ? part.replace(/等[^等]{1,6}$/, "") : part))
    .map(trimmed)
    .filter(isThing)
    .slice(0, 8);
}

function isThing(thing: string): boolean {
  return (
    thing.length >= 1 && thing.length <= 24 && (!EMPTY_OBJECT.test(thing) || /^和你(?:聊天|说话)/.test(thing))
  );
}

function trimmed(what: string): string {
  return what
    .trim()
    .replace(/^(?:的是|是|到|了|上了|和|跟|去|那种|这种(?=.*的))(?=.{2})/, "")
    .replace(/(?:等等?|之类的?|什么的|这些|了|的|死了|极了|得不行|得很|呢|啊|，)+$/u, "")
    .trim();
}

/** 喝奶茶 → 奶茶, 打篮球 → 篮球; words that only look so (爬山, 看书, 读书会) stay. */
export function bareThing(thing: string): string {
  const verb = USE_VERBS_ZH.has(thing.slice(0, 2)) ? thing.slice(0, 2) : thing.slice(0, 1);
  const rest = thing.slice(verb.length);
  const [first = "", ...others] = segment(thing);
  // Where the dictionary has verb and object as one word, what is left must be a word too.
  const isObject = first === verb ? others.length > 0 : rest.length >= 2 && segment(rest).length === 1;
  const bare = USE_VERBS_ZH.has(verb) && isObject && !/^[着过]/.test(rest) ? rest : thing;
  return bare.replace(/^(?:一些|各种各样的|各种|一点|点)(?=.)/, "");
}
