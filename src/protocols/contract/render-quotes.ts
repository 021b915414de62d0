import type { StoreContext } from '../../operations/store-context.ts';
import type { FulfillmentQuote, FulfillmentQuotes } from '../../store-platforms/store-platform.ts';
import { renderEnvelope } from './manifest.ts';

/** docs/contract.md, Fulfillment quotes. */
export function renderQuotes(context: Pick<StoreContext, 'store'>, answer: FulfillmentQuotes): object {
  const { currency, quotes } = answer;
  return {
    ucp: renderEnvelope(context.store.switches),
    currency,
    prices_include_tax: answer.pricesIncludeTax,
    quotes: quotes.map(renderQuote),
  };
}

/** The platforms state no dates of delivery. */
function renderQuote({ id, title, amount, tax, description }: FulfillmentQuote) {
  return { id, title, amount, tax: tax ?? undefined, description: description ?? undefined };
}
