/**
 * Checkpoints are LangGraph's own: what a thread's graph state was after each step. They are short-term memory only;
 * everything that must not be lost is in the documents. Turns of one thread have to be serialised from outside
 * (storage/locks): a saver lets the later of two turns that began together forget the other.
 */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

export interface Checkpoints {
  /** "sqlite" or "postgres". */
  readonly name: string;
  readonly saver: BaseCheckpointSaver;
  close(): Promise<void>;
}
