/** The running system: services, the three graphs over them, and the background worker that joins them. */
import { signalForOneRun } from "../base/signals.ts";
import { createBackground } from "../memory/background.ts";
import type { Background } from "../memory/background.ts";
import { createExtractor } from "../memory/extract.ts";
import { createEventRecogniser } from "../memory/consolidation/events.ts";
import { readStatus } from "../memory/person.ts";
import { createReflector } from "../memory/reflect.ts";
import { createSpeaker } from "../memory/speak.ts";
import { createUnderstander } from "../memory/understand.ts";
import { usersIn } from "../memory/users.ts";
import { buildCompanionGraph } from "../graphs/companion.ts";
import { buildConsolidateGraph } from "../graphs/consolidate.ts";
import { buildManagedWriteBackGraph } from "../graphs/managed-write-back.ts";
import type { ManagedWriteBackNeeds } from "../graphs/managed-write-back.ts";
import { buildWriteBackGraph } from "../graphs/write-back.ts";
import type { CompanionNeeds } from "../graphs/companion.ts";
import { warmLanguage } from "../language/segment.ts";
import { compileMemoryManager, createManager } from "./memory-manager.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

/** Of either strategy: both drain the same outbox. */
export type WriteBackGraph = ReturnType<typeof compileWriteBack> | ReturnType<typeof compileManagedWriteBack>;

export interface Runtime {
  readonly services: Services;
  readonly needs: CompanionNeeds;
  /** Compiled with the checkpointer of the settings. */
  readonly companion: ReturnType<typeof compileCompanion>;
  readonly writeBack: WriteBackGraph;
  readonly consolidate: ReturnType<typeof compileConsolidate>;
  readonly memoryManager: ReturnType<typeof compileMemoryManager>;
  readonly background: Background;
  close(): Promise<void>;
}

export interface RuntimeOptions {
  /** False: no work after the reply and no idle consolidation by itself; only on demand. Default true. */
  readonly background?: boolean;
  readonly onBackgroundError?: (part: string, user: string, error: unknown) => void;
}

/** Five nodes a turn; a long outbox is one run. */
const DRAIN_STEPS = 1_000_000;

export async function startRuntime(services: Services, options: RuntimeOptions = {}): Promise<Runtime> {
  const { settings, clock, locks, embedder, index } = services;
  const { store } = services.documents;
  const names = { userName: settings.userName, companionName: settings.companionName };
  const memory = { store, locks, embedder, index, names, nightOwlHour: settings.nightOwlHour };

  const recall = {
    ...memory,
    ...recallLimits(settings),
    deadlineMs: settings.recallDeadlineMs,
    budget: { tokens: services.tokens, maxHits: settings.recallHits, maxTokens: settings.recallTokens },
    ...(services.reranker === undefined
      ? {}
      : { rerank: { reranker: services.reranker, topN: settings.rerankerTopN } }),
  };
  const manager = createManager(services, recall);
  const byAgent = settings.memoryStrategy === "agent";
  const writeBack = byAgent
    ? compileManagedWriteBack({ ...memory, thinker: manager.thinker, manager: manager.run })
    : compileWriteBack({
        ...memory,
        extractor: createExtractor({ ...memory, model: services.smallModel, tokens: services.tokens }),
        reflector: createReflector({ ...memory, model: services.smallModel, tokens: services.tokens }),
      });
  const consolidate = compileConsolidate({
    ...memory,
    clock,
    timezone: settings.timezone,
    events: createEventRecogniser({ ...memory, model: services.smallModel, tokens: services.tokens }),
  });
  const background = createBackground(
    {
      drain: (user, signal) =>
        // One drain of a user at a time, whatever the process: two would only do the same work twice.
        locks.hold(
          `drain:${user}`,
          async () => {
            const { degraded } = await writeBack.invoke(
              { user },
              { signal: signalForOneRun(signal), recursionLimit: DRAIN_STEPS },
            );
            return !degraded.some(({ part }) => part === "index");
          },
          { signal },
        ),
      consolidate: async (user, signal) => {
        await consolidate.invoke({ user }, { signal: signalForOneRun(signal) });
      },
    },
    { idleMs: settings.idleSeconds * 1000, onError: options.onBackgroundError ?? (() => undefined) },
  );

  const needs: CompanionNeeds = {
    ...memory,
    clock,
    timezone: settings.timezone,
    persona: settings.persona,
    tokens: services.tokens,
    shortTerm: shortTermLimits(settings),
    maxMessageCharacters: settings.maxMessageCharacters,
    understander: createUnderstander({
      ...memory,
      model: settings.understanding === "rules" ? undefined : services.smallModel,
      tokens: services.tokens,
      deadlineMs: settings.smallModelMs,
      queryWork: settings.queryStrategies,
    }),
    recall,
    ...(byAgent ? { manager: manager.run } : {}),
    // What is left in mind from earlier turns may take half as much again.
    inMind: {
      tokens: services.tokens,
      maxHits: settings.recallHits * 2,
      maxTokens: settings.recallTokens * 1.5,
    },
    speaker: createSpeaker(services.chatModel, { deletesOnRequest: byAgent }),
    onQueued: (user) => {
      if (options.background !== false) background.nudge(user);
    },
  };
  warmUp(services);
  if (options.background !== false) await takeUpWhereItStopped(services, background);
  return {
    services,
    needs,
    companion: compileCompanion(needs, services),
    writeBack,
    consolidate,
    memoryManager: compileMemoryManager(manager.needs),
    background,
    async close() {
      await background.close();
      await services.close();
    },
  };
}

