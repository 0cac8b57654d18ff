/** What a command of the chat is given and gives back. One file a command beside this one. */
import type { Clock } from "../../../base/clock.ts";
import type { Locale } from "../../../base/errors.ts";
import type { CommandName, Messages } from "../../messages/index.ts";
import type { Companion, TurnResult } from "../../types.ts";
import type { View } from "../view.ts";

export interface CommandContext {
  readonly companion: Companion;
  readonly user: string;
  readonly locale: Locale;
  readonly messages: Messages;
  readonly view: View;
  readonly clock: Clock;
  /** The last turn of this process, for /why. */
  readonly lastTurn: TurnResult | null;
}

export interface CommandReply {
  /** Lines for the person, without the last line end; "" says nothing. */
  readonly text: string;
  /** The command could not do what it was asked to: said on stderr. */
  readonly failed?: true;
  /** The chat ends. */
  readonly leave?: true;
}

export interface Command {
  readonly name: CommandName;
  /** `argument` is what stands after the name, trimmed. */
  run(argument: string, context: CommandContext): Promise<CommandReply>;
}
