import { z } from 'zod';
import { type QuoteFulfillment, quoteFulfillment } from '../../operations/quote-fulfillment.ts';
import { endpoint } from '../endpoint.ts';
import { renderQuotes } from './render-quotes.ts';
import { quotesResponse } from './responses.ts';
import { destination, lineItems } from './schemas.ts';
import { toLines } from './to-input.ts';

const quote = endpoint({
  capability: 'fulfillment',
  rest: 'POST /fulfillment/quotes',
  summary:
    'Quotes the delivery of line items to a destination, cheapest first; an empty list where the store does not deliver.',
  readsBody: true,
  input: z.object({ line_items: lineItems, destination }),
  output: quotesResponse,
  async run(context, input) {
    const request = { lines: toLines(input.line_items), destination: toDestination(input.destination) };
    return { body: renderQuotes(context, await quoteFulfillment(context, request)) };
  },
});

function toDestination(given: z.output<typeof destination>): QuoteFulfillment['destination'] {
  const { country, region, postal_code: postalCode, city, line1 } = given;
  return {
    country,
    ...(region === undefined ? {} : { region }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(city === undefined ? {} : { city }),
    ...(line1 === undefined ? {} : { line1 }),
  };
}

export const fulfillmentEndpoints = [quote];
