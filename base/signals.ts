import { setMaxListeners } from "node:events";

/**
 * A signal of its own for one piece of work, aborted with `signal`. LangGraph adds a listener for every step and takes
 * none away; on a signal that lives as long as the process they would pile up (and Node warn of a leak).
 */
export function signalForOneRun(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}
