/**
 * Words that say nothing about what a text is about: left out of search tokens and keywords. Words of liking, kinship,
 * place and time of day are not here, though they are frequent: people ask by them ("我喜欢什么", "我妈住哪").
 */

/** One line a kind: pronouns; particles; question words; adverbs and auxiliaries; prepositions; conjunctions; measures. */
const CHINESE = `
我 你 您 他 她 它 咱 俺 我们 你们 他们 她们 它们 咱们 自己 别人 人家 大家 这 那 这个 那个 这些 那些 这样 那样 这么 那么 这里 那里 这儿 那儿 这边 那边 这种 那种 其 某 各 每
的 地 得 了 着 过 吗 呢 吧 啊 呀 哦 噢 喔 嗯 呃 哈 哈哈 哈哈哈 嘿 哎 唉 诶 欸 啦 嘛 哟 喽 咯 呗 么 之 所 者 来着 而已 罢了 的话 似的
什么 啥 谁 哪 哪个 哪些 哪里 哪儿 怎么 怎样 怎么样 怎么办 如何 为什么 为啥 干嘛 多少 几 几个 何时 是不是 有没有 能不能 会不会 要不要 可不可以
是 有 在 会 能 要 可以 可能 应该 必须 需要 得 想 让 叫 做 弄 搞 去 来 到 给 说 讲 告诉 问 觉得 知道 认为 看看 没 没有 不 不是 别 不会 不能 不要 很 太 真 好 更 最 挺 蛮 特别 非常 十分 超级 比较 有点 有点儿 有些 一些 一下 一点 一直 总是 经常 已经 曾经 刚 刚刚 刚才 正在 还 还是 还有 也 都 就 就是 才 又 再 只 只是 只有 其实 真的 确实 当然 反正 终于 突然 大概 也许 几乎 到底 究竟 起来 出来 下来 下去 上来 过来 过去 出去 进去 回来 时候 的时候 事 事情 东西 样子 情况
把 被 从 对 对于 关于 向 往 跟 和 与 及 同 比 按 按照 为 为了 以 于 由 由于 用 通过 随着 除了 根据 当 朝 替
而 但 但是 可是 不过 然而 而且 并且 或 或者 还是 如果 要是 假如 虽然 因为 所以 因此 于是 然后 接着 那 既然 即使 无论 不管 只要 以及 并 且 则
个 些 种 次 位 件 只 条 块 点 下 上 里 中 一 两 一个 两个 第一 之一 等 等等
请 请问 帮 帮我 帮忙 麻烦 谢谢 你好 您好 记得 记不记得 还记得 提过 说过 聊过 跟你说 告诉你 之前 以前 以后 之后 后来 最近 现在 目前
`;

const ENGLISH = `
i me my mine myself you your yours yourself he him his she her hers it its we us our ours they them their theirs this that these those
a an the some any each every all both few more most other such no nor not only own same so than too very just also even still
am is are was were be been being have has had having do does did doing done will would shall should can could may might must ought
what which who whom whose when where why how there here then now
of at by for with about against between into through during before after above below to from up down in out on off over under again further
and but if or because as until while though although unless since whether
don t s re ve ll d m didn doesn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain gonna wanna im ive id youre dont didnt
please thanks thank hi hello hey ok okay yes yeah well oh um uh like really actually maybe let lets tell told say said ask asked know think remember mentioned get got go goes going thing things stuff something anything
`;

const STOP_WORDS: ReadonlySet<string> = new Set([...CHINESE.split(/\s+/), ...ENGLISH.split(/\s+/)]);

/** Whether a word (simplified, lower case) carries no subject. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
