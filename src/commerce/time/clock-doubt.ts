import { DAY_MS, formatMinute, HOUR_MS, type Instant, toIso } from './time.ts';

/** A service that rests for a year is rarer than a clock that is wrong. */
const MAX_REST_MS = 365 * DAY_MS;

/** `newest`: when the service last worked, empty for never. Returns undefined unless the clock is before that, or a year after. */
export function describeClockDoubt(newest: Instant, nowMs: number) {
  if (newest === '') return undefined;
  const restMs = nowMs - Date.parse(newest);
  if (restMs > -HOUR_MS && restMs < MAX_REST_MS) return undefined;
  const days = Math.round(Math.abs(restMs) / DAY_MS);
  return {
    title: `This machine’s clock is ${formatMinute(toIso(nowMs))}, ${days} days ${restMs < 0 ? 'before' : 'after'} the service last worked (${formatMinute(newest)}).`,
    cause: 'The clock is wrong, or the service rested that long.',
    remedy:
      'Correct the clock if it is wrong: sessions and links expire by it, and RETENTION_DAYS deletes by it.',
  };
}
