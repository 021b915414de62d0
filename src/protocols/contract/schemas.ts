import { z } from 'zod';
import { isCountry } from '../../commerce/money/countries.ts';
import { trimText } from '../../commerce/text/trim-text.ts';
import type { RequestedLine } from '../../operations/cart/requested-lines.ts';
import { createExpectation } from '../../wire/issue-text.ts';
import {
  buyerName,
  createCodesSchema,
  createPiecesSchema,
  createTextSchema,
  createWordsSchema,
  email,
  LIMITS,
  place,
  street,
} from '../request-members.ts';

/** docs/contract.md, Checkout sessions. Title, price and image are hints: validated, never used. */
const lineItem = z.object(
  {
    item: z.object(
      {
        id: createTextSchema(LIMITS.idLength, 'a product or variant GID, or a product URL of this store')
          .min(1, 'must not be empty')
          .describe(
            'A variant or product id from the catalog, its number, SKU or barcode, or a product URL of this store.',
          ),
        title: z.string({ error: 'must be a string' }).optional().describe('A hint, not used.'),
        price: z
          .int({ error: 'must be an integer in minor units (4999 means 49.99)' })
          .optional()
          .describe('A hint in minor units, not used: the store sets the price.'),
        image_url: z.string({ error: 'must be a string or null' }).nullable().optional(),
      },
      { error: createExpectation('an object with an id') },
    ),
    quantity: createPiecesSchema(1).describe('Number of pieces.'),
    added_by_shop: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('As in an answer: the line is left out, and the store adds it again by itself.'),
  },
  { error: createExpectation('an object with an item') },
);

/** An empty list empties an existing cart. */
export const lineItemsOrNone = z
  .array(lineItem, { error: createExpectation('an array of {item: {id}, quantity}') })
  .max(LIMITS.lines, `must not hold more than ${LIMITS.lines} line items`)
  .describe('Items to buy.');

export const lineItems = lineItemsOrNone.min(1, 'must hold at least 1 line item');

export function toLines(items: z.output<typeof lineItemsOrNone>): RequestedLine[] {
  return items
    .filter(({ added_by_shop }) => added_by_shop !== true)
    .map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}

export const discounts = z
  .object(
    {
      codes: createCodesSchema('a discount code').describe(
        'Discount codes. The answer lists those applied, and why others were not.',
      ),
    },
    { error: 'must be an object with codes, an array of strings' },
  )
  .optional();

export const buyer = z
  .object({ email: email.optional(), name: buyerName }, { error: 'must be an object with email and name' })
  .describe('Prefills the store’s checkout page. Not stored.')
  .optional();

/** docs/decisions/0002-checkout-sessions.md: 1 to 255 printable characters. */
export const idempotencyKey = z
  .string({ error: 'must be a string' })
  .regex(/^[\x20-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters, for example a UUID')
  .describe(
    'A new UUID for each purchase. The same one sent again returns the same session instead of creating another.',
  );

export const sessionId = z
  .string({ error: createExpectation('the id of a checkout session, a UUID') })
  .describe('The id of the checkout session.');

export const cartId = z.string({ error: createExpectation('the id of a cart, a UUID') });

export const orderId = z.string({
  error: createExpectation("the service's UUID of an order, the platform's GID or the shop's number of it"),
});

const COUNTRY = 'an ISO 3166-1 alpha-2 country code, for example US';

/** docs/contract.md, Fulfillment quotes. */
export const destination = z.object(
  {
    country: z
      .string({ error: createExpectation(COUNTRY) })
      .transform((code) => trimText(code).toUpperCase())
      .refine(isCountry, `must be ${COUNTRY}`),
    ...place,
    line1: street,
  },
  { error: createExpectation('an object with a country') },
);

export const destinationHint = destination
  .optional()
  .describe(
    'Delivery address, as far as known. Checked against the store’s rules for agents, and not stored.',
  );

export const searchText = createWordsSchema(LIMITS.queryLength, 'the words to search for').refine(
  (value) => value !== '',
  'must not be empty: give the words to search for',
);

const FIRST = 'must be an integer from 1 to 100';

/** Parses a number of a query string. */
export const first = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  z.int({ error: FIRST }).min(1, FIRST).max(100, FIRST).default(20),
);

export const cursor = createTextSchema(LIMITS.cursorLength, 'the end_cursor of an earlier page').min(
  1,
  'must not be empty',
);

export const ids = createWordsSchema(16_384, 'comma-separated ids of products or variants').transform(
  (value, context) => {
    const list = value
      .split(',')
      .map(trimText)
      .filter((id) => id !== '');
    if (list.length === 0) context.addIssue('must hold at least 1 id of a product or variant');
    if (list.length > LIMITS.ids) context.addIssue(`must not hold more than ${LIMITS.ids} ids`);
    return list;
  },
);
