import { DAY_MS, HOUR_MS, type Instant, iso, MINUTE_MS } from './time.ts';

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
export function knownTimeZone(text: string): string | undefined {
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
export function localTime(at: number, timeZone: string): number {
  return at + offsetAt(at, timeZone);
}

/** ISO date of an instant in epoch milliseconds. */
export function dayAt(at: number, timeZone: string): string {
  return iso(localTime(at, timeZone)).slice(0, 10);
}

/** Instant in epoch milliseconds at which a day begins: its first midnight, or the end of the hour that the clocks skip there. */
export function beginOf(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  const [before, after] = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetAt(at, timeZone));
  if (before === undefined || after === undefined || before === after) return midnight - (before ?? 0);
  const [first, last] = [midnight - before, midnight - after];
  const isLast = offsetAt(first, timeZone) !== before && offsetAt(last, timeZone) === after;
  return isLast ? last : first;
}

/** ISO date that many days after another; before it for a negative number. */
export function dayAfter(day: string, days = 1): string {
  return iso(Date.parse(day) + days * DAY_MS).slice(0, 10);
}

/** Number of days in a period; less than 1 when it ends before it begins. */
export function lengthOf({ from, to }: Pick<Period, 'from' | 'to'>): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** The last days, today among them. */
export function lastDays(days: number, now: number, timeZone: string): Period {
  const to = dayAt(now, timeZone);
  return { from: dayAfter(to, 1 - days), to, timeZone };
}

/** The same number of days right before a period. */
export function periodBefore(period: Period): Period {
  const { from, timeZone } = period;
  return { from: dayAfter(from, -lengthOf(period)), to: dayAfter(from, -1), timeZone };
}

export function spanOf({ from, to, timeZone }: Period): Pick<Day, 'begin' | 'end'> {
  return { begin: iso(beginOf(from, timeZone)), end: iso(beginOf(dayAfter(to), timeZone)) };
}

export function daysOf(period: Period): Day[] {
  const { from, timeZone } = period;
  const dates = Array.from({ length: lengthOf(period) + 1 }, (_, index) => dayAfter(from, index));
  const begins = dates.map((day) => iso(beginOf(day, timeZone)));
  return dates.slice(0, -1).map((day, index) => ({
    day,
    begin: begins[index] ?? '',
    end: begins[index + 1] ?? '',
  }));
}

/** Above the number of time zones. */
const MAX_CLOCKS = 1_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the zone's clock is ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  // Offsets are read here: not every browser knows them as zones.
  const text = OFFSET.test(timeZone) ? timeZone : clockOf(timeZone).format(at);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(text) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  // Another process or the service may know a newer time zone than this process or browser.
  const usable = knownTimeZone(timeZone) === undefined ? 'UTC' : timeZone;
  const clock = new Intl.DateTimeFormat('en', { timeZone: usable, timeZoneName: 'longOffset' });
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
