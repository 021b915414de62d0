import { timeZoneName, toLocalTime } from '../time/days.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Hours on some days of the week, `HH:MM` up to `24:00`; with `to` before `from` they end on the next day. */
export interface OpenHours {
  days: readonly (typeof WEEKDAYS)[number][];
  from: string;
  to: string;
}

export function isOpenAt(open: readonly OpenHours[], at: number, timeZone: string): boolean {
  const local = new Date(toLocalTime(at, timeZone));
  const [day, minute] = [(local.getUTCDay() + 6) % 7, local.getUTCHours() * 60 + local.getUTCMinutes()];
  const yesterday = (day + 6) % 7;
  return open.some(({ days, from, to }) => {
    const [begin, end] = [parseMinutes(from), parseMinutes(to)];
    const isOn = (weekday: number) => days.some((name) => WEEKDAYS.indexOf(name) === weekday);
    if (begin < end) return isOn(day) && minute >= begin && minute < end;
    return (isOn(day) && minute >= begin) || (isOn(yesterday) && minute < end);
  });
}

export function formatHours(open: readonly OpenHours[], timeZone: string): string {
  const spans = open.map(({ days, from, to }) => `${days.join(', ')} ${from}–${to}`);
  return `${spans.join('; ')} (${timeZoneName(timeZone)})`;
}

function parseMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
