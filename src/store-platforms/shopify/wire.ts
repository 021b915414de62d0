import { z } from 'zod';
import { toMinorUnits } from '../../commerce/money.ts';

/** Parses `12.5`, `25.0`, `29.999` by string arithmetic into minor units of the currency beside it. */
export const money = z
  .object({ amount: z.string(), currencyCode: z.string() })
  .transform(({ amount, currencyCode }, context) => {
    try {
      return { amount: toMinorUnits(amount, currencyCode), currency: currencyCode };
    } catch {
      context.addIssue({ code: 'custom', message: 'not an amount' });
      return z.NEVER;
    }
  });

/** Position in a paged list. */
export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

/** Start of the next page; null after the last. */
export function nextOf({ hasNextPage, endCursor }: z.output<typeof pageInfo>): string | null {
  return hasNextPage ? endCursor : null;
}
