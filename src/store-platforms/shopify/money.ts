import { z } from 'zod';
import { toMinorUnits } from '../../commerce/money.ts';

/** Shopify writes `12.5`, `25.0`, `29.999`: read by string arithmetic into minor units of the currency beside it. */
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
