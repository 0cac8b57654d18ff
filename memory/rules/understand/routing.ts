/**
 * Which collections are likely to hold the answer to a question: what was said in the talk, the user's tastes and habits,
 * events of the life, plain facts. The first sort that fits decides on the likeliest one; the others stay possible, since
 * much is told in a dialogue before it is a fact.
 */
import type { Language } from "../../../language/types.ts";
import type { Collection } from "../../record.ts";
import type { Routes } from "../../understanding.ts";
import { BARE_ROLE_ZH, ROLE_EN, ROLE_ZH } from "../lexicon/people.ts";
import type { Intent } from "./intent.ts";

export interface RoutedQuestion {
  /** The question in the user's words, references filled in. */
  readonly text: string;
  readonly intent: Intent;
  readonly language: Language;
  /** It asks about a day or a span that has passed. */
  readonly asksPastTime: boolean;
  /** It asks for an attribute of a person, such as a birthday. */
  readonly asksAttribute: boolean;
}

/** What a sort of question is worth in each collection, 0..1. */
const TALK: Routes = { dialog_logs: 1, facts: 0.3, user_preferences: 0.2, important_events: 0.2 };
const DAY: Routes = { dialog_logs: 1, facts: 0.8, user_preferences: 0.2, important_events: 0.5 };
const TASTE: Routes = { dialog_logs: 0.5, facts: 0.6, user_preferences: 1, important_events: 0.1 };
const EVENT: Routes = { dialog_logs: 0.6, facts: 0.8, user_preferences: 0.1, important_events: 1 };
const FACT: Routes = { dialog_logs: 0.6, facts: 1, user_preferences: 0.4, important_events: 0.4 };

/** Told by the way and not what is asked: 我跟你讲过的, 我有没有告诉过你. */
const ASIDE_ZH =
  /[，,]?我(?:好像|应该|之前|以前|上次|都|是不是)?(?:跟|和|对|向)你(?:说|讲|提)(?:起)?过?(?:的|吧|吗|了|没|过吗)*$|^我(?:之前|以前)?(?:有没有|是不是|是否)?(?:跟|和|对|向)?(?:告诉|你(?:说|讲|提))(?:起|到)?过?(?:你)?(?:关于)?(?!.{0,3}(?:吗|没)$)(?=.*(?:年龄|名字|生日|地址|电话|工作))|你?(?:还)?(?:记得|知道|记不记得)(?:吗|么)?/g;
const TALK_ZH =
  /我们?(?:俩|两个|咱)?.{0,8}(?:聊|谈论?|讨论|对话)(?:了|过|的|到|起|些|天|什么|哪)|我(?!们公司).{0,14}(?:跟|和|向|对)你.{0,5}(?:说|讲|提|聊|抱怨|吐槽|分享|请教|问|咨询|倾诉|发|保证|承诺|道歉|撒|发脾气)|(?:告诉|问|答应)过?你|你.{0,12}(?:推荐|建议|介绍|教|答应|承诺|安慰|劝|夸|表扬|骂|提醒|回答|开导|鼓励|分享|讲|说|提到|给)(?:了|过|的|给|我(?!.{0,4}(?:喜|爱)))(?!.{0,2}(?:喜欢|爱吃))|(?:刚才|刚刚).{0,6}(?:说|聊|讲|谈)|说到哪|我们.{0,8}玩的?.{0,4}游戏|你.{0,6}(?:送|写|编|起)(?:给|过)?我|跟你.{0,4}(?:吐槽|抱怨|说)|(?:那|上)次(?:说|聊|讲)的/;
const TALK_EN =
  /\b(?:did|have|had|do) (?:you|we) (?:ever |just |actually )?(?:say|said|tell|told|recommend(?:ed)?|suggest(?:ed)?|promise[d]?|mention(?:ed)?|advise[d]?|teach|taught|talk(?:ed)?|discuss(?:ed)?|chat(?:ted)?|comfort(?:ed)?|explain(?:ed)?|call|praise[d]?|give|gave|share[d]?)\b|\byou (?:ever |just |once )?(?:said|told|recommended|suggested|promised|mentioned|advised|taught|comforted|gave|shared|made up)\b|\bwe (?:talked|discussed|chatted|spoke|were talking)\b|\b(?:did|have) i (?:ever |first |already )?(?:tell|told|ask(?:ed)?|mention(?:ed)?|complain(?:ed)?|said|say|vent(?:ed)?)\b|\bi (?:told|asked|mentioned|complained)\b|\byour (?:advice|suggestion|recommendation|story|poem)\b/i;

const TASTE_ZH =
  /喜欢|喜爱|(?<![恋可亲])爱(?:吃|喝|看|听|玩|去|读|穿|用|好|不|上(?!班)|的)|最爱|偏爱|更爱|讨厌|反感|受不了|忍不了|嫌弃|偏好|偏(?:甜|辣|咸|酸|向|清淡|好)|口味|兴趣|爱好|忌口|习惯|偶像|迷上|痴迷|(?:平时|平常|通常|一般(?!般)|日常|每天|经常|常常|总是)(?!心情)|(?<!正)常(?:去|吃|喝|听|看|点|用|玩)|睡前|(?:能不能|可以|能|敢)吃|(?:不|少|爱)(?:能)?(?:吃|喝)(?!了)(?=什么|啥|哪|的|辣|甜|吗|$)|加糖|几分糖|态度|(?:怕|害怕|恐惧)(?:什么|啥|哪|的|不怕)|(?:怕|敢)不(?:怕|敢)|想要什么(?:礼物|样)|理想(?:型|中)|风格|座右铭|作息|哪(?:一)?种(?:类型|风格|口味)/;
