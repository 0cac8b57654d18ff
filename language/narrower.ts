/**
 * From a kind to what is of that kind: who asks about their 宠物 told of a 猫 and never said 宠物. The way down alone: who asks
 * about the 猫 means no 狗. Everyday kinds that people ask a companion about, each with its most common members; a language
 * has its own, since a kind is asked for in the language in which its members were told.
 */

/** One kind a line: the words that it is asked by, a colon, and what is told. Spaces within English words are hyphens. */
const KINDS = `
宠物 毛孩子: 猫 狗 仓鼠 兔子 金鱼 乌龟 鹦鹉 龙猫 荷兰猪 蜥蜴 鱼 鸟
动物: 猫 狗 兔子 鸟 鱼 马 牛 羊 猪 鸡 鸭 熊猫 老虎 狮子 大象 猴子 松鼠
水果: 苹果 香蕉 橙子 橘子 葡萄 草莓 西瓜 芒果 桃子 梨 樱桃 榴莲 荔枝 菠萝 蓝莓 猕猴桃 柚子 火龙果 哈密瓜 李子 柠檬 石榴 杨梅
蔬菜 青菜: 白菜 菠菜 番茄 西红柿 土豆 黄瓜 茄子 萝卜 胡萝卜 芹菜 香菜 生菜 西兰花 南瓜 豆角 蘑菇 洋葱 辣椒
海鲜: 虾 螃蟹 鱼 贝 牡蛎 生蚝 扇贝 鱿鱼 三文鱼 龙虾 蛤蜊
肉 肉类: 牛肉 羊肉 猪肉 鸡肉 鸭肉 排骨
主食: 米饭 面条 馒头 饺子 包子 米粉 粥
甜品 甜点: 蛋糕 冰淇淋 布丁 提拉米苏 饼干 巧克力 双皮奶 泡芙 慕斯
零食: 薯片 饼干 巧克力 瓜子 糖 坚果 辣条 果冻
菜系: 川菜 粤菜 湘菜 鲁菜 东北菜 日料 韩餐 西餐 火锅
饮料 喝的 饮品: 咖啡 奶茶 茶 可乐 果汁 牛奶 豆浆 啤酒 拿铁 美式 雪碧 汽水
酒: 啤酒 白酒 红酒 葡萄酒 黄酒 威士忌 鸡尾酒 清酒
运动 锻炼 健身 体育: 跑步 游泳 篮球 足球 羽毛球 乒乓球 网球 瑜伽 爬山 徒步 骑车 骑行 滑雪 滑冰 跳绳 攀岩 太极 拳击 普拉提 马拉松
球类: 篮球 足球 羽毛球 乒乓球 网球 排球 台球 高尔夫
乐器: 钢琴 吉他 小提琴 大提琴 古筝 二胡 琵琶 笛子 长笛 萨克斯 架子鼓 尤克里里 贝斯 口琴 古琴
舞蹈 跳舞: 街舞 芭蕾 拉丁 爵士舞 民族舞 广场舞
爱好 兴趣 业余: 看书 读书 摄影 画画 书法 唱歌 跳舞 弹琴 吉他 钢琴 游戏 电影 旅行 钓鱼 烘焙 做饭 下棋 养花 跑步 游泳 爬山
家人 亲人 家里人: 爸爸 妈妈 爸 妈 老公 老婆 儿子 女儿 哥哥 姐姐 弟弟 妹妹 爷爷 奶奶 外公 外婆
父母 爸妈: 爸爸 妈妈 父亲 母亲 老爸 老妈
老人 长辈: 爷爷 奶奶 外公 外婆 姥姥 姥爷
兄弟姐妹: 哥哥 姐姐 弟弟 妹妹 哥 姐 弟 妹
孩子: 儿子 女儿 闺女
亲戚: 舅舅 姑姑 叔叔 阿姨 姨妈 伯伯 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 外甥 侄子
交通工具 交通: 地铁 公交 开车 打车 骑车 自行车 电动车 摩托车 高铁 火车 飞机 出租车
车: 汽车 轿车 自行车 电动车 摩托车 电瓶车
家具: 沙发 床 桌子 椅子 衣柜 书架 书桌 茶几 柜子
家电 电器: 冰箱 洗衣机 空调 电视 微波炉 烤箱 扫地机 洗碗机 吸尘器
电子产品 数码: 手机 电脑 平板 耳机 相机 手表 笔记本 键盘 ipad iphone
衣服: 裙子 外套 裤子 衬衫 毛衣 羽绒服 T恤 大衣
颜色: 红色 蓝色 绿色 黄色 黑色 白色 紫色 粉色 灰色 橙色 棕色 米色
花: 玫瑰 百合 向日葵 郁金香 牡丹 茉莉 桂花 樱花 绣球 康乃馨 菊花
植物: 绿萝 多肉 仙人掌 薄荷 龟背竹 发财树 吊兰 月季
职业: 老师 医生 护士 工程师 程序员 设计师 会计 律师 销售 警察 司机 厨师 编辑 记者 公务员 产品经理
科目 学科 课程: 数学 语文 英语 物理 化学 生物 历史 地理 政治
语言 外语: 英语 日语 法语 德语 韩语 西班牙语 俄语 粤语
病 疾病 毛病: 感冒 发烧 胃炎 肺炎 高血压 糖尿病 过敏 鼻炎 颈椎病 失眠 骨折 偏头痛 哮喘 抑郁
过敏原: 花粉 花生 海鲜 芒果 牛奶 尘螨 青霉素 猫毛
节日: 春节 中秋 端午 元宵 清明 国庆 圣诞 情人节 七夕 元旦
城市: 北京 上海 广州 深圳 杭州 成都 南京 武汉 西安 重庆 苏州 天津 长沙 青岛 厦门 大连 昆明 宁波 郑州 合肥
国家: 日本 韩国 美国 英国 法国 德国 泰国 意大利 西班牙 澳大利亚 加拿大 新加坡 新西兰
景点: 长城 故宫 西湖 外滩 博物馆 古镇 公园

pet: cat dog hamster rabbit goldfish turtle parrot kitten puppy bird fish
animal: cat dog rabbit bird fish horse cow sheep pig
fruit: apple banana orange grape strawberry watermelon mango peach pear cherry pineapple blueberry kiwi lemon
vegetable: tomato potato cucumber carrot broccoli spinach lettuce onion pepper pumpkin
seafood: shrimp crab lobster oyster squid salmon clam
dessert: cake cookie pudding tiramisu chocolate brownie pie ice-cream
drink beverage: coffee tea juice cola beer wine milk latte soda
alcohol: beer wine whiskey vodka cocktail gin
sport exercise workout: running swimming basketball soccer football tennis badminton yoga hiking cycling skiing climbing boxing marathon
instrument: piano guitar violin cello flute drums saxophone ukulele bass harmonica clarinet trumpet
hobby hobbies: reading painting photography singing dancing guitar piano gaming fishing baking cooking hiking pottery knitting gardening
family: mom dad mother father husband wife son daughter brother sister grandma grandpa
parents: mom dad mother father
sibling: brother sister
children kids: son daughter
grandparents: grandma grandpa grandmother grandfather
relative: uncle aunt cousin nephew niece
vehicle transport: car bike bicycle subway bus train plane motorcycle scooter
furniture: sofa couch bed table desk chair wardrobe bookshelf
appliance: fridge washing-machine microwave oven dishwasher vacuum
device gadget electronics: phone laptop computer tablet headphones camera watch
clothes clothing: dress coat jacket shirt sweater jeans skirt
color colour: red blue green yellow black white purple pink gray orange brown
flower: rose lily sunflower tulip orchid daisy
profession occupation: teacher doctor nurse engineer programmer designer accountant lawyer salesman driver chef editor journalist counselor
subject: math english physics chemistry biology history geography
language: english chinese japanese french german spanish korean
illness disease: cold flu fever gastritis pneumonia diabetes allergy asthma migraine insomnia
holiday festival: christmas thanksgiving easter halloween valentine
`;

const BY_KIND: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.trim()
    .split(/\n+/)
    .flatMap((line) => {
      const [kinds = "", members = ""] = line.split(":");
      const told = members
        .trim()
        .split(" ")
        .map((word) => word.replaceAll("-", " "));
      return kinds.split(" ").map((kind): [string, readonly string[]] => [kind, told]);
    }),
);

/** What was told by who asks for the kind `word` (any case, English plurals too); [] when it is no kind. */
export function narrowerOf(word: string): readonly string[] {
  const kind = word.toLowerCase();
  return BY_KIND.get(kind) ?? BY_KIND.get(kind.replace(/s$/, "")) ?? [];
}
