/**
 * Said words into turns: a user's words directly followed by the companion's answer are one turn, anything else is a
 * turn of its own. Replay and import share it, so that both read a conversation in the same way.
 */

export interface PairingRule<T> {
  /** Whether the item may be answered by the next one: a user's words. Other items are passed on at once. */
  readonly opens: (item: T) => boolean;
  /** Whether `answer`, which comes directly after `question`, belongs to it. */
  readonly answers: (question: T, answer: T) => boolean;
}

/**
 * Items one by one or in pairs, in their order. An error of the source is thrown after what came before it has been
 * passed on.
 */
export async function* inTurns<T extends object>(
  items: AsyncIterable<T>,
  rule: PairingRule<T>,
): AsyncGenerator<readonly [T] | readonly [T, T]> {
  const iterator = items[Symbol.asyncIterator]();
  let open: T | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        failure = { error };
        return undefined;
      });
      if (next === undefined || next.done === true) break;
      const item = next.value;
      if (open !== undefined) {
        const question = open;
        open = undefined;
        if (rule.answers(question, item)) {
          yield [question, item];
          continue;
        }
        yield [question];
      }
      if (rule.opens(item)) open = item;
      else yield [item];
    }
    if (open !== undefined) yield [open];
  } finally {
    await iterator.return?.();
  }
  if (failure !== undefined) throw failure.error;
}
