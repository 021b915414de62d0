export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours on some days of the week, `HH:MM` up to `24:00`; with `to` before `from` they end on the next day. */
export interface OpenHours {
  days: readonly Weekday[];
  from: string;
  to: string;
}

/** Decides by the clock of the IANA time zone. */
export function isOpenAt(open: readonly OpenHours[], at: number, timeZone: string): boolean {
  const { day, minute } = localTime(at, timeZone);
  const yesterday = (day + 6) % 7;
  return open.some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    const isOn = (weekday: number) => days.some((name) => WEEKDAYS.indexOf(name) === weekday);
    if (begin < end) return isOn(day) && minute >= begin && minute < end;
    return (isOn(day) && minute >= begin) || (isOn(yesterday) && minute < end);
  });
}

export function hoursText(open: readonly OpenHours[], timeZone: string): string {
  const spans = open.map(({ days, from, to }) => `${days.join(', ')} ${from}–${to}`);
  return `${spans.join('; ')} (${timeZone})`;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function localTime(at: number, timeZone: string): { day: number; minute: number } {
  const parts = clockOf(timeZone).formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = (WEEKDAYS as readonly string[]).indexOf(read('weekday').toLowerCase());
  return { day, minute: Number(read('hour')) * 60 + Number(read('minute')) };
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, clock);
  return clock;
}
