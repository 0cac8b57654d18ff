/** Sentences in Chinese. */
import type { Messages } from "./types.ts";

const PROFILE_KEYS: Readonly<Record<string, string>> = {
  name: "名字",
  nickname: "称呼",
  birthday: "生日",
  age: "年龄",
  gender: "性别",
  residence: "住在",
  hometown: "家乡",
  occupation: "职业",
  workplace: "工作地点",
  school: "学校",
  allergy: "过敏",
  condition: "身体状况",
  partner: "伴侣",
  pet: "宠物",
  child: "孩子",
  sibling: "兄弟姐妹",
  language: "语言",
  mother: "妈妈",
  father: "爸爸",
};

export const zh: Messages = {
  help: {
    terminal: `用法：npm start -- [选项]

在终端里和伙伴聊天。输入 /help 看聊天中的命令。

选项：
  --session NAME   接着某次会话聊；不写则开始一次新会话
  --user ID        用谁的记忆；默认是设置 MIRAMATE_USER
  --help           显示这段话

也可以从管道输入：一行是一轮对话，回答一行一个写到标准输出（回答里的换行写成空格），
其余的话都写到标准错误。一行回答的换行符出现，就表示这一轮已经存好。
有哪一行没能处理，退出码是 1。以 / 开头的话请写成 //。
`,
    replay: `用法：npm run replay -- FILE.jsonl [选项]

照着剧本重放一段生活，每步输出一行 JSON。FILE 写 - 则读标准输入。
每行一步：{"user","session","now","timezone"?,"op","text"?,"who"?}
  op: turn      伙伴回答 text
      past      who（user 或 companion）当时说过 text，照常写入记忆；
                用户的话后面紧跟着伙伴的话，算作同一轮
      idle      整理记忆
      memories  列出现有的全部记忆
  now: ISO 时间；不带时区偏移时按 timezone（默认取设置）的当地时间理解

选项：
  --data FOLDER   使用这个数据目录；默认用一个全新的临时目录，结束后删除
  --keep          保留临时目录
  --help          显示这段话

退出码：0 全部完成；1 有步骤出错；2 剧本里有写错的行（它之后的步骤都没有运行）或用法不对。
`,
    import: `用法：npm run import -- FILE [--user ID] [选项]

导入过去的对话。每行一句：{"user"?,"time","role","content"}
  time:  ISO 时间；不带时区偏移时按设置的时区理解
  role:  user、assistant 或 companion（后两个是一个意思）
  user:  给了 --user 时可以不写；写了而且不是 --user 那个人，就是错误，
         不会把别人的话记到这个人名下。不给 --user 时每行都要写，一个文件可以有几个人

选项：
  --user ID        这些话属于谁
  --session NAME   归到这个会话；默认每个日历日一个会话（import:2025-06-09）
  --skip-bad       跳过有问题的行，导入其余的；默认只要有一行有问题就什么都不导入
  --help           显示这段话

可以随时中断，再运行一次会接着导入；同样的内容不会存两遍。
退出码：0 完成；1 出错；2 有写错的行或用法不对，什么都没有导入。
`,
    studio: `用法：npm run studio -- [选项]

在 127.0.0.1 上启动 LangGraph 开发服务器，带有 companion、write_back 和 consolidate 三个图，供 Studio、SDK 和
RemoteGraph 使用。用户写在运行的 context 里：{"user": "xiaoming"}。

选项：
  --port PORT   端口，默认 2024
  --no-reload   程序文件改动时不重新启动
  --help        显示这段话
`,
    migrate: `用法：npm run migrate

用设置里的向量模型，从存下来的记忆重建记忆索引：换了向量模型之后，或者索引丢失的时候用。记住的内容不会变。
中断以后再运行一次就会接着做。
`,
  },

  edge: {
    wrongUsage: (detail) => `参数不对：${detail}。加 --help 看用法。`,
    unexpected: (detail) =>
      `出了意料之外的错：${detail}。已经确认过的对话都还在。` +
      `请用 npm run replay 写一个能重现的小剧本来报告它；设置 MIRAMATE_DEBUG=1 可以看到调用栈。`,
    fileUnreadable: (file, detail) => `读不了文件 ${file}（${detail}）。请检查路径和权限。`,
  },

  banner: {
    greeting: (companion) => `${companion}在这儿。直接说话就好；/help 看命令，Ctrl-C 离开。`,
    labels: {
      chatModel: "对话模型",
      smallModel: "小模型",
      embedder: "向量模型",
      stores: "存储",
      data: "数据目录",
      session: "会话",
    },
    rules: "规则引擎（没有配置模型）",
    stores: (memoryIndex, documents, checkpoints) =>
      `记忆索引 ${memoryIndex} · 文档 ${documents} · 检查点 ${checkpoints}`,
    dataElsewhere: "不在本机",
    session: (name) => `${name}（下次用 --session ${name} 接着聊）`,
    howToNameAModel:
      "想用真正的模型：设置 OPENAI_API_KEY（按需再设 OPENAI_BASE_URL、CHAT_MODEL、SMALL_MODEL），写法见 .env.example。",
  },

  chat: {
    prompt: (user) => `${user}：`,
    speaker: (companion) => `${companion}：`,
    notKept: "……（这一轮没有保存）",
    stopped: "已停下，这一轮没有保存。",
    lineCleared: "（再按一次 Ctrl-C 离开）",
    degraded: (parts) => `有些部分没能正常工作：${parts}。详情见 /why。`,
    unknownCommand: (name) =>
      `没有 ${name} 这个命令。/help 列出全部命令；想把它当作一句话说，请写成 /${name}。`,
    notUtf8: (line) => `第 ${line} 行不是 UTF-8 编码的文字，没有发送。`,
    lineTooLong: (line) => `第 ${line} 行太长，没有发送。请分成几段。`,
    finishing: "正在把刚才的话记好……",
  },

  commands: {
    "/memories": { usage: "/memories [词…]", does: "列出记忆；写了词就只列含有这些词的" },
    "/profile": { usage: "/profile", does: "关于你的档案" },
    "/status": { usage: "/status", does: "伙伴的心情和你们的关系" },
    "/focus": { usage: "/focus", does: "最近惦记着的事" },
    "/why": { usage: "/why", does: "上一个回答想起了什么，为什么" },
    "/idle": { usage: "/idle", does: "现在就整理记忆" },
    "/export": { usage: "/export 文件 [--force]", does: "把关于你的一切导出为 JSON；--force 覆盖已有文件" },
    "/help": { usage: "/help", does: "显示这份列表" },
    "/quit": { usage: "/quit", does: "离开" },
  },
  helpFooter: "想说一句以 / 开头的话，把它写成 //。回答途中按 Ctrl-C 停下这一轮。",

  collections: {
    dialog_logs: "对话",
    facts: "事实",
    user_preferences: "喜好",
    important_events: "大事",
    episodic: "情节",
    preferences: "偏好记录",
    relationship: "关系事件",
    user_profile: "个人信息",
  },
  legs: { vector: "语义", keyword: "关键词", time: "时间", people: "人和事物", belief: "已知的情况" },
  statuses: { active: "有效", superseded: "已被取代", retracted: "已收回" },
  buffered: "待整理",
  profileKey: (key) => PROFILE_KEYS[key] ?? key,
  relationship: {
    polite: "客气而有距离",
    trusting: "开始信任",
    familiar: "熟悉",
    close: "亲近而坦诚",
    devoted: "深深亲密",
  },

  memories: {
    none: "还没有记忆。",
    noneWith: (words) => `没有含「${words}」的记忆。`,
    heading: (collection, count) => `${collection}（${count}）`,
    earlier: (count) => `……更早的还有 ${count} 条；加上词可以筛选，/export 可以全部导出`,
    about: (time) => `说的是 ${time}`,
  },
  profile: {
    none: "档案还是空的。",
    since: (time) => `自 ${time}`,
    always: "始终记得",
    before: (values) => `以前：${values}`,
  },
  status: {
    companion: (mood, strength) => `伙伴的心情：${mood}（强度 ${strength}）`,
    closeness: (band, level, intimacy) => `关系：${band}（${level}/10），亲密度 ${intimacy}`,
    topics: (topics) => `最近聊到：${topics}`,
    user: (emotion, energy) => `你：${emotion}，精力 ${energy}`,
    session: (messages, since) => `这次会话：${messages} 轮，开始于 ${since}`,
    never: "还没有聊过。",
  },
  focus: { none: "最近没有特别惦记的事。", until: (time) => `惦记到 ${time}` },
  why: {
    noAnswerYet: "这次启动后还没有回答过。",
    looked: (intent, query) => `意图 ${intent}，查找「${query}」`,
    didNotLook: "这句话不需要查找记忆。",
    nothing: "没有想起任何记忆。",
    leg: (name, rank, score) => `${name} 第 ${rank} 名 ${score}`,
    fromCache: "来自前几轮（会话缓存）",
    beside: "紧挨着找到的那段对话，一并带上",
    factors: (list) => `分数构成：${list}`,
    source: (thread, turn) => `出处：会话 ${thread}，轮次 ${turn}`,
    quote: (words) => `原话：「${words}」`,
    recorded: (time, ago) => `记于 ${time}（${ago}）`,
    degraded: (part, reason, instead) => `没能正常工作：${part}（${reason}），改用 ${instead}`,
    timings: (list) => `用时（毫秒）：${list}`,
  },
  idle: {
    report: (counts) =>
      `整理好了：读了 ${counts.read} 条，写入 ${counts.written} 条，重复 ${counts.duplicates} 条，取代 ${counts.superseded} 条，` +
      `大事 ${counts.importantEvents} 件，放下惦记的事 ${counts.focusCleared} 件。`,
    nothing: "没有需要整理的。",
  },
  export: {
    fileMissing: "请写上文件名：/export 文件",
    exists: (file) => `${file} 已经存在，没有动它。要覆盖请加 --force。`,
    unwritable: (file, detail) => `写不了 ${file}（${detail}）。请换个位置或检查权限。`,
    done: (file, memories) => `已导出 ${memories} 条记忆到 ${file}`,
  },

  replay: {
    stepInvalid: (line, detail) =>
      `第 ${line} 行不是一个可运行的步骤：${detail}。它和它之后的步骤都没有运行。`,
    unknownKeys: (line, keys) => `第 ${line} 行有不认识的字段，已忽略：${keys}`,
    kept: (folder) => `数据保留在 ${folder}`,
    interrupted: "重放被中断。",
  },

  migrate: {
    progress: (percent, memories) => `${percent} %（${memories} 条记忆）`,
    done: (memories, embedder) => `完成：${memories} 条记忆已用 ${embedder} 建好索引。`,
    interrupted: "已中断。再运行一次 npm run migrate 会接着做，什么都没有丢失。",
  },

  import: {
    fileMissing: "请写上要导入的文件",
    lineInvalid: (line, detail) => `第 ${line} 行：${detail}`,
    nothingImported: (bad) =>
      `有 ${bad} 行有问题，什么都没有导入。改好后再运行，或加 --skip-bad 跳过这些行。`,
    moreBadLines: (count) => `……另外还有 ${count} 行有问题`,
    continuing: (line) => `接着上次的进度，从第 ${line} 行继续。`,
    progress: (percent, turns) => `导入 ${percent}%，${turns} 轮`,
    interrupted: (turns) => `已中断；这次存好了 ${turns} 轮。再运行一次会接着导入。`,
    done: (added, known, skipped) => `导入完成：新增 ${added} 轮，已有 ${known} 轮，跳过 ${skipped} 行。`,
    fileChanged: "导入途中文件变了，请在文件不再变化后再运行一次；已存的内容不会重复。",
  },

  faults: {
    notJson: "不是 JSON",
    notAnObject: "不是一个 JSON 对象",
    encoding: "不是 UTF-8 编码",
    length: "太长",
    missing: (key) => `缺少 ${key}`,
    badValue: (key, wanted) => `${key} 应为${wanted}`,
    badTime: (key, value) => `${key} 不是 ISO 时间：${value}`,
    badTimezone: (value) => `没有 ${value} 这个时区，应像 Asia/Shanghai 这样写`,
    userNeeded: "没写 user；请在行里写上，或用 --user 指明",
    otherUser: (found, given) => `这是 ${found} 的话，不能导入到 ${given} 名下`,
    emptyContent: "content 是空的",
    tooLong: (characters, most) => `content 有 ${characters} 个字符，最多 ${most} 个`,
  },
};
