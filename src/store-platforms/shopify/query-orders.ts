import type { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import { type Ask, dataOf } from './client.ts';
import { isWithheldField } from './orders.ts';

export type AskForOrders = <Data>(
  question: { document: string; variables: Record<string, unknown>; answer: z.ZodType<Data> },
  caller: Caller,
) => Promise<Data>;

/**
 * Orders with the address of their status page, where the app may see it. It is data of the buyer, and may not be null: an app
 * without leave to see buyers would get no order at all. So it is then asked again without, and from then on at once.
 */
export function askForOrders(admin: Ask): AskForOrders {
  let withStatusPage = true;
  return async ({ document, variables, answer }, caller) => {
    const ask = () =>
      admin({ document, variables: { ...variables, withStatusPage }, answer, effect: 'read' }, caller);
    const first = await ask();
    const withheld = first.errors
      .filter(isWithheldField)
      .some(({ path }) => path.includes('statusPageUrl') || first.data === undefined);
    if (!withStatusPage || !withheld) return dataOf(first, isWithheldField);
    withStatusPage = false;
    return dataOf(await ask(), isWithheldField);
  };
}
