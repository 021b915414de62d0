import { z } from 'zod';
import { quoteFulfillment } from '../../operations/quote-fulfillment.ts';
import { endpoint } from '../endpoint.ts';
import { renderQuotes } from './render-quotes.ts';
import { quotesResponse } from './responses.ts';
import { destination, lineItems } from './schemas.ts';
import { toLines } from './to-input.ts';

const quote = endpoint({
  capability: 'fulfillment',
  id: 'quoteFulfillment',
  rest: 'POST /fulfillment/quotes',
  summary:
    'Quotes the delivery of line items to a destination, cheapest first. The list is empty when the store does not deliver there.',
  readsBody: true,
  input: z.object({ line_items: lineItems, destination }),
  output: quotesResponse,
  async run(context, input) {
    const { postal_code: postalCode, ...place } = input.destination;
    const request = { lines: toLines(input.line_items), destination: { ...place, postalCode } };
    return { body: renderQuotes(context, await quoteFulfillment(context, request)) };
  },
});

export const fulfillmentEndpoints = [quote];
