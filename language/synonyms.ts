/**
 * Everyday variants of a word, for query expansion: a person who said 老妈 asks about 母亲. Only words that may stand for
 * each other in almost any sentence; related is not enough (手机 is not 电话). Chinese and English variants share a group,
 * since an index may hold both.
 */

/** One group a line. A word may be in several groups. */
const GROUPS = `
妈妈 老妈 母亲 妈 娘 老娘 妈咪 mom mother mum mommy
爸爸 老爸 父亲 爸 爹 老爹 dad father daddy
父母 爸妈 爸爸妈妈 爹妈 双亲 parents folks
爷爷 祖父 阿公 grandpa grandfather
奶奶 祖母 阿嬷 grandma grandmother
外公 姥爷 外祖父 grandpa grandfather
外婆 姥姥 外祖母 grandma grandmother
哥哥 哥 老哥 大哥 brother
弟弟 弟 老弟 brother
姐姐 姐 老姐 大姐 sister
妹妹 妹 老妹 sister
舅舅 舅 舅父 uncle
叔叔 叔 叔父 uncle
阿姨 姨 姨妈 aunt
姑姑 姑妈 姑 aunt
丈夫 老公 先生 爱人 husband
妻子 老婆 太太 媳妇 爱人 wife
对象 男朋友 女朋友 男友 女友 恋人 伴侣 partner
男朋友 男友 boyfriend
女朋友 女友 girlfriend
前男友 前任 前男朋友 ex
前女友 前任 前女朋友 ex
孩子 小孩 娃 宝宝 儿女 child kid
儿子 男孩 son
女儿 闺女 daughter
朋友 好友 伙伴 friend
闺蜜 好姐妹 bestie
哥们 兄弟 好兄弟 buddy
同事 工友 colleague coworker
老板 上司 领导 boss manager
同学 classmate
室友 舍友 roommate flatmate
老师 教师 teacher
医生 大夫 doctor
猫 猫咪 小猫 喵星人 猫猫 cat kitty kitten
狗 狗狗 小狗 汪星人 狗子 dog puppy
宠物 毛孩子 pet
住 住在 居住 家住 live lives residence
家 家里 住处 房子 home house
地址 住址 address
搬家 搬到 搬去 move moved
老家 家乡 故乡 hometown
工作 上班 职业 job work career
公司 单位 company
辞职 离职 quit resign
跳槽 换工作
失业 被裁 裁员 下岗 unemployed
面试 应聘 interview
工资 薪水 薪资 收入 salary pay
加班 overtime
出差 business-trip
学校 校园 school
大学 高校 university college
考试 测验 exam test
考研 研究生考试
毕业 graduate graduation
专业 主修 major
生日 诞辰 大寿 birthday
年龄 岁数 多大 年纪 age
名字 姓名 叫什么 name
昵称 外号 绰号 小名 nickname
电话 手机号 电话号码 phone
手机 mobile smartphone
电脑 计算机 computer
笔记本 笔记本电脑 laptop
苹果手机 iphone
喜欢 喜爱 爱 爱好 偏爱 like love enjoy
讨厌 不喜欢 反感 厌恶 hate dislike
害怕 怕 恐惧 afraid scared
爱好 兴趣 嗜好 hobby interest
擅长 拿手 good-at
吃饭 用餐 就餐 eat meal
早饭 早餐 breakfast
午饭 午餐 中饭 lunch
晚饭 晚餐 dinner supper
饭店 餐厅 餐馆 馆子 restaurant
好吃 美味 可口 delicious tasty
零食 小吃 snack
饮料 喝的 饮品 drink beverage
咖啡 coffee
茶 茶叶 tea
酒 喝酒 alcohol
土豆 马铃薯 洋芋 potato
番茄 西红柿 tomato
香菜 芫荽 cilantro coriander
花生 peanut
海鲜 seafood
过敏 allergy allergic
忌口 不能吃 不吃
素食 吃素 素食者 vegetarian vegan
生病 病了 不舒服 sick ill
感冒 着凉 伤风 cold
发烧 发热 fever
医院 诊所 hospital clinic
药 药物 medicine
手术 开刀 surgery operation
怀孕 有喜 pregnant
失眠 睡不着 insomnia
睡觉 入睡 睡眠 sleep
锻炼 健身 运动 exercise workout
跑步 慢跑 run running jog
爬山 登山 徒步 hiking hike
游泳 swim swimming
旅游 旅行 出游 游玩 travel trip
电影 影片 片子 movie film
音乐 歌曲 music
歌 歌曲 song
书 书籍 book
游戏 game
拍照 摄影 照相 photo photography
车 汽车 轿车 car
自行车 单车 bike bicycle
地铁 subway metro
飞机 航班 plane flight
火车 高铁 train
结婚 成婚 领证 婚礼 marry married wedding
离婚 divorce divorced
分手 分开 breakup
恋爱 谈恋爱 交往 dating
吵架 争吵 闹矛盾 quarrel argue
去世 过世 走了 离世 died passed
礼物 礼品 gift present
买 购买 入手 buy purchase
钱 金钱 money
贵 昂贵 expensive
便宜 实惠 cheap
房租 租金 rent
买房 购房
计划 打算 规划 plan
梦想 理想 dream
目标 goal target
约定 承诺 promise
开心 高兴 快乐 愉快 happy glad
难过 伤心 悲伤 难受 sad upset
生气 愤怒 恼火 angry mad
紧张 焦虑 anxious nervous
累 疲惫 疲劳 tired exhausted
孤独 寂寞 孤单 lonely
压力 stress pressure
漂亮 美丽 好看 beautiful pretty
聪明 机灵 smart clever
上海 魔都 shanghai
北京 帝都 首都 beijing
广州 羊城 guangzhou
成都 蓉城 chengdu
`;

const BY_WORD: ReadonlyMap<string, readonly string[]> = indexGroups(GROUPS);

function indexGroups(lines: string): Map<string, string[]> {
  const byWord = new Map<string, string[]>();
  for (const line of lines.trim().split("\n")) {
    const group = line.split(" ").map((word) => word.replaceAll("-", " "));
    for (const word of group) {
      const others = group.filter((other) => other !== word);
      byWord.set(word, [...new Set([...(byWord.get(word) ?? []), ...others])]);
    }
  }
  return byWord;
}

/** The other words of the groups that hold `word` (any case), nearest meaning first; [] when there is none. */
export function synonymsOf(word: string): string[] {
  return [...(BY_WORD.get(word.toLowerCase()) ?? [])];
}
