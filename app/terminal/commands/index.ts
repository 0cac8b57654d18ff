/** All commands by name. Adding one: a file here, its name and sentences in app/messages. */
import type { CommandName } from "../../messages/index.ts";
import type { Command } from "./command.ts";
import { exportCommand } from "./export.ts";
import { focusCommand } from "./focus.ts";
import { helpCommand } from "./help.ts";
import { idleCommand } from "./idle.ts";
import { memoriesCommand } from "./memories.ts";
import { profileCommand } from "./profile.ts";
import { quitCommand } from "./quit.ts";
import { statusCommand } from "./status.ts";
import { whyCommand } from "./why.ts";

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  "/memories": memoriesCommand,
  "/profile": profileCommand,
  "/status": statusCommand,
  "/focus": focusCommand,
  "/why": whyCommand,
  "/idle": idleCommand,
  "/export": exportCommand,
  "/help": helpCommand,
  "/quit": quitCommand,
};

/** The command of that name, in any case; undefined when there is none. */
export function commandNamed(name: string): Command | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(COMMANDS, lower) ? COMMANDS[lower as CommandName] : undefined;
}
