import { z } from 'zod';
import { quoteFulfillment } from '../../operations/cart/quote-fulfillment.ts';
import { defineEndpoint } from '../endpoint.ts';
import { renderEnvelope } from './manifest.ts';
import { quotesResponse } from './responses.ts';
import { destination, lineItems, toLines } from './schemas.ts';

const quote = defineEndpoint({
  capability: 'fulfillment',
  id: 'quoteFulfillment',
  route: 'POST /fulfillment/quotes',
  summary:
    'Quotes the delivery of line items to a destination, cheapest first. The list is empty when the store does not deliver there.',
  readsBody: true,
  input: z.object({ line_items: lineItems, destination }),
  output: quotesResponse,
  async run(context, input) {
    const { postal_code: postalCode, ...place } = input.destination;
    const request = { lines: toLines(input.line_items), destination: { ...place, postalCode } };
    const { currency, pricesIncludeTax, quotes } = await quoteFulfillment(context, request);
    const body = {
      ucp: renderEnvelope(context.store.switches),
      currency,
      prices_include_tax: pricesIncludeTax,
      // The platforms state no dates of delivery.
      quotes: quotes.map(({ id, title, amount, tax, description }) => {
        return { id, title, amount, tax: tax ?? undefined, description: description ?? undefined };
      }),
      undeliverable: quotes.length === 0 || undefined,
    };
    return { body };
  },
});

export const fulfillmentEndpoints = [quote];
