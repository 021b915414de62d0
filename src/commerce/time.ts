export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Epoch milliseconds as an ISO instant, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
