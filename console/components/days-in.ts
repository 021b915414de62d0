import { timeZoneName } from '../../src/commerce/time/days.ts';

/** Names the time zone of the days on a page. */
export function daysIn(timeZone: string): string {
  return `Days are in ${timeZoneName(timeZone).replaceAll('_', ' ')} time.`;
}
