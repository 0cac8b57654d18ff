import { printable } from "../view.ts";
import type { Command } from "./command.ts";

/** /focus: what the companion keeps in mind these days, soonest first. */
export const focusCommand: Command = {
  name: "/focus",
  run: async (_argument, { companion, user, messages, view }) => {
    const events = await companion.focus(user);
    if (events.length === 0) return { text: messages.focus.none };
    const lines = events.map((event) => {
      const when = [view.eventTime(event), messages.focus.until(view.time(event.expiresAt))];
      return `• ${printable(event.content)}\n  ${view.paint("dim", when.join(" · "))}`;
    });
    return { text: lines.join("\n") };
  },
};
