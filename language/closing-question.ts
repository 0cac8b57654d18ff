/** Where a message stops telling and starts asking: what stands before its closing questions, and those questions. */

const SENTENCES = /[^。！？!?.…~～\n]*(?:[。！？!?…~～\n]+|\.(?=\s|$)|\.|$)/gu;
const ASKS = /[？?][\s"”』」)）]*$/u;
/** More questions in a row than this are not kept: the last ones are what is answered. */
const MOST_QUESTIONS = 2;

export interface Closing {
  /** The message without its closing questions; all of it when it only asks. */
  readonly told: string;
  /** The closing questions, at most the last two; "" when it does not close with one. */
  readonly asked: string;
}

/** "烤肉很香。你喜欢什么菜系？" is told "烤肉很香。" and asked "你喜欢什么菜系？". */
export function closingQuestion(message: string): Closing {
  const sentences = [...message.matchAll(SENTENCES)]
    .map(([sentence]) => sentence)
    .filter((part) => part.trim() !== "");
  let first = sentences.length;
  while (first > 0 && ASKS.test(sentences[first - 1] ?? "")) first--;
  return {
    told: sentences
      .slice(0, first === 0 ? sentences.length : first)
      .join("")
      .trim(),
    asked: sentences.slice(first).slice(-MOST_QUESTIONS).join("").trim(),
  };
}
