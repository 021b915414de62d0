import type { FulfillmentQuotes } from '../../operations/quote-fulfillment.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import { renderEnvelope } from './manifest.ts';
import { renderBasis } from './render-content.ts';

/** docs/contract.md, Fulfillment quotes. */
export function renderQuotes(context: Pick<StoreContext, 'store'>, answer: FulfillmentQuotes): object {
  const { currency, quotes } = answer;
  return {
    ucp: renderEnvelope(context.store.switches),
    currency,
    ...renderBasis(answer),
    quotes: quotes.map(renderQuote),
  };
}

function renderQuote(quote: FulfillmentQuotes['quotes'][number]) {
  const { id, title, amount, tax, description, earliestDelivery, latestDelivery } = quote;
  return {
    id,
    title,
    amount,
    ...(tax === null ? {} : { tax }),
    ...(description === null ? {} : { description }),
    ...(earliestDelivery === null ? {} : { earliest_delivery: earliestDelivery }),
    ...(latestDelivery === null ? {} : { latest_delivery: latestDelivery }),
  };
}
