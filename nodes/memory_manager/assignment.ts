/** From the state of a run to the assignment that planner and tools work on. */
import type { Clock } from "../../base/clock.ts";
import { initialStatus } from "../../memory/status.ts";
import { managerStatusOf } from "../../memory/manager/request.ts";
import type { Assignment } from "../../memory/manager/request.ts";
import type { ManagerStateType } from "../../state/memory-manager.ts";
import { parseInstant, requireTimezone, requireUser } from "../context.ts";

export interface AssignmentNeeds {
  readonly clock: Clock;
  readonly timezone: string;
  readonly nightOwlHour: number;
  readonly names: { readonly userName: string; readonly companionName: string };
}

/** Throws USER_REQUIRED, TIME_INVALID or TIMEZONE_INVALID. */
export function assignmentOf(
  { user, request, now, timezone, status }: ManagerStateType,
  needs: AssignmentNeeds,
): Assignment {
  const turn = request.task === "record" ? request.turn : undefined;
  return {
    user: requireUser(user),
    // A turn belongs to whoever runs it, whatever its text says.
    request: request.task === "record" ? { ...request, turn: { ...request.turn, user } } : request,
    now:
      now === undefined
        ? turn === undefined
          ? needs.clock.now()
          : parseInstant(turn.said)
        : parseInstant(now),
    timezone: requireTimezone(timezone ?? turn?.timezone ?? needs.timezone),
    nightOwlHour: needs.nightOwlHour,
    names: needs.names,
    status: status ?? managerStatusOf(initialStatus),
  };
}
