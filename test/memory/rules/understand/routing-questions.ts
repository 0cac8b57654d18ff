/**
 * Questions with the collections that may rightly hold their answer: what routing by rules is measured with. Written
 * before the rules; every fourth one (`unseen`) was not looked at while they were made.
 *
 * The letters: D dialog_logs, F facts, P user_preferences, E important_events, N nothing to look up. Where two are
 * given, both are right.
 */
import type { Collection } from "../../../../memory/record.ts";

export type Route = Collection | "none";

const ROUTES: Readonly<Record<string, Route>> = {
  D: "dialog_logs",
  F: "facts",
  P: "user_preferences",
  E: "important_events",
  N: "none",
};

const WRITTEN = `
P 我喜欢什么颜色？
P 我最爱喝的奶茶是哪种
P 你知道我不吃什么吗
P 我讨厌哪种天气来着
P 我平时爱听谁的歌？
P 我口味是偏甜还是偏辣
P 我睡前有什么习惯？
P 我是不是不喜欢人多的地方？
P 我最喜欢的导演是谁来着？
P 还记得我爱看哪一类书吗
P 我对香菜是什么态度
P 我更喜欢猫还是狗
P 我一般几点睡觉
P 我周末通常怎么过？
P 我喝咖啡加糖吗
P 你还记得我的爱好吗？
P 我受不了什么味道？
P 我以前喜欢喝什么，现在呢？
P 我有什么忌口
P 我怕什么动物来着
P What kind of music do I like?
P Which colour is my favourite?
P Do I prefer tea or coffee?
P What do I hate eating?
P What do I usually do on Sunday mornings?
P Do you remember what genre of books I enjoy?
P What are my hobbies?
PF 我早上一般吃什么
PF 我常去的健身房是哪家
PF 我跑步一般跑多远
F 我是哪里人？
F 我的公司在哪个区
F 我妹妹叫什么名字？
F 我家猫几岁了
F 我住几楼来着？
F 我的生日是哪天
F 你知道我是做什么工作的吗
F 我老板姓什么
F 我有几个兄弟姐妹？
F 我身高多少
F 我的车牌号是多少
F 我对什么过敏来着？
F 我房租一个月多少钱？
F 我室友是学什么的？
F 阿杰是做什么的
F 我男朋友多大了？
F 我爸的电话你还有吗
F 我妈身体怎么样？
F 我大学读的什么专业
F 我现在在哪家公司上班
F 我的手机是什么型号
F 林老师教我什么课？
F 我的血型是什么
F 我家狗是什么品种
F 我奶奶住在哪个城市
F 我的工资是多少来着
F 小周和我是什么关系？
F 谁是我最好的朋友
F 我同事里谁会弹吉他？
F 我叫什么
F 我有没有告诉过你我的年龄？
F 我外公以前是干什么的？
F Where do I work?
F What's my sister's name?
F How old is my dog?
F When is my birthday?
F What am I allergic to?
F Who is my manager?
F How many siblings do I have?
F What does Ben do for a living?
F Which floor do I live on?
F What breed is my cat?
F Where did I grow up?
F What car do I drive?
F 我弟在哪个学校念书
F 我以前住在哪里？
F 我的邻居是什么样的人
FE 我什么时候毕业的
FE 我哪年结的婚？
FE 我是什么时候搬到这边的？
FE 我什么时候入职的
FE 我妈的手术安排在哪天？
E 我考研结果怎么样？
E 我分手是什么时候的事？
E 我是哪天拿到offer的
E 爷爷是什么时候去世的？
E 我驾照考过了吗
E 姐姐的婚礼在哪天办的？
E 我什么时候辞职的？
E 我面试那天怎么样
E 我们搬家是几号来着？
E 我答辩过了没有
E 我住院是因为什么
E 我的订婚仪式在哪办的？
E 我哪天要做手术？
E 我升职是什么时候
E 我今年发生了哪些大事？
E 我表弟高考考得如何？
E 孩子什么时候出生的？
E 我爸出车祸是哪一年？
E 我下周有什么重要的事吗？
E 我的雅思考了多少分
E 我离婚多久了
E 买房那件事最后怎么样了？
E 比赛我拿了第几名？
E When did I get married?
E When is my exam?
E How did my job interview go?
E When did my grandmother pass away?
E What day did I move into the new flat?
E When was my surgery?
E What are the most important things that happened to me this year?
E Did I pass my driving test?
E When did we break up?
E When does my sister give birth?
D 你上次推荐给我的那本书叫什么
D 我们昨天聊了些什么？
D 你之前给我的减压建议是什么？
D 上周三我跟你说了什么
D 你教过我一个呼吸法，怎么做来着
D 我第一次跟你聊天说的是啥？
D 你昨天晚上给我讲的故事后来呢
D 刚才我们说到哪了？
D 你答应过我什么？
D 你给我推荐过几部电影？
D 我们上次聊到旅行是什么时候
D 你那天怎么安慰我的？
D 你说过你最想去哪儿？
D 我前天中午吃了什么？
D 我昨晚几点睡的
D 我上周末去哪玩了？
D 4月3号我心情怎么样？
D 我上个月为什么跟你抱怨同事？
D 清明那天我在干嘛
D 我什么时候跟你提过那家火锅店
D 我昨天为什么不开心？
D 你当时是怎么劝我的
D 上次你说的那个app叫什么
D 我星期二晚上干了什么？
D 我跟你吐槽过谁？
D What did we talk about yesterday?
D Which book did you recommend to me?
D What did you say about my sleep?
D What advice did you give me last week?
D What did I have for lunch on Tuesday?
D Why was I upset last Friday?
D What did I do last weekend?
D When did I first tell you about the trip?
D What did you promise me?
D How was I feeling on March 3rd?
D How did you comfort me that night?
DE 上个月我去了哪个城市旅游
DE 我和前任上次吵架是因为什么
DEF 我们公司团建去了哪里
DF 小雨最近怎么样了？
DF 我昨天买的鞋多少钱？
DF 我周五约了谁吃饭？
DF 阿杰借我的书叫什么
DF 我上次去看牙医花了多少钱
DF 我那家常去的面馆叫什么来着
DF 妈妈上周给我寄了什么？
DF What did Tom lend me?
DF How much did I pay for the jacket?
DFE 我体检结果怎么样？
DFE 我的猫前阵子得了什么病？
FE 我妈什么时候退休？
FE 我准备什么时候去留学？
P 今晚吃什么好？给点建议
P 帮我挑一部周末看的电影吧
P 给我点杯喝的
PF 明天休息，推荐个适合我去的地方
PF 我该送女朋友什么礼物
PF 我生日想吃蛋糕，哪种适合我？
PF 有什么适合我的运动吗
P What should I have for dinner?
P Recommend me a movie for tonight
PF Where should I go this weekend?
N 你好呀
N 早安～
N 晚安啦，做个好梦
N 谢谢你一直陪我
N 哈哈哈笑死
N 好的，知道了
N 拜拜，明天聊
N 法国的首都是哪里？
N 光速是多少
N 12乘以15等于多少
N 3.5加7.25是几？
N 写一首关于秋天的诗
N 把“我爱你”翻译成法语
N 什么是区块链？
N 水的沸点是多少度？
N 讲个笑话
N 世界上最高的山是哪座
N 给我讲个睡前故事吧
N 红楼梦的作者是谁？
N 一公里等于多少米？
N 今天星期几
N 现在几点了？
N 你是机器人吗？
N 你叫什么名字？
N 解释一下相对论
N 帮我写个请假条
N 二战是哪年结束的
N 蜂蜜能放多久？
N 怎么煮溏心蛋
N 太阳为什么会发光？
N 25的平方根是多少
N 唱首歌给我听
N 成语“画蛇添足”是什么意思
N 北京到上海有多远
N 嗯嗯
N 在吗？
N 今天天气真好啊
N 哇，太厉害了
N 辛苦啦
N 猫为什么喜欢睡觉？
N 咖啡因的半衰期有多长？
N Hello there!
N Good night!
N Thanks, that helps a lot
N What's 17 times 23?
N Who wrote Hamlet?
N What is photosynthesis?
N Tell me a joke
N Write a short poem about the sea
N How many days are there in a leap year?
N Translate "good morning" into Spanish
N What's the boiling point of water?
N Who are you?
N lol nice
N Why is the sky blue?
N How do I boil an egg?
N How far is the moon?
P 我最近迷上什么了？
P 我的偶像是谁
F 我老家有什么特产来着，我跟你讲过的
F 我的紧急联系人是谁？
F 我们家谁做饭
F 我那只鹦鹉叫啥
F 小美的男朋友姓什么？
F 你记得我的座位号吗
D 你夸过我什么？
D 我们之前玩的那个游戏叫什么
E 我什么时候第一次跑完马拉松？
E 我被裁是几月的事
E 我妹高考是哪天
P 我不爱吃的水果是啥
P 我看电影喜欢坐哪排
`;

export interface RoutedQuestion {
  readonly text: string;
  readonly routes: readonly Route[];
  readonly unseen: boolean;
}

export const ROUTED_QUESTIONS: readonly RoutedQuestion[] = WRITTEN.trim()
  .split("\n")
  .map((line, at) => {
    const [letters = "", ...words] = line.split(" ");
    const routes = [...letters].flatMap((letter) => ROUTES[letter] ?? []);
    return { text: words.join(" "), routes, unseen: at % 4 === 3 };
  });
