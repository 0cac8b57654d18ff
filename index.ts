/** miramate-graph as a library. */
export { createCompanion } from "./app/companion.ts";
export type { CompanionOptions } from "./app/companion.ts";
export type {
  Companion,
  Description,
  HeldMemory,
  IdleReport,
  PastRequest,
  PastUtterance,
  PromptBlock,
  TurnRequest,
  TurnResult,
  UserExport,
} from "./app/types.ts";

export { isMiraMateError, MiraMateError } from "./base/errors.ts";
export type { ErrorCode, Locale } from "./base/errors.ts";
export { fixedClock, systemClock } from "./base/clock.ts";
export type { Clock } from "./base/clock.ts";

// The graphs, apart from their compiled form: rewire them, or compile them with parts of your own.
export { buildCompanionGraph } from "./graphs/companion.ts";
export type { CompanionNeeds } from "./graphs/companion.ts";
export { buildConsolidateGraph } from "./graphs/consolidate.ts";
export type { ConsolidateNeeds } from "./graphs/consolidate.ts";
export { buildManagedWriteBackGraph } from "./graphs/managed-write-back.ts";
export type { ManagedWriteBackNeeds } from "./graphs/managed-write-back.ts";
export { buildMemoryManagerGraph } from "./graphs/memory-manager.ts";
export type { MemoryManagerNeeds } from "./graphs/memory-manager.ts";
export { buildWriteBackGraph } from "./graphs/write-back.ts";
export type { WriteBackGraphNeeds } from "./graphs/write-back.ts";
export { CompanionContext, CompanionInput, CompanionState } from "./state/companion.ts";
export type { CompanionContextType, CompanionStateType, CompanionUpdate } from "./state/companion.ts";
export { ConsolidateInput, ConsolidateState, WriteBackInput, WriteBackState } from "./state/background.ts";
export { ManagerInput, ManagerState } from "./state/memory-manager.ts";
export { startRuntime } from "./config/runtime.ts";
export type { Runtime, RuntimeOptions } from "./config/runtime.ts";
export { openServices } from "./config/services.ts";
export type { ServiceOverrides, Services } from "./config/services.ts";
export { readSettings } from "./config/settings.ts";
export type { Environment, Settings } from "./config/settings.ts";

export type { MemoryRecord } from "./memory/record.ts";
export type { Degraded, Recalled } from "./memory/recall/types.ts";
export type { Understanding } from "./memory/understanding.ts";
export type { Extraction } from "./memory/extraction.ts";
export type { Profile } from "./memory/profile.ts";
export type { Status } from "./memory/status.ts";
export type { FocusEvent } from "./memory/focus.ts";

// What the graphs work with, for replacements of your own.
export type { Extractor } from "./memory/extract.ts";
export type { Reflector } from "./memory/reflect.ts";
export type { Speaker, SpeakRequest } from "./memory/speak.ts";
export type { Understander, UnderstandRequest } from "./memory/understand.ts";

export type { Planner, Step } from "./memory/manager/planner.ts";
export type { ManagerRequest } from "./memory/manager/request.ts";

// The ports, for adapters of your own.
export type {
  CallOptions,
  ChatMessage,
  ChatModel,
  OutputSchema,
  ToolAnswer,
  ToolCall,
  ToolOffer,
  ToolTalk,
} from "./models/chat/port.ts";
export type { Embedder, EmbeddingKind, Fingerprint } from "./models/embedder/port.ts";
export type { Reranker } from "./models/reranker/port.ts";
export type { TokenCounter } from "./models/tokens/port.ts";
export type { Checkpoints } from "./storage/checkpoints/port.ts";
export type { Documents } from "./storage/documents/port.ts";
export type { Locks } from "./storage/locks/port.ts";
export type {
  IndexEntry,
  IndexHit,
  IndexScope,
  MemoryIndex,
  MemoryIndexOptions,
} from "./storage/memory-index/port.ts";
