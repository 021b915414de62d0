import { z } from 'zod';
import { isCountry } from '../../commerce/countries.ts';
import { expecting } from '../../issue-text.ts';
import { printable } from '../printable.ts';

function text(what: string, maxLength: number) {
  const tooLong = `must not be longer than ${maxLength} characters`;
  return printable(z.string({ error: expecting(what) }).max(maxLength, tooLong));
}

const MAX_LINES = 100;
const MAX_QUANTITY = 9_999;
const MAX_CODES = 25;

const quantity = z
  .int({ error: `must be an integer from 1 to ${MAX_QUANTITY}` })
  .min(1, `must be an integer from 1 to ${MAX_QUANTITY}`)
  .max(MAX_QUANTITY, `must be an integer from 1 to ${MAX_QUANTITY}`)
  .default(1)
  .describe('Number of pieces.');

/** docs/contract.md, Checkout sessions. Title, price and image are hints: validated, never used. */
const lineItem = z.object(
  {
    item: z.object(
      {
        id: text('a product or variant GID, or a product URL of this store', 2_048)
          .min(1, 'must not be empty')
          .describe('A variant or product id from the catalog, or a product URL of this store.'),
        title: z.string({ error: 'must be a string' }).optional().describe('A hint, not used.'),
        price: z
          .int({ error: 'must be an integer in minor units (4999 means 49.99)' })
          .optional()
          .describe('A hint in minor units, not used: the store sets the price.'),
        image_url: z.string({ error: 'must be a string or null' }).nullable().optional(),
      },
      { error: expecting('an object with an id') },
    ),
    quantity,
  },
  { error: expecting('an object with an item') },
);

/** An empty list empties an existing cart. */
export const lineItemsOrNone = z
  .array(lineItem, { error: expecting('an array of {item: {id}, quantity}') })
  .max(MAX_LINES, `must not hold more than ${MAX_LINES} line items`)
  .describe('Items to buy.');

export const lineItems = lineItemsOrNone.min(1, 'must hold at least 1 line item');

export const discounts = z.object(
  {
    codes: z
      .array(text('a discount code', 255), { error: 'must be an array of strings' })
      .max(MAX_CODES, `must not hold more than ${MAX_CODES} codes`)
      .optional()
      .describe('Discount codes. The answer lists those applied, and why others were not.'),
  },
  { error: 'must be an object with codes, an array of strings' },
);

export const buyer = z
  .object(
    {
      email: z.email({ error: 'must be an e-mail address' }).max(320, 'must be an e-mail address').optional(),
      name: text('a string', 200).optional(),
    },
    { error: 'must be an object with email and name' },
  )
  .describe('Prefills the store’s checkout page; not kept here.');

/** docs/decisions/0002-checkout-sessions.md: 1 to 255 printable characters. */
export const idempotencyKey = z
  .string({ error: 'must be a string' })
  .regex(/^[\x20-\x7e]{1,255}$/, 'must be 1 to 255 printable ASCII characters, for example a UUID')
  .describe(
    'A fresh UUID for each purchase: sent again, it returns the same session instead of a second one.',
  );

export const sessionId = z
  .string({ error: expecting('the id of a checkout session, a UUID') })
  .describe('The id of the checkout session.');

export const cartId = z.string({ error: expecting('the id of a cart, a UUID') });

export const orderId = z.string({
  error: expecting("the service's UUID of an order, the platform's GID or its number"),
});

const COUNTRY = 'an ISO 3166-1 alpha-2 country code, for example US';

/** docs/contract.md, Fulfillment quotes. */
export const destination = z.object(
  {
    country: z
      .string({ error: expecting(COUNTRY) })
      .transform((code) => code.trim().toUpperCase())
      .refine(isCountry, `must be ${COUNTRY}`),
    region: text('a string', 100).optional(),
    postal_code: text('a string', 32).optional(),
    city: text('a string', 200).optional(),
    line1: text('a string', 500).optional(),
  },
  { error: expecting('an object with a country') },
);

/** Destination of a cart or session. */
export const DESTINATION =
  'Where it will be sent, as far as known: checked against the store’s rules for agents, not kept.';

export const searchText = text('the words to search for', 512).refine(
  (value) => value.trim() !== '',
  'must not be empty: give the words to search for',
);

const FIRST = 'must be an integer from 1 to 100';

/** Parses a number of a query string. */
export const first = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  z.int({ error: FIRST }).min(1, FIRST).max(100, FIRST).default(20),
);

/** A cursor names the products that were shown: the rest of a request line fits within 8 kB. */
const MAX_CURSOR_LENGTH = 6_144;

export const cursor = text('the end_cursor of an earlier page', MAX_CURSOR_LENGTH).min(
  1,
  'must not be empty',
);

const MAX_IDS = 100;

/** Parses comma-separated GIDs. */
export const ids = text('comma-separated product or variant GIDs', 16_384)
  .transform((value) =>
    value
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  )
  .refine((list) => list.length > 0, 'must hold at least 1 product or variant GID')
  .refine((list) => list.length <= MAX_IDS, `must not hold more than ${MAX_IDS} GIDs`);
