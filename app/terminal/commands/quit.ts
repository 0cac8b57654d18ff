import type { Command } from "./command.ts";

/** /quit: the chat ends as it does at the end of input. */
export const quitCommand: Command = { name: "/quit", run: async () => ({ text: "", leave: true }) };
