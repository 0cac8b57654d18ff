/**
 * Short answers made whole: "对，在滨江那边" after "你是不是在杭州上班？" says what the question asked; "杭州" after
 * "你住在哪里？" says where the user lives. A denial says nothing.
 */
import type { ExtractionInput } from "../../extraction.ts";

const YES_ZH =
  /^(?:嗯+|恩+|对+|对的|对[啊呀呢]|是|是的|是[啊呀呢]|没错|正是|当然(?:啦|是|了)?|有的|有[啊呀]|会的|会[啊呀]|喜欢[啊呀]?|养了|确实(?:是)?|可不|就是)(?:[，,。！!～~\s]+|$)/;
const YES_EN =
  /^(?:yes|yeah|yep|yup|sure|right|correct|exactly|that's right|indeed|i do|i am|of course|true)(?: i (?:do|am|did|have))?(?:[,.! ]+|$)/i;
const NO = /^(?:不是|没有|不|没|才不|哪有|并没有|不对|no\b|nope|not really|i don't|i'm not)/i;

const ASKED_ZH = /^你(?:们)?.*(?:吗|吧|是不是|有没有|对吧|对吗)|^(?:是不是|听说|所以)你/;
/** What the companion asked about, and the statement that an answer makes of it. */
const OPEN_QUESTIONS: readonly (readonly [question: RegExp, statement: (answer: string) => string])[] = [
  [/怎么称呼|该叫你什么|叫你什么/, (answer) => `叫我${answer}`],
  [/你(?:的名字)?(?:叫|是)什么(?:名字)?|你的名字|你是谁/, (answer) => `我叫${answer}`],
  [/你(?:的)?(?:老家|家乡)|你是哪里人/, (answer) => `我老家在${answer}`],
  [/你(?:现在|家)?(?:住|在)(?:在)?(?:哪|什么地方|哪个城市)/, (answer) => `我住在${answer}`],
  [/你在(?:哪|什么地方|什么公司).*(?:上班|工作)/, (answer) => `我在${answer}上班`],
  [/你(?:是)?(?:做|干|从事)(?:什么|啥).*(?:工作|职业|的)?|你的(?:职业|工作)/, (answer) => `我是${answer}`],
  [/你(?:今年)?(?:多大|几岁)|你的年龄/, (answer) => `我${answer.replace(/岁$/, "")}岁`],
  [/你(?:的)?生日/, (answer) => `我生日是${answer}`],
  [/你(?:平时|最|都){0,6}(?:喜欢|爱)([吃喝看听玩读做])?(?:什么|哪|啥)/, (answer) => `我喜欢${answer}`],
  [/what(?:'s| is) your name|may i have your name|who are you/i, (answer) => `My name is ${answer}`],
  [/what (?:should|can|do) i call you/i, (answer) => `Call me ${answer}`],
  [/where do you live|where are you based|which city/i, (answer) => `I live in ${answer}`],
  [/where are you from|where did you grow up/i, (answer) => `I am from ${answer}`],
  [/how old are you/i, (answer) => `I am ${answer}`],
  [/when(?:'s| is) your birthday/i, (answer) => `My birthday is ${answer}`],
  [
    /what do you do(?: for a living)?|what(?:'s| is) your job/i,
    (answer) => `I am ${/^an? /i.test(answer) ? answer : `a ${answer}`}`,
  ],
  [/what (?:\w+ )?do you (?:like|enjoy|love)/i, (answer) => `I like ${answer}`],
];
/** An answer longer than this speaks for itself. */
const SHORT = 24;

/** The statement that the user's words make together with the companion's last question; undefined if none. */
export function restated(input: ExtractionInput): string | undefined {
  const last = input.before.at(-1);
  if (last?.role !== "companion") return undefined;
  const question = lastQuestion(last.text);
  if (question === undefined) return undefined;
  const text = input.userText.trim();
  const yes = YES_ZH.exec(text) ?? YES_EN.exec(text);
  if (yes !== null) {
    const asked = statementOf(question);
    if (asked === undefined) return undefined;
    const rest = text.slice(yes[0].length).trim();
    if (rest === "") return asked;
    const tellsOn = rest.length <= SHORT && !/[我你？?]|\bI\b|\byou\b/.test(rest);
    return /^[\x20-\x7e]*$/.test(asked) ? `${asked}. ${rest}` : `${asked}${tellsOn ? "，" : "。"}${rest}`;
  }
  return NO.test(text) ? undefined : answered(question, text);
}

function answered(question: string, text: string): string | undefined {
  const answer = text
    .replace(/^(?:我)?(?:就)?(?:住在|住|叫做?|是|在|i'm |i am |it's |in |on |at )/i, "")
    .replace(/[。！!.～~呀啊哦啦呢哈\s]+$/, "")
    .trim();
  if (
    answer === "" ||
    text.length > SHORT ||
    /[？?我你，,。]|\bI\b|不知道|秘密|不告诉|随便|都行|不一定|你猜/.test(answer)
  )
    return undefined;
  const open = OPEN_QUESTIONS.find(([asked]) => asked.test(question));
  if (open === undefined) return undefined;
  const verb = /(?:喜欢|爱)([吃喝看听玩读])(?:什么|哪|啥)/.exec(question)?.[1];
  return open[1](verb !== undefined && !answer.startsWith(verb) ? `${verb}${answer}` : answer);
}

function lastQuestion(text: string): string | undefined {
  const sentences = text.match(/[^。！!？?\n]+[。！!？?]?/g) ?? [];
  const question = sentences.findLast((sentence) => /[？?]\s*$|[吗呢]\s*$/.test(sentence));
  return question?.trim();
}

/** "你是不是在杭州上班？" → "我在杭州上班"; undefined for what is no yes-or-no question about the user. */
function statementOf(question: string): string | undefined {
  const bare = question
    .replace(/[？?。！!\s]+$/, "")
    .replace(/^(?:那|哦|原来|所以|对了|咦|诶|哇|so|and|oh|well)[，, ]*/i, "");
  const english = /^(?:do you|are you|have you|you) /i.exec(bare);
  if (english !== null) {
    if (/\b(?:want|like me|need me|remember|know|think|mind)\b/i.test(bare)) return undefined;
    return bare
      .replace(/,? (?:right|don't you|aren't you|correct|huh)$/i, "")
      .replace(/^do you /i, "I ")
      .replace(/^are you /i, "I am ")
      .replace(/^have you /i, "I have ")
      .replace(/^you(?:'re| are) /i, "I am ")
      .replace(/^you /i, "I ")
      .replace(/\byour\b/gi, "my");
  }
  if (
    !ASKED_ZH.test(bare) ||
    /什么|哪|谁|怎么|多少|几|还是|还记得|记得|知道|要不要|想不想|需要|觉得/.test(bare)
  )
    return undefined;
  return bare
    .replace(/[，,]?(?:对吧|对吗|是吧|是吗|吗|吧|呀|呢|啊)+$/, "")
    .replace(/是不是|听说|所以/, "")
    .replace(/有没有(?=[养住吃喝玩看打学做])/, "")
    .replace(/有没有/, "有")
    .replace(/我/g, "\u0000")
    .replace(/你们?/g, "我")
    .replace(/\u0000/g, "你");
}
