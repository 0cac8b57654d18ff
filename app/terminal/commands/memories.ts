import { ALL_COLLECTIONS } from "../../../memory/record.ts";
import type { HeldMemory } from "../../types.ts";
import { printable } from "../view.ts";
import type { Command, CommandContext } from "./command.ts";

/** More than this of one collection would scroll away; /export has them all. */
const SHOWN_PER_COLLECTION = 30;

/** /memories [words]: what is held, by collection, oldest first; with words, only what contains them all. */
export const memoriesCommand: Command = {
  name: "/memories",
  run: async (argument, context) => {
    const words = argument.toLowerCase().split(/\s+/).filter(Boolean);
    const held = (await context.companion.memories(context.user)).filter((memory) => {
      const text = `${memory.text} ${memory.tags.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const { memories } = context.messages;
    if (held.length === 0)
      return { text: argument === "" ? memories.none : memories.noneWith(printable(argument)) };
    const groups = ALL_COLLECTIONS.map((collection) => ({
      collection,
      all: held.filter((memory) => memory.collection === collection),
    })).filter(({ all }) => all.length > 0);
    const lines = groups.flatMap(({ collection, all }) => {
      const shown = all.slice(-SHOWN_PER_COLLECTION);
      const heading = memories.heading(context.messages.collections[collection], all.length);
      return [
        context.view.paint("bold", heading),
        ...(shown.length < all.length ? [memories.earlier(all.length - shown.length)] : []),
        ...shown.map((memory) => entry(memory, context)),
      ];
    });
    return { text: lines.join("\n") };
  },
};

function entry(memory: HeldMemory, { messages, view }: CommandContext): string {
  const event = view.eventTime(memory);
  const notes = [
    view.time(memory.recordedAt),
    ...(event === null ? [] : [messages.memories.about(event)]),
    ...(memory.status === "active" ? [] : [messages.statuses[memory.status]]),
    ...(memory.buffered ? [messages.buffered] : []),
  ];
  const text = printable(memory.text).replaceAll("\n", "\n  ");
  return `• ${text}\n  ${view.paint("dim", notes.join(" · "))}`;
}
