import { printable } from "../view.ts";
import type { Command } from "./command.ts";

/** /profile: what is known of the user, with since when and what it was before. */
export const profileCommand: Command = {
  name: "/profile",
  run: async (_argument, { companion, user, messages, view }) => {
    const items = Object.entries((await companion.profile(user)).items);
    if (items.length === 0) return { text: messages.profile.none };
    const lines = items.map(([key, item]) => {
      const earlier = item.previous.map(({ value }) => printable(value)).join(" → ");
      const notes = [
        messages.profile.since(view.time(item.since)),
        ...(item.alwaysRemember ? [messages.profile.always] : []),
        ...(earlier === "" ? [] : [messages.profile.before(earlier)]),
      ];
      const head = `${view.paint("cyan", messages.profileKey(printable(key)))}  ${printable(item.value)}`;
      return `${head}\n  ${view.paint("dim", notes.join(" · "))}`;
    });
    return { text: lines.join("\n") };
  },
};
