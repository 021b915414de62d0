import { z } from 'zod';
import type { Tests } from '../../commerce/policy/agents.ts';
import { HOUR_MS, toIso } from '../../commerce/time/time.ts';
import type { DomainOf } from '../to-wire.ts';
import type { AtStore } from '../visit.ts';

const HOURS = 48;

const count = z.int();
export const requestHour = z.object({
  begins_at: z.iso.datetime().describe('Begin of the hour.'),
  requests: count,
  rejected: count.describe('Those that were answered with a 4xx.'),
  failed: count.describe('Those that were answered with a 5xx.'),
});

/** Counts the calls of each of the last hours, the present one last; hours without calls are zero. */
export async function listRequestHours(
  { context, store }: AtStore<'flushCalls' | 'now' | 'requestLog'>,
  tests: Tests,
): Promise<DomainOf<typeof requestHour>[]> {
  await context.flushCalls();
  const present = Math.floor(context.now() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, place) => toIso(present - (HOURS - 1 - place) * HOUR_MS));
  const counted = await context.requestLog.countByHour(store.id, hours[0] ?? toIso(present), tests);
  const byHour = new Map(counted.map(({ hour, ...counts }) => [hour, counts]));
  return hours.map((beginsAt) => ({
    beginsAt,
    ...(byHour.get(beginsAt.slice(0, 13)) ?? { requests: 0, rejected: 0, failed: 0 }),
  }));
}
