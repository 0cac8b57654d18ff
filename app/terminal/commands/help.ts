import { COMMAND_NAMES } from "../../messages/index.ts";
import { displayWidth, padded } from "../view.ts";
import type { Command } from "./command.ts";

/** /help: every command with one line of what it does. */
export const helpCommand: Command = {
  name: "/help",
  run: async (_argument, { messages, view }) => {
    const entries = COMMAND_NAMES.map((name) => messages.commands[name]);
    const width = Math.max(...entries.map(({ usage }) => displayWidth(usage)));
    const lines = entries.map(({ usage, does }) => `${view.paint("cyan", padded(usage, width))}  ${does}`);
    return { text: [...lines, messages.helpFooter].join("\n") };
  },
};
