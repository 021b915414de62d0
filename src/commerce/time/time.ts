/** ISO text in UTC: `2026-11-22T11:04:05.678Z`. */
export type Instant = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `ms`: since the epoch. */
export function toIso(ms: number): Instant {
  return new Date(ms).toISOString();
}

/** `2026-11-22 11:04 UTC`. */
export function formatMinute(instant: Instant): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