/**
 * Hits asked for per leg and collection, and how many of all are read and scored in full. Fewer cost recall where the
 * turns around an answer are what it is found by (docs/recall.md); a hit that is not read costs next to nothing.
 */
const HITS_PER_LEG = 128;
const PROMISING = 64;

/** How widely recall looks, and from where on a memory counts as related. */
export function recallLimits({ recallFloor }: Pick<Settings, "recallFloor">) {
  return {
    hitsPerLeg: HITS_PER_LEG,
    promising: PROMISING,
    floor: { similarity: recallFloor, similarityWithKeyword: recallFloor / 2, coverage: 0.6 },
  };
}

function compileCompanion(needs: CompanionNeeds, services: Services) {
  return buildCompanionGraph(needs).compile({ checkpointer: services.checkpoints.saver, name: "companion" });
}

function compileWriteBack(needs: Parameters<typeof buildWriteBackGraph>[0]) {
  return buildWriteBackGraph(needs).compile({ name: "write_back" });
}

function compileManagedWriteBack(needs: ManagedWriteBackNeeds) {
  return buildManagedWriteBackGraph(needs).compile({ name: "write_back" });
}

function compileConsolidate(needs: Parameters<typeof buildConsolidateGraph>[0]) {
  return buildConsolidateGraph(needs).compile({ name: "consolidate" });
}

function shortTermLimits(settings: Settings): CompanionNeeds["shortTerm"] {
  return {
    maxTokens: settings.shortTermTokens,
    retentionMs: settings.shortTermSeconds * 1000,
    continuityMs: settings.continuitySeconds * 1000,
    minTurns: settings.shortTermTurns,
    freshDayMs: 8 * 3_600_000,
  };
}

/** Loads dictionary and token ranks before the first turn needs them, but after whoever opens us has gone on. */
function warmUp({ tokens }: Services): void {
  setImmediate(() => {
    warmLanguage();
    tokens.count("你好 hello");
  });
}

/** Outboxes and buffers left by an earlier process: drained now, consolidated when their silence is long enough. */
async function takeUpWhereItStopped(
  { documents, clock, settings }: Services,
  background: Background,
): Promise<void> {
  for (const user of await usersIn("outbox", documents.store)) background.nudge(user);
  for (const user of await usersIn("unindexed", documents.store)) background.nudge(user);
  for (const user of await usersIn("buffer", documents.store)) {
    const { session } = await readStatus(documents.store, user);
    const silence =
      session.lastInteraction === "" ? Infinity : clock.now().getTime() - Date.parse(session.lastInteraction);
    background.consolidateIn(user, settings.idleSeconds * 1000 - silence);
  }
}
