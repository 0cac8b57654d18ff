/** Times as people write them in scripts and exports, into instants. */
import { instantOf, localTime } from "../../language/time/zone.ts";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * The instant of an ISO 8601 date and time. With `Z` or an offset it is taken as it stands; without one it is local
 * time in `timezone`; a date alone is its midnight there. Null for anything else and for days that do not exist.
 */
export function parseInstant(text: string, timezone: string): Date | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const field = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(field) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = localTime(year, month, day, hour, minute, second);
  if (new Date(local).toISOString().slice(0, 10) !== match[0].slice(0, 10)) return null;
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const zone = match[8];
  const instant = zone === undefined ? instantOf(local, timezone).getTime() : local - offsetOf(zone);
  return new Date(instant + milliseconds);
}

/** Milliseconds that a zone such as "Z", "+08", "+0800" or "-03:30" is ahead of UTC. */
function offsetOf(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}
