/** How long a server asks to wait before the next request. */

/**
 * Retry-After in milliseconds (RFC 9110, 10.2.3: seconds or a date), or OpenAI's finer `retry-after-ms`; undefined when
 * neither is said. A date is measured against the server's own Date header, so clocks need not agree.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const fine = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(fine)) return Math.max(0, fine);
  const said = headers.get("retry-after");
  if (said === null) return undefined;
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(said)
    ? Number(said) * 1000
    : Date.parse(said) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
