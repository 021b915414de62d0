import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toIso } from './time.ts';

/** Days of a store by their ISO dates, both included. */
export interface Period {
  from: string;
  to: string;
  timeZone: string;
}

/** A day from its begin to its end; it has 23 or 25 hours when the clocks change. */
export interface Day {
  day: string;
  begin: Instant;
  end: Instant;
}

const OFFSET = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/** Returns the usual form of an IANA name or an offset such as `+02:00`; undefined for any other text. */
export function normalizeTimeZone(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    if (timeZone === 'UTC' || timeZone === '+00:00') return 'UTC';
    // A name that is an alias today stays as it was chosen: `Asia/Kathmandu`.
    const isSame = OFFSET.test(timeZone) || timeZone.toLowerCase() === text.toLowerCase();
    return isSame ? timeZone : text;
  } catch {
    return undefined;
  }
}

/** Name for people: `Europe/Berlin`, `UTC`, or `UTC+02:00`. */
export function timeZoneName(timeZone: string): string {
  return OFFSET.test(timeZone) ? `UTC${timeZone}` : timeZone;
}

/** Milliseconds since 1970 on the zone's own clock, at an instant in epoch milliseconds. */
export function toLocalTime(at: number, timeZone: string): number {
  return at + computeOffset(at, timeZone);
}

export function toDay(at: number, timeZone: string): string {
  return toIso(toLocalTime(at, timeZone)).slice(0, 10);
}

/** Instant in epoch milliseconds at which a day begins: its first midnight, or the end of the hour that the clocks skip there. */
export function beginOf(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((at) => computeOffset(at, timeZone));
  if (before === undefined || after === undefined || before === after) return midnight - (before ?? 0);
  const [first, last] = [midnight - before, midnight - after];
  const isLast = computeOffset(first, timeZone) !== before && computeOffset(last, timeZone) === after;
  return isLast ? last : first;
}

/** ISO date that many days after another; before it for a negative number. */
export function addDays(day: string, days = 1): string {
  return toIso(Date.parse(day) + days * DAY_MS).slice(0, 10);
}

export function computeLength({ from, to }: Pick<Period, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

export function getLastDays(days: number, now: number, timeZone: string): Period {
  const to = toDay(now, timeZone);
  return { from: addDays(to, 1 - days), to, timeZone };
}

/** The same number of days right before a period. */
export function getPeriodBefore(period: Period): Period {
  const { from, timeZone } = period;
  return { from: addDays(from, -computeLength(period)), to: addDays(from, -1), timeZone };
}

export function toSpan({ from, to, timeZone }: Period): Pick<Day, 'begin' | 'end'> {
  return { begin: toIso(beginOf(from, timeZone)), end: toIso(beginOf(addDays(to), timeZone)) };
}

export function getDays(period: Period): Day[] {
  const dates = Array.from({ length: computeLength(period) }, (_, index) => addDays(period.from, index));
  return dates.map((day) => ({ day, ...toSpan({ ...period, from: day, to: day }) }));
}

/** Above the number of time zones. */
const MAX_CLOCKS = 1_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

function computeOffset(at: number, timeZone: string): number {
  // Offsets are read here: not every browser knows them as zones.
  const text = OFFSET.test(timeZone) ? timeZone : getClock(timeZone).format(at);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(text) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}

function getClock(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  // Another process or the service may know a newer time zone than this process or browser.
  const usable = normalizeTimeZone(timeZone) === undefined ? 'UTC' : timeZone;
  const clock = new Intl.DateTimeFormat('en', { timeZone: usable, timeZoneName: 'longOffset' });
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
