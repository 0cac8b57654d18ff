/** The memory manager put together: its planner, its bounds, and its graph as other graphs call it. */
import { signalForOneRun } from "../base/signals.ts";
import { buildMemoryManagerGraph } from "../graphs/memory-manager.ts";
import type { MemoryManagerNeeds } from "../graphs/memory-manager.ts";
import { createThinker } from "../memory/manager/inner-thoughts.ts";
import type { Thinker } from "../memory/manager/inner-thoughts.ts";
import { createModelPlanner } from "../memory/manager/plan-by-model.ts";
import { createRulePlanner } from "../memory/manager/plan-by-rules.ts";
import type { ReadingNeeds } from "../memory/manager/reading.ts";
import type { RunManager } from "../nodes/memory_manager/run.ts";
import type { Services } from "./services.ts";

export interface Manager {
  readonly needs: MemoryManagerNeeds;
  readonly run: RunManager;
  readonly thinker: Thinker;
}

export function createManager(services: Services, recall: ReadingNeeds): Manager {
  const { settings, clock, locks, tokens, smallModel } = services;
  const { store } = services.documents;
  const names = { userName: settings.userName, companionName: settings.companionName };
  const rules = createRulePlanner({ store });
  const needs: MemoryManagerNeeds = {
    store,
    locks,
    clock,
    timezone: settings.timezone,
    nightOwlHour: settings.nightOwlHour,
    names,
    recall,
    rules,
    planner:
      smallModel === undefined
        ? rules
        : createModelPlanner({ model: smallModel, tokens, toolCalling: settings.toolCalling, rules }),
    bounds: { steps: settings.managerSteps, tokens: settings.managerTokens, ms: settings.managerMs },
  };
  const graph = compileMemoryManager(needs);
  return {
    needs,
    run: (call, signal) =>
      graph.invoke(call, signal === undefined ? {} : { signal: signalForOneRun(signal) }),
    thinker: createThinker({
      store,
      tokens,
      names,
      persona: settings.persona,
      model: settings.innerThoughts === "off" ? undefined : smallModel,
    }),
  };
}

/** A round is two steps of the graph, and the bounds of a run come long before this. */
const RECURSION_LIMIT = 60;

/** Without a checkpointer, also within another graph's run: a run that is cut off is done again from the start. */
export function compileMemoryManager(needs: MemoryManagerNeeds) {
  return buildMemoryManagerGraph(needs)
    .compile({ name: "memory_manager", checkpointer: false })
    .withConfig({ recursionLimit: RECURSION_LIMIT });
}
