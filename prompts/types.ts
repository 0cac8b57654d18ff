/**
 * A prompt as data. It has five named blocks of context, each filled by a function of plain slots (never by replacing
 * words in a template, which would reinterpret what a user wrote), each with a budget of its own:
 *
 * - business: who works here, for whom, on what;
 * - structure: how the data and the output are built, and their rules;
 * - session: what this conversation and this moment are;
 * - task: what is to be done now;
 * - example: what a good result looks like.
 */
import type { Language } from "../language/types.ts";

export const BLOCK_NAMES = ["business", "structure", "session", "task", "example"] as const;
export type BlockName = (typeof BLOCK_NAMES)[number];

/** Lines that belong together. When room is short, lines go from the end; head and foot stay as long as a line does. */
export interface Section {
  readonly head: string;
  readonly lines: readonly string[];
  readonly foot: string;
  /** Cuts one line to about `keep` characters, for a first line that is too long by itself. Default: a plain cut. */
  readonly shorten?: (line: string, keep: number) => string;
}

/** A text is a section of its lines. Sections are separated by a line break; the last is shortened first. */
export type BlockText = string | readonly (string | Section)[];

export interface Block<Slots> {
  /** In tokens. */
  readonly budget: number;
  /** An empty text leaves the block out. */
  readonly text: (slots: Slots) => BlockText;
}

export interface Prompt<Slots> {
  /** Written to traces with the version, so that an answer can be followed to the words that asked for it. */
  readonly id: string;
  /** Raised with every change of wording. */
  readonly version: number;
  readonly language: Language;
  readonly blocks: Readonly<Record<BlockName, Block<Slots>>>;
  /** Blocks of the system message, in order. The same slots of a user give the same bytes: prefix caches live on it. */
  readonly stable: readonly BlockName[];
  /** Blocks of the user message, in order. */
  readonly changing: readonly BlockName[];
}

/** A prompt in both languages. */
export type Prompts<Slots> = Readonly<Record<Language, Prompt<Slots>>>;

/** What a block became. */
export interface RenderedBlock {
  readonly name: BlockName;
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly truncated: boolean;
}

/** Structurally the chat port's message. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface Rendered {
  readonly id: string;
  readonly version: number;
  /** Those that hold text, in the order of BLOCK_NAMES. */
  readonly blocks: readonly RenderedBlock[];
  /** The stable blocks as one system message and the changing ones as one user message; neither when empty. */
  readonly messages: readonly PromptMessage[];
}

/** Structurally the token counter port. */
export interface Counter {
  count(text: string): number;
}

/** Words of the conversation as a prompt shows them. */
export interface Said {
  readonly role: "user" | "companion";
  readonly text: string;
  /** When, in words. */
  readonly time?: string;
}

export interface Names {
  readonly userName: string;
  readonly companionName: string;
}
