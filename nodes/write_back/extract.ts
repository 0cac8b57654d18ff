/** extract: what the turn says that is worth keeping, by the small model or by the rule engine. */
import type { Extractor } from "../../memory/extract.ts";
import { extractionInput } from "../../memory/write-back/admit.ts";
import type { AdmitNeeds } from "../../memory/write-back/admit.ts";
import type { WriteBackStateType, WriteBackUpdate } from "../../state/background.ts";
import type { NodeConfig } from "../context.ts";

export interface ExtractNeeds extends AdmitNeeds {
  readonly extractor: Extractor;
}

export function makeExtract(needs: ExtractNeeds) {
  return async (state: WriteBackStateType, config: NodeConfig): Promise<WriteBackUpdate> => {
    if (state.turn === null) return {};
    const { extraction, degraded } = await needs.extractor.extract(
      extractionInput(state.turn, needs),
      config.signal,
    );
    return { extraction, degraded: [...state.degraded, ...degraded] };
  };
}
