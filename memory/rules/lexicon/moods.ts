/** Words that tell how a clause is said: asked, wished, supposed, ordered, played, or plainly stated. */

/** Opens a clause without saying anything: taken off before it is read. */
export const OPENERS_ZH =
  "嗯+|恩+|哦+|噢|啊+|呃+|额|哎呀?|唉|诶|欸|哇塞?|呀|嘿嘿*|嘻嘻+|哈哈+|呜+|其实|而且|另外|此外|还有|对了|话说回来|话说|说起来|" +
  "说实话|说真的|讲真|不过|但是?|可是|然后|所以|因为|由于|虽然|尽管|除此之外|顺便(?:告诉你(?:一件事情?)?|说一下|说一句)?|你知道吗|" +
  "你知道(?=我)|不瞒你说|老实说|好吧|好的|好啊|是的|是啊|当然啦?|没错|反正|毕竟|比如说?|例如|果然|原来|没想到|真巧|我?跟你说(?:哦|啊)?(?=我)|" +
  "我?告诉你(?=我)|说过没有?|记得吗|我记得(?=我)|也就是说|只是|只不过|首先|其次|总之|坦白说|实际上|事实上|的确|那么|有时候?(?=我)|那(?=我)|" +
  "请?(?:你)?(?:一定)?(?:要)?(?:帮我)?(?:记住|记一下|记着)|别忘了";

export const QUESTION_ZH =
  /[吗么]$|什么(?!都|也)|啥(?!都|也)|谁(?!都|也)|哪(?:里|儿|个|些|种|家|位|天|年|首|部|本|国|边|款|不)?(?!都|也|怕)|怎么(?!都|也)|怎样|如何|为何|为什么|干嘛|干吗|(?<![这那前好过十后近])几(?:点|号|岁|个|月|次|天|时)(?!了)|多少|多久|多大|多远|是不是|有没有|能不能|可不可以|会不会|要不要|该不该|好不好|行不行|对不对|喜不喜欢|想不想|知不知道|是否|记不记得|还记得|难道|何时|来着$/;
/** A statement that is only put up to be confirmed: it turns what stands before it into a question. */
export const TAG_QUESTION =
  /^(?:对吗|对吧|是吗|是吧|是不是|对不对|没错吧|不是吗|真的吗|right|isn't it|don't i|do i|am i right|correct|didn't i|aren't i|am i|isn't that right|yeah)$/i;
export const WISH_ZH = /就好了|该多好|真希望|多希望|希望|但愿|恨不得|巴不得|祝愿|好想有|梦想着/;
export const HYPOTHESIS_ZH =
  /^(?:我)?(?:如果|要是|假如|假设|假使|倘若|若是|若|万一|即使|即便|就算|哪怕|除非|一旦)|的话$|本来可以|差点儿?|(?:我|他|她|你)(?:要是|如果|假如|若是)/;
/** "如果没记错" and its like do not make a clause a supposition. */
export const REMEMBERED = /没记错|没弄错|if i (?:remember|recall)|if i'm not (?:wrong|mistaken)/i;
export const REQUEST_ZH =
  /^(?:请|麻烦|拜托|帮我?|给我|替我|陪我|别|不要|千万别|千万不要|不用|不许|推荐|介绍|说说|讲讲|讲个|来个|来一|猜猜|你猜|快点|快来|快帮|快说|快告诉|让我们|我们来|咱们|告诉我|教我|想想|你(?:来|先|再|别|不要|要|给我|帮我|能|可以))/;
export const HEARSAY_ZH =
  /^(?:听说|据说|传说|有人说|人家说|网上说|书上说|新闻说|看到新闻|歌词|台词|俗话说|老话说)/;
/** Someone else's speech or opinion, after the subject has been taken off. */
export const REPORTED_ZH =
  /^(?:总|老|常|还|都|又|也|曾经?|刚才?){0,6}(?:说|问|告诉|觉得|认为|以为|嫌|夸|骂|劝|骗|提到|表示|建议|抱怨|回答|猜|评价|形容)/;
export const ROLE_PLAY =
  /演戏|角色扮演|扮演|演一个|来演|假装|设定是|你演|我演|剧本是|cosplay|role[- ]?play|pretend|let's play .*(?:role|character)|act as|in character/i;
export const ROLE_PLAY_ENDS =
  /不演了|演完了|出戏|回到现实|别演了|结束扮演|stop (?:role|pretend)|out of character|enough role/i;

export const QUESTION_EN =
  /^(?:and |but |so |well,? |hey,? |ok(?:ay)?,? |by the way,? ){0,6}(?:what|who|whom|whose|which|when|where|why|how|do|does|did|is|are|am|was|were|can|could|would|will|should|have|has|had|may|might|isn't|aren't|don't|doesn't|didn't|won't|can't|haven't|any)\b/i;
export const WISH_EN =
  /\bi wish\b|\bif only\b|\bi hope\b|\bhopefully\b|\bi'd (?:love|like) to\b|\bi would (?:love|like) to\b|\bi'd like\b|\bi would like\b/i;
export const HYPOTHESIS_EN =
  /^(?:and |but |so |well,? ){0,6}(?:if|suppose|supposing|imagine|unless|even if|what if|assuming|let's say|say i)\b|\bif i (?:were|was|had|could)\b|\bi(?:'d| would| could| might) (?:have|be|never|rather)\b/i;
export const REQUEST_EN =
  /^(?:please|let's|let me|tell|give|show|help|recommend|suggest|don't|do not|never mind|stop|keep|try|go|come|remind|forget|explain|write|translate|play|sing|guess|you should|you can|you could)\b/i;
export const HEARSAY_EN =
  /^(?:i (?:heard|read|was told)|people say|they say|apparently|rumou?r has it|the lyrics|the song says|someone said|some people)\b/i;
export const REPORTED_EN =
  /^(?:always |often |once |just |also ){0,6}(?:said|says|say|told|tells|asked|asks|thinks|thought|believes|claims|claimed|mentioned|complains|complained|insists)\b/i;
/** Opens an English sentence without saying anything. */
export const OPENERS_EN =
  /^(?:(?:oh|ah|um+|uh+|hmm+|well|so|and|but|also|actually|honestly|anyway|by the way|btw|yeah|yes|no|ok|okay|haha+|lol|hey|hi|hello|you know(?: what)?|guess what|to be honest|in fact|besides|plus|then|because|since|although|though|frankly|sure|right|unfortunately|luckily|sadly|recently|lately|remember that|please remember(?: that)?|remember|note that|just so you know|as i said|fyi|i mean|i think|i guess|i believe)[,:!.]?\s+)+/i;
