import { recordFacts } from '../../commerce/call/caller.ts';
import type { Destination } from '../../commerce/checkout/fulfillment.ts';
import type { FulfillmentQuotes } from '../../store-platforms/store-platform.ts';
import { applyRules } from '../call/admit-call.ts';
import type { StoreContext } from '../call/store-context.ts';
import { checkLines } from './check-cart.ts';
import { fillCart, type RequestedLine, readLines } from './requested-lines.ts';

/** Quotes delivery of the lines, cheapest first. Stores nothing, here or on the platform. */
export async function quoteFulfillment(
  context: StoreContext,
  { lines: requested, destination }: { lines: RequestedLine[]; destination: Destination },
): Promise<FulfillmentQuotes> {
  const { country } = destination;
  recordFacts(context.callLog, { country });
  if (applyRules(context, { country })) return { currency: context.store.description.currency, quotes: [] };
  const answer = await fillCart(context, await readLines(context, requested), async (lines) => {
    await checkLines({ ...context, country }, lines);
    const request = { quoteId: context.newId(), lines, destination };
    return context.platform.quoteFulfillment(request, context.caller);
  });
  const quotes = answer.quotes.toSorted((one, other) => one.amount - other.amount);
  return { ...answer, quotes };
}
