export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Epoch milliseconds as an ISO instant, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** `2026-11-22 11:04 UTC` of an ISO instant. */
export function minute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
