/** `npm start`: a chat in the terminal, or over a pipe. */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { systemClock } from "../../base/clock.ts";
import { readSettings } from "../../config/settings.ts";
import { localFields } from "../../language/time/zone.ts";
import { EXIT, localeOf, runAtTheEdge, sentenceFor, UsageError } from "../command-line/edge.ts";
import type { Edge } from "../command-line/edge.ts";
import { linesOf, until } from "../command-line/lines.ts";
import { messagesFor } from "../messages/index.ts";
import { banner } from "./banner.ts";
import { createChat } from "./chat.ts";
import type { Chat } from "./chat.ts";
import { typedLines } from "./input.ts";
import { createView, takesColours } from "./view.ts";

/** How long the end waits for background work; what is left is taken up at the next start. */
const SETTLE_MS = { typed: 10_000, piped: 60_000, stopped: 3_000 } as const;

await runAtTheEdge(async (edge) => {
  const { values } = parseArgs({
    args: [...edge.argv],
    options: { session: { type: "string" }, user: { type: "string" }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    edge.stdout.write(messagesFor(localeOf(edge.env)).help.terminal);
    return EXIT.fine;
  }
  for (const option of ["session", "user"] as const) {
    if (values[option]?.trim() === "") throw new UsageError(`--${option}`);
  }

  const settings = readSettings(edge.env);
  const { locale, timezone } = settings;
  const messages = messagesFor(locale);
  const interactive = edge.stdin.isTTY === true && edge.stdout.isTTY === true;
  const view = createView({ colours: takesColours(edge.stdout, edge.env), timezone, locale });
  const session = values.session ?? newSessionName(systemClock.now(), timezone);

  // Loaded only now: help and wrong arguments need not wait for it.
  const { createCompanion } = await import("../companion.ts");
  const companion = await createCompanion({ env: edge.env });
  try {
    const description = companion.describe();
    edge.stdout.write(`${banner(description, session, messages, view)}\n\n`);
    const chat = createChat({
      companion,
      user: values.user ?? settings.userId,
      session,
      companionName: description.companionName,
      locale,
      view,
      clock: systemClock,
      out: edge.stdout,
      err: edge.stderr,
      interactive,
      sentenceFor: (error) => sentenceFor(error, edge.env),
    });
    const prompt = view.paint("green", messages.chat.prompt(description.userName));
    const failed = await chat.run(interactive ? typed(edge, chat, prompt) : piped(edge), edge.stop);

    if (interactive && !edge.stop.aborted)
      edge.stdout.write(`${view.paint("dim", messages.chat.finishing)}\n`);
    await companion.settle({
      timeoutMs: edge.stop.aborted ? SETTLE_MS.stopped : interactive ? SETTLE_MS.typed : SETTLE_MS.piped,
    });
    if (edge.stop.reason === "SIGINT") return EXIT.interrupted;
    // SIGTERM and SIGHUP are how a chat is ended from outside; a pipe wants to know whether every line was taken.
    return edge.stop.aborted || interactive || failed === 0 ? EXIT.fine : EXIT.failed;
  } finally {
    await companion.close();
  }

  function typed({ stdin, stdout, stop }: Edge, chat: Chat, prompt: string): ReturnType<typeof typedLines> {
    return typedLines({
      stdin,
      screen: stdout,
      prompt,
      interrupt: () => chat.interrupt(),
      onCleared: () => void stdout.write(`\n${view.paint("dim", messages.chat.lineCleared)}\n`),
      stop,
    });
  }

  function piped({ stdin, stop }: Edge): ReturnType<typeof linesOf> {
    return until(stop, linesOf(stdin));
  }
});

/** A name that says when the conversation began and that no other one has: "chat-20250609-152000-3f9c". */
function newSessionName(now: Date, timezone: string): string {
  const { year, month, day, hour, minute, second } = localFields(now, timezone);
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${year}${two(month)}${two(day)}-${two(hour)}${two(minute)}${two(second)}`;
  return `chat-${date}-${randomBytes(2).toString("hex")}`;
}
