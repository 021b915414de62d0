import { z } from 'zod';
import { createMemberError } from '../commerce/errors.ts';
import type { Tests } from '../commerce/policy/agents.ts';
import { timeZoneOf } from '../commerce/store/store.ts';
import { addDays, computeLength, type Period, toDay } from '../commerce/time/days.ts';
import type { CountedPeriod } from '../storage/repositories/activity/statistics.ts';
import { nameObject } from '../wire/named.ts';
import type { AtStore } from './visit.ts';

const MAX_DAYS = 400;

/** Query parameter: whether tests are among the rows, or count. */
export function createTestsQuery(usual: Tests) {
  return z
    .enum(['include', 'exclude'])
    .default(usual)
    .describe(
      'Whether to include calls, sessions and orders of the playground, of the demo and of the service’s own checks.',
    );
}

/** Query parameters of figures. */
export const period = {
  from: z.iso.date().optional().describe('First day. Omitted: 30 days in all.'),
  to: z.iso.date().optional().describe('Last day. Omitted: today in the store’s time zone.'),
  tests: createTestsQuery('exclude'),
};

export const periodWire = nameObject('Period', {
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string().describe('Time zone of the days.'),
});

type Range = Partial<z.output<z.ZodObject<typeof period>>>;

export function toCountedPeriod(at: AtStore, range: Range, maxDays = MAX_DAYS): CountedPeriod {
  const timeZone = timeZoneOf(at.store);
  const dates = toDates(range, toDay(at.context.now(), timeZone), maxDays);
  return { ...dates, timeZone, tests: range.tests ?? 'exclude' };
}

/** First and last day of figures. Throws `invalid_input` for too many days, and for none. */
export function toDates(range: Range, today: string, maxDays = MAX_DAYS): Omit<Period, 'timeZone'> {
  const to = range.to ?? today;
  const from = range.from ?? addDays(to, -29);
  const days = computeLength({ from, to });
  if (days < 1) throw createMemberError('from', `must not be after to, which is ${to}`);
  if (days > maxDays)
    throw createMemberError('from', `must be at most ${maxDays} days before to, which is ${to}`);
  return { from, to };
}
