import type { FulfillmentQuotes } from '../../operations/quote-fulfillment.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { renderEnvelope } from './manifest.ts';

/** docs/contract.md, Fulfillment quotes. */
export function renderQuotes(context: StoreContext, { currency, quotes }: FulfillmentQuotes): object {
  return { ucp: renderEnvelope(context.store.switches), currency, quotes: quotes.map(renderQuote) };
}

function renderQuote(quote: FulfillmentQuotes['quotes'][number]) {
  const { id, title, amount, description, earliestDelivery, latestDelivery } = quote;
  return {
    id,
    title,
    amount,
    ...(description === null ? {} : { description }),
    ...(earliestDelivery === null ? {} : { earliest_delivery: earliestDelivery }),
    ...(latestDelivery === null ? {} : { latest_delivery: latestDelivery }),
  };
}
