/**
 * open: reads how things stand, and sees whether there is anything to do. Of a turn that was to be off the record, or whose reply
 * was an error message, nothing is written; secrets are masked before any model sees them.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { isErrorReply } from "../../memory/manager/error-reply.ts";
import { managerStatusOf } from "../../memory/manager/request.ts";
import type { ManagerRequest } from "../../memory/manager/request.ts";
import { readStatus } from "../../memory/person.ts";
import { admit } from "../../memory/write-back/admit.ts";
import { masked } from "../../memory/write-back/records.ts";
import type { ManagerStateType, ManagerUpdate } from "../../state/memory-manager.ts";
import { assignmentOf } from "./assignment.ts";
import type { AssignmentNeeds } from "./assignment.ts";

export interface OpenNeeds extends AssignmentNeeds {
  readonly store: BaseStore;
}

export function makeOpen(needs: OpenNeeds) {
  return async (state: ManagerStateType): Promise<ManagerUpdate> => {
    const { user, request, timezone, now } = assignmentOf(state, needs);
    return {
      request: admitted(request, needs),
      status: state.status ?? managerStatusOf(await readStatus(needs.store, user)),
      now: now.toISOString(),
      timezone,
      began: needs.clock.now().getTime(),
      over: !isWorthwhile(request, needs),
    };
  };
}

function isWorthwhile(request: ManagerRequest, needs: OpenNeeds): boolean {
  if (request.task === "search") return request.text.trim() !== "";
  const { turn } = request;
  return (
    turn.userText.trim() !== "" && !isErrorReply(turn.companionText) && admit(turn, needs).writes.length > 0
  );
}

function admitted(request: ManagerRequest, needs: OpenNeeds): ManagerRequest {
  if (request.task === "search") return request;
  const { turn } = request;
  const { secrets } = admit(turn, needs).extraction;
  if (secrets.length === 0) return request;
  return {
    ...request,
    turn: {
      ...turn,
      userText: masked(turn.userText, secrets),
      companionText: masked(turn.companionText, secrets),
      before: turn.before.map((spoken) => ({ ...spoken, text: masked(spoken.text, secrets) })),
    },
  };
}