const TASTE_EN =
  /\b(?:like|likes|love|hate|dislike|enjoy|prefer|favou?rites?|hobb(?:y|ies)|interests?|preference|usually|normally|typically|habits?|routine|can't stand|afraid of|scared of|idol|into|fan of|taste in|take (?:my|in my) coffee|ideal)\b/i;

const EVENT_ZH =
  /手术|开刀|住院|出院|确诊|流产|怀孕|预产期|分娩|生(?:孩子|宝宝|娃|二胎)|(?:孩子|宝宝|女儿|儿子|侄子|侄女|外甥女?).{0,6}出生|结婚|婚礼|结的婚|成婚|订婚|领证|求婚|离婚|离的婚|分手|复合|在一起(?:多久|的|纪念|了)|考(?:研|公|试|编|级|上|过了|了多少|得|没考|证)|(?:驾照|雅思|托福|四级|六级|高考|中考|科目|证书|资格证|考试|期末|期中|成绩).{0,10}(?:过|考|分|出|怎么样|如何|几|哪|什么时候|结果)|高考|中考|面试|答辩|毕业|入职|离职|辞(?:职|掉|的职)|裸辞|跳槽|换(?:了)?(?:新)?工作|升职|加薪|晋升|被裁|裁员|失业|offer|转正|创业|退休|搬(?:家|到|进|去|来|过|走|的家)|乔迁|去世|过世|走了多久|葬礼|追悼|车祸|出事|骨折|受(?:的|过)?(?:重)?伤|体检|买(?:的)?(?:房|车)|房子.{0,4}(?:买|卖)|比赛|第几名|获奖|得奖|拿奖|拿了?什么奖|冠军|马拉松|录取|留学|出国|签证|移民|重要的?(?:事|日子|安排|日期)|大事|重大|转折|人生|纪念日|官司|破产|中奖|手术|化疗|绝育|丢了|走丢|被偷|典礼|仪式|入学|退学|休学|参军|退伍|生病住院|得了什么病|什么病/;
const EVENT_EN =
  /\b(?:surgery|operation|hospital|diagnosed|pregnant|give[s]? birth|due date|born|wedding|get married|got married|married since|engaged|engagement|proposed?|divorced?|break ?up|broke up|broken up|exam|exams|test results?|driving test|interview|graduat\w+|promot\w+|laid off|fired|quit my|resign\w*|new job|job offer|start(?:ed)? (?:my|the|at) (?:new )?(?:job|work|company)|move(?:d)? (?:in|into|to|out|house|flat)|pass(?:ed)? away|died|funeral|accident|broke my|injur\w+|marathon|competition|award|prize|admitted|study abroad|visa|immigrat\w+|important (?:things?|events?|dates?)|milestones?|anniversary|retire\w*|lost my job|bought (?:the|my|our) (?:house|flat|car))\b/i;

/** Told of a day without a date: what a dialogue log is nearest to. */
const EPISODE_ZH =
  /上(?:次|回|个?月|个?周|个?星期)|那(?:天|次|晚|阵子|会儿|时)|当时|前(?:几天|阵子|段时间|天|两天|些天)|昨[天晚日夜]|今(?:早|天(?:早|中|上|下)).{0,6}[了过]|刚才|周[一二三四五六日末天]|星期[一二三四五六日天]|\d+(?:月\d+)?[号日]|心情|情绪|难过|不开心|开心|生气|郁闷|为什么.{0,10}(?:哭|吵|烦|累|失眠|沮丧|崩溃)/;
const EPISODE_EN =
  /\b(?:last (?:time|week|weekend|night|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|yesterday|the other day|that (?:day|night|time)|the day before|upset|sad|angry|feeling|mood|cry|crying)\b/i;

const OTHERS_ZH = new RegExp(
  `(?:我|咱)(?:们|家)?(?:的)?(?:${ROLE_ZH})|${BARE_ROLE_ZH}|[他她]|^(?:小|老|阿)[\\u4e00-\\u9fa5]`,
);
const OTHERS_EN = new RegExp(`\\b(?:my (?:${ROLE_EN})|he|she)\\b`, "i");

/** Undefined where nothing is asked and so nothing can be told. */
export function routesFor(question: RoutedQuestion): Routes | undefined {
  const { intent, language, asksPastTime, asksAttribute } = question;
  if (intent === "ask_companion") return TALK;
  if (intent === "ask_advice") return TASTE;
  if (intent !== "ask_memory" && intent !== "ask_knowledge") return undefined;
  const zh = language === "zh";
  const text = zh ? question.text.replace(ASIDE_ZH, "") : question.text;
  if ((zh ? TALK_ZH : TALK_EN).test(text)) return TALK;
  if ((zh ? EVENT_ZH : EVENT_EN).test(text)) return EVENT;
  if (asksPastTime || (zh ? EPISODE_ZH : EPISODE_EN).test(text)) return DAY;
  if (asksAttribute) return FACT;
  // Tastes of other people are facts about them.
  if ((zh ? TASTE_ZH : TASTE_EN).test(text))
    return (zh ? OTHERS_ZH : OTHERS_EN).test(text) ? { ...TASTE, facts: 1, user_preferences: 0.8 } : TASTE;
  return FACT;
}

/** What the companion said stands in the dialogue logs alone. */
const TOLD_BY_COMPANION =
  /你(?:曾经?|之前|上次|都|以前|最近){0,6}(?:给|向|和|跟|对|教|推荐|建议)(?:了|过)?我?.{0,4}(?:推荐|分享|建议|介绍|教|说|讲|提|意见|方法)|\b(?:did|have) you (?:ever )?(?:recommend|suggest|tell|told|say|said|give|gave)/i;

/** The only collections worth asking, where that is sure. */
export function onlyIn(question: string): Collection[] | undefined {
  return TOLD_BY_COMPANION.test(question) ? ["dialog_logs"] : undefined;
}
