/** The memory manager as other graphs' nodes call it: the compiled graph behind one function. */
import type { ManagerRequest } from "../../memory/manager/request.ts";
import type { ManagerStateType } from "../../state/memory-manager.ts";

export interface ManagerCall {
  readonly user: string;
  readonly request: ManagerRequest;
  /** ISO instant. */
  readonly now?: string;
  readonly timezone?: string;
}

/** Throws when the stores are down, or when `signal` aborts. */
export type RunManager = (
  call: ManagerCall,
  signal: AbortSignal | undefined,
) => Promise<Pick<ManagerStateType, "context" | "recalled" | "wrote" | "degraded" | "steps" | "tokens">>;
