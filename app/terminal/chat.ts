/**
 * The conversation over lines of text: each line is a turn or a command. It knows streams and the companion, and
 * neither keyboard nor process, so that a test can hold it between two streams.
 */
import type { Clock } from "../../base/clock.ts";
import type { Locale } from "../../base/errors.ts";
import type { TextLine } from "../command-line/lines.ts";
import { messagesFor } from "../messages/index.ts";
import type { Companion, TurnResult } from "../types.ts";
import { commandNamed } from "./commands/index.ts";
import { replyWriter } from "./reply.ts";
import { printable } from "./view.ts";
import type { View } from "./view.ts";

export interface ChatNeeds {
  readonly companion: Companion;
  readonly user: string;
  readonly session: string;
  readonly companionName: string;
  readonly locale: Locale;
  readonly view: View;
  readonly clock: Clock;
  /** Answers and what commands show. */
  readonly out: NodeJS.WritableStream;
  /** Everything else. */
  readonly err: NodeJS.WritableStream;
  /** A person sits in front of it: the speaker is named, and an answer may have several lines. */
  readonly interactive: boolean;
  /** The sentence for an error. */
  readonly sentenceFor: (error: unknown) => string;
}

export interface Chat {
  /** Goes through the lines until they end, `/quit`, or `stop`. Resolves to how many could not be handled. */
  run(lines: AsyncIterable<TextLine>, stop: AbortSignal): Promise<number>;
  /** Stops the answer that is being written, and its turn is not kept. False when there is none. */
  interrupt(): boolean;
}

export function createChat(needs: ChatNeeds): Chat {
  const { companion, user, session, view, out, err, interactive } = needs;
  const messages = messagesFor(needs.locale);
  let lastTurn: TurnResult | null = null;
  let answering: AbortController | null = null;

  const complain = (text: string): void => void err.write(`${view.paint("yellow", text)}\n`);

  /** False when the line could not be handled. */
  async function converse(text: string, stop: AbortSignal): Promise<boolean> {
    const interruption = new AbortController();
    answering = interruption;
    const signal = AbortSignal.any([interruption.signal, stop]);
    const speaker = interactive ? view.paint("magenta", messages.chat.speaker(needs.companionName)) : "";
    const reply = replyWriter(out, { speaker, singleLine: !interactive });
    try {
      lastTurn = await companion.turn({
        user,
        session,
        text,
        locale: needs.locale,
        signal,
        onToken: (piece) => {
          if (!signal.aborted) reply.add(piece);
        },
      });
    } catch (error) {
      reply.drop(messages.chat.notKept);
      complain(signal.aborted ? messages.chat.stopped : needs.sentenceFor(error));
      return false;
    } finally {
      answering = null;
    }
    reply.keep(lastTurn.answer);
    const parts = lastTurn.degraded.map(({ part, reason }) => `${part} (${reason})`);
    if (parts.length > 0) complain(messages.chat.degraded(parts.join(", ")));
    return true;
  }

  async function command(line: string): Promise<"handled" | "failed" | "leave"> {
    const [name = ""] = line.split(/\s/, 1);
    const found = commandNamed(name);
    if (found === undefined) {
      complain(messages.chat.unknownCommand(printable(name)));
      return "failed";
    }
    try {
      const context = { companion, user, locale: needs.locale, messages, view, clock: needs.clock, lastTurn };
      const reply = await found.run(line.slice(name.length).trim(), context);
      if (reply.failed === true) complain(reply.text);
      else if (reply.text !== "") out.write(`${reply.text}\n`);
      if (reply.leave === true) return "leave";
      return reply.failed === true ? "failed" : "handled";
    } catch (error) {
      complain(needs.sentenceFor(error));
      return "failed";
    }
  }

  return {
    interrupt: () => {
      if (answering === null || answering.signal.aborted) return false;
      answering.abort(new DOMException("Stopped by the person.", "AbortError"));
      return true;
    },

    run: async (lines, stop) => {
      let failed = 0;
      for await (const { text, number, fault } of lines) {
        if (fault !== undefined) {
          complain(fault === "encoding" ? messages.chat.notUtf8(number) : messages.chat.lineTooLong(number));
          failed += 1;
          continue;
        }
        const said = text.trim();
        if (said === "") continue;
        if (said.startsWith("/") && !said.startsWith("//")) {
          const outcome = await command(said);
          if (outcome === "leave") break;
          if (outcome === "failed") failed += 1;
        } else if (!(await converse(said.startsWith("//") ? said.slice(1) : said, stop))) {
          failed += 1;
        }
        if (stop.aborted) break;
      }
      return failed;
    },
  };
}
