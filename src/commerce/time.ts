export const DAY_MS = 24 * 60 * 60_000;

/** Epoch milliseconds as an ISO instant, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
