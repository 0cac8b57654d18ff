/**
 * A companion's reply that is an error message: of a server, a proxy or a library that answered in the model's place. Such a
 * turn is no conversation, and the memory manager writes nothing of it.
 */
import { normaliseForSearch } from "../../language/normalise.ts";

/** How error messages begin, which is where they tell what they are; talk about errors begins otherwise. */
const BEGINNINGS: readonly RegExp[] = [
  // Error: ..., API error (429), TypeError: ..., Traceback (most recent call last)
  /^(?:[a-z]+ ){0,2}[a-z.]*(?:error|exception)\s*(?:[:(\]}]|code\b|\d{3}\b)/,
  /^traceback \(most recent/,
  // {"error": {...}}
  /^\{\s*"(?:error|detail)"\s*:/,
  // 502 Bad Gateway, HTTP 429 Too Many Requests
  /^(?:http(?:\/[\d.]+)? )?(?:4\d\d|5\d\d)\s*[:-]?\s*(?:bad|service|internal|too many|unauthorized|forbidden|gateway|error|not found|错误|$)/,
  // sorry, an error occurred; the request timed out; rate limit exceeded
  /^(?:sorry, )?(?:an|there was an?) (?:internal |unexpected |unknown |server )*error\b/,
  /^(?:the )?(?:request|connection|model|server|api)(?: call)? (?:has )?(?:timed out|failed|was refused|refused)\b/,
  /^(?:rate limit|quota) (?:exceeded|reached)|^service (?:is )?(?:temporarily )?unavailable/,
  // 系统错误：..., 抱歉，服务暂时不可用, 请求超时, 【错误】...
  /^(?:抱歉,|对不起,|很抱歉,)?(?:系统|服务器?|网络|请求|接口|调用|模型|api|内部|连接|生成回复)[^,。!?\n]{0,8}(?:错误|异常|出错|失败|超时|不可用|繁忙)/,
  /^[[【(<]?(?:错误|异常|报错|出错了?)[\]】)>]?\s*[:(【[]/,
  /^[[【(<](?:error|exception|错误|异常|系统错误)[^\]】)>]{0,20}[\]】)>]/,
];

export function isErrorReply(reply: string): boolean {
  const text = normaliseForSearch(reply);
  return BEGINNINGS.some((beginning) => beginning.test(text));
}
