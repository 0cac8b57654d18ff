/** Replies that are error messages, and replies that only speak of errors. */
import { describe, expect, it } from "vitest";
import { isErrorReply } from "../../../memory/manager/error-reply.ts";

describe("an error message", () => {
  it.each([
    "Error: connect ECONNREFUSED 127.0.0.1:11434",
    "API error (429): rate limit exceeded",
    "TypeError: Cannot read properties of undefined",
    "openai.RateLimitError: Error code: 429",
    "Traceback (most recent call last):\n  File",
    '{"error": {"message": "invalid api key", "type": "auth"}}',
    '{ "detail": "Internal Server Error" }',
    "502 Bad Gateway",
    "HTTP 503 Service Unavailable",
    "504: Gateway Time-out",
    "429 Too Many Requests",
    "Sorry, an internal error occurred. Please try again.",
    "An unexpected error occurred",
    "Request timed out.",
    "The model failed to load",
    "Rate limit exceeded, please slow down",
    "Service temporarily unavailable",
    "系统错误：请稍后再试",
    "抱歉，服务暂时不可用，请稍后重试",
    "对不起，网络请求失败",
    "请求超时，请重试",
    "模型调用失败：API key 无效",
    "【错误】上下文过长",
    "错误：余额不足",
    "接口返回异常",
    "服务器繁忙，请稍后再试",
    "[ERROR] connection reset by peer",
  ])("is: %s", (reply) => {
    expect(isErrorReply(reply)).toBe(true);
  });

  it.each([
    "",
    "嗯，我听到了。",
    "考试出错了也没关系，下次就好。",
    "你的错误不在于努力不够，而是太累了。",
    "昨天系统崩了你还加班到那么晚？",
    "网络不好的时候我也着急，你慢慢说。",
    "我犯了个错误，把你的生日记成了3号，抱歉。",
    "抱歉，我不太确定你说的是哪家店。",
    "对不起，让你久等啦。",
    "模型做得真好看！是高达吗？",
    "服务员态度不好确实很扫兴。",
    "请求加薪这件事，你准备好怎么开口了吗？",
    "It's an error we all make sometimes.",
    "The error in your code was a missing bracket, right?",
    "Sorry to hear that. Do you want to talk about it?",
    "There were 500 people at the wedding? Wow.",
    "404 is also the room number of my old dorm.",
    "Service at that restaurant was great, you said.",
  ])("is not: %s", (reply) => {
    expect(isErrorReply(reply)).toBe(false);
  });
});
