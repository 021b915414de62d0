import type { Destination, FulfillmentQuotes } from '../store-platforms/store-platform.ts';
import { fillCart, type RequestedLine } from './requested-lines.ts';
import type { StoreContext } from './store-context.ts';

export type { FulfillmentQuotes };

export interface QuoteFulfillment {
  lines: RequestedLine[];
  destination: Destination;
}

/** Quotes delivery of the lines, cheapest first. Stores nothing, here or on the platform. */
export async function quoteFulfillment(
  context: StoreContext,
  input: QuoteFulfillment,
): Promise<FulfillmentQuotes> {
  const { destination } = input;
  const answer = await fillCart(context, input.lines, (lines) =>
    context.platform.quoteFulfillment({ quoteId: context.newId(), lines, destination }, context.caller),
  );
  const quotes = answer.quotes.toSorted((one, other) => one.amount - other.amount);
  return { ...answer, quotes };
}
