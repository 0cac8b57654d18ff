/**
 * The answer, as a stream of pieces: by the chat model where there is one, else by the rule engine. A model that fails
 * before its first word is replaced by the rules; one that breaks off leaves what it said. The turn always ends well.
 */
import { reasonOf } from "../base/errors.ts";
import type { ChatMessage, ChatModel } from "../models/chat/port.ts";
import { answerByRules } from "./rules/answer.ts";
import type { AnswerInput } from "./rules/answer.ts";
import type { Degraded } from "./recall/types.ts";

export interface SpeakRequest {
  readonly messages: readonly ChatMessage[];
  /** For the rule engine: the same turn, not as a prompt. */
  readonly plain: AnswerInput;
  readonly signal: AbortSignal | undefined;
  /** Called for each piece as it comes. */
  readonly onPiece: (text: string) => void;
}

export interface Spoken {
  readonly text: string;
  readonly degraded: Degraded[];
}

export interface Speaker {
  /** Throws only when `signal` aborts. */
  speak(request: SpeakRequest): Promise<Spoken>;
}

export interface SpeakerOptions {
  /** What the rules may promise: see AnswerInput. */
  readonly deletesOnRequest?: boolean;
}

export function createSpeaker(
  model: ChatModel | undefined,
  { deletesOnRequest = false }: SpeakerOptions = {},
): Speaker {
  return {
    async speak(request) {
      const degraded: Degraded[] = [];
      // An empty answer is asked for once more; every other failure goes to the rules at once.
      for (let attempt = 0; model !== undefined && attempt < 2; attempt += 1) {
        const said = await listen(model, request);
        if (said.text.trim() !== "") {
          if (said.failure !== undefined)
            degraded.push({ part: "answer", reason: said.failure, instead: "partial" });
          return { text: said.text, degraded };
        }
        if (said.failure !== undefined) {
          degraded.push({ part: "answer", reason: said.failure, instead: "rules" });
          break;
        }
        degraded.push({ part: "answer", reason: "empty answer", instead: attempt === 0 ? "retry" : "rules" });
      }
      const text = answerByRules({ ...request.plain, deletesOnRequest });
      for (const piece of pieces(text)) request.onPiece(piece);
      return { text, degraded };
    },
  };
}

async function listen(model: ChatModel, request: SpeakRequest): Promise<{ text: string; failure?: string }> {
  let text = "";
  try {
    const options = {
      runName: "answer",
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    for await (const piece of model.stream(request.messages, options)) {
      // White space alone is not shown yet: the answer may turn out to be empty.
      const first = text.trim() === "";
      text += piece;
      if (text.trim() !== "") request.onPiece(first ? text : piece);
    }
    return { text };
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    return { text, failure: reasonOf(error) };
  }
}

/** The rules' answer in sentences, so that it streams like a model's. */
function pieces(text: string): string[] {
  return text.match(/[^。！？!?.\n]+[。！？!?.\n]*|[。！？!?.\n]+/gu) ?? [text];
}
