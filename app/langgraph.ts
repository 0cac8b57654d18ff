/**
 * What langgraph.json points at: the four graphs for the LangGraph server and Studio. All of them share one runtime,
 * opened when the first graph is asked for, so that importing this file opens nothing. The server brings its own
 * checkpointer; memories live in the stores of the settings.
 */
import { readSettings, environmentWithFile } from "../config/settings.ts";
import { openServices } from "../config/services.ts";
import { startRuntime } from "../config/runtime.ts";
import type { Runtime } from "../config/runtime.ts";
import { buildCompanionGraph } from "../graphs/companion.ts";

let opened: Promise<Runtime> | undefined;

function runtime(): Promise<Runtime> {
  opened ??= open().catch((error: unknown) => {
    // A second try may find the folder writable or the server up.
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<Runtime> {
  const settings = readSettings(environmentWithFile(process.env, process.cwd()));
  return startRuntime(await openServices(settings), {
    onBackgroundError: (part, user, error) => console.error(`${part} of ${user} will be tried again:`, error),
  });
}

export async function companion() {
  return buildCompanionGraph((await runtime()).needs).compile({ name: "companion" });
}

export async function writeBack() {
  return (await runtime()).writeBack;
}

/** The memory manager by itself, whichever strategy the companion has. */
export async function memoryManager() {
  return (await runtime()).memoryManager;
}

export async function consolidate() {
  return (await runtime()).consolidate;
}
