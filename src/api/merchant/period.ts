import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import { DAY_MS } from '../../commerce/time.ts';
import type { StoreVisit } from '../../merchants/merchant-context.ts';
import { dayAt } from '../../merchants/overview.ts';

const USUAL_DAYS = 30;

/** Query parameters of figures. */
export const period = {
  from: z.iso.date().optional().describe('The first day; 30 days in all when left out.'),
  to: z.iso.date().optional().describe('The last day; today when left out.'),
};

export function periodOf(
  { context }: StoreVisit,
  given: { from?: string | undefined; to?: string | undefined },
  maxDays: number,
): { from: string; to: string } {
  const to = given.to ?? dayAt(context.now());
  const from = given.from ?? dayAt(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > maxDays) {
    throw new CommerceError('invalid_input', `from must be before to, and ${maxDays} days at most.`);
  }
  return { from, to };
}
