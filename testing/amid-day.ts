import assert from 'node:assert/strict';
import { toDay } from '../src/commerce/time/days.ts';
import { HOUR_MS } from '../src/commerce/time/time.ts';

/** Returns the first of these time zones in which no day ends within an hour: what a test does is then on one day. */
export function amidDay(now: number, ...timeZones: string[]): string {
  const isAmid = (timeZone: string) => toDay(now - HOUR_MS, timeZone) === toDay(now + HOUR_MS, timeZone);
  return timeZones.find(isAmid) ?? assert.fail('a day ends in each of the time zones');
}
