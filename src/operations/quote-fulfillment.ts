import type { Destination, FulfillmentQuotes } from '../store-platforms/store-platform.ts';
import { fillCart, type RequestedLine, readLines } from './requested-lines.ts';
import type { StoreContext } from './store-context.ts';

export type { FulfillmentQuotes };

export interface QuoteFulfillment {
  lines: RequestedLine[];
  destination: Destination;
}

/** What it would cost to send these lines there. Nothing is remembered, here or on the platform. */
export async function quoteFulfillment(
  context: StoreContext,
  input: QuoteFulfillment,
): Promise<FulfillmentQuotes> {
  const { destination } = input;
  const answer = await fillCart(context, readLines(context, input.lines), (lines) =>
    context.platform.quoteFulfillment({ quoteId: context.newId(), lines, destination }, context.caller),
  );
  const quotes = answer.quotes.toSorted((one, other) => one.amount - other.amount);
  return { ...answer, quotes };
}
