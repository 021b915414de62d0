/** ISO text in UTC: `2026-11-22T11:04:05.678Z`. */
export type Instant = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

let latest = { ms: Number.NaN, text: '' };

/** `ms`: since the epoch. A call formats its instant several times, and other calls of the same millisecond do. */
export function toIso(ms: number): Instant {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

/** `2026-11-22 11:04 UTC`. */
export function formatMinute(instant: Instant): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
