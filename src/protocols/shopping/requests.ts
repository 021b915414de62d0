import { z } from 'zod';
import { isObject } from '../../commerce/json/is-object.ts';
import { isCountry, toCountryCode } from '../../commerce/money/countries.ts';
import { createExpectation } from '../../wire/issue-text.ts';
import { createPiecesSchema, createTextSchema, createWordsSchema, LIMITS } from '../request-members.ts';
import {
  type Argument,
  createIntegerReader,
  listOf,
  type ReadValue,
  readInteger,
  readTextValue,
} from './arguments.ts';

const readCountryCode: ReadValue = (value, repaired) => {
  const text = readTextValue(value, repaired);
  if (typeof text !== 'string') return text;
  const code = toCountryCode(text);
  if (code !== undefined && code !== text.toUpperCase()) repaired('name read as a country code');
  return code ?? text;
};

const MAX_LIMIT = 25;

export const query = createWordsSchema(LIMITS.queryLength)
  .refine((value) => value !== '', 'must not be empty')
  .describe('Words of the wanted product, such as "red cotton shirt"');

export const limit = z
  .int({ error: `must be an integer from 1 to ${MAX_LIMIT}` })
  .min(1, `must be an integer from 1 to ${MAX_LIMIT}`)
  .max(MAX_LIMIT)
  .default(8);

const MAX_PRICE = 1_000_000_000;

function createPriceSchema(description: string) {
  const message = `must be a number from 0 to ${MAX_PRICE}, in the store's currency`;
  return z
    .number({ error: message })
    .min(0, message)
    .max(MAX_PRICE, message)
    .optional()
    .describe(description);
}

export const minPrice = createPriceSchema("Lowest price, in the store's currency");
export const maxPrice = createPriceSchema('Highest price, such as 19.99');

/** Reads `"20"`, `"$19.99"` and `"20 EUR"`. */
const readPrice: ReadValue = (value, repaired) => {
  const [, number] =
    (typeof value === 'string' && /^\D{0,9}(\d{1,12}(?:\.\d{1,9})?)\D{0,9}$/.exec(value)) || [];
  if (number === undefined) return value;
  repaired('text read as number');
  return Number(number);
};

export const cursor = createTextSchema(LIMITS.cursorLength)
  .optional()
  .describe('cursor of the previous page');

export const productId = createTextSchema(LIMITS.idLength).describe(
  'Id from search_products, or the URL of a product',
);

export const variantWords = createTextSchema(200)
  .optional()
  .describe('Lists only variants with these words, such as "M black"');

const options = createTextSchema(200).optional().describe('For a "p…" id: "M, Black"');

function createItemsSchema(minQuantity: 0 | 1) {
  return z
    .array(
      z.object(
        { id: createTextSchema(LIMITS.idLength), quantity: createPiecesSchema(minQuantity), options },
        { error: 'must be an object with id and quantity' },
      ),
      { error: createExpectation('an array of {id, quantity}') },
    )
    .min(1, 'must hold at least 1 item')
    .max(LIMITS.lines, `must not hold more than ${LIMITS.lines} items`);
}

export const wantedItems = createItemsSchema(1);
export const changedItems = createItemsSchema(0)
  .optional()
  .describe('Quantities to set; 0 removes. Others stay');

export type WantedItem = z.output<typeof wantedItems>[number];

export const idempotencyKey = z
  .string({ error: 'must be a string' })
  .regex(/^[\x20-\x7e]{8,255}$/, 'must be 8 to 255 printable ASCII characters, such as a random UUID')
  .optional()
  .describe('Random UUID; send the same one to retry');

export const cartId = createTextSchema(64).describe('cart_id of an answer');
export const checkoutId = createTextSchema(64).describe('checkout_id of an answer');
export const orderId = createTextSchema(128).describe('order_id of get_checkout');

const COUNTRY = 'an ISO 3166-1 alpha-2 country code, such as US';

export const country = createTextSchema(100, COUNTRY).refine(isCountry, `must be ${COUNTRY}`);

const ITEM_IDS = ['id', 'variant_id', 'variantId', 'product_id', 'productId', 'item_id', 'merchandise_id'];
const OPTIONS = ['options', 'option', 'variant', 'variant_title'];
const QUANTITIES = ['quantity', 'qty', 'count', 'amount'];

const readItem: ReadValue = (value, repaired) => {
  if (!isObject(value)) {
    repaired('id read as an item');
    return { id: readTextValue(value, repaired) };
  }
  const inner = isObject(value.item) ? value.item : {};
  const members: Record<string, unknown> = { ...inner, ...value };
  const idName = ITEM_IDS.find((name) => members[name] !== undefined);
  const quantityName = QUANTITIES.find((name) => members[name] !== undefined);
  const optionsName = OPTIONS.find((name) => members[name] !== undefined && members[name] !== null);
  if (isObject(value.item)) repaired('item opened');
  else if (idName !== 'id' && idName !== undefined) repaired(`id given as ${idName}`);
  if (quantityName !== 'quantity' && quantityName !== undefined)
    repaired(`quantity given as ${quantityName}`);
  const quantity = members[quantityName ?? 'quantity'];
  return {
    id: readTextValue(members[idName ?? 'id'], repaired),
    ...(quantity === undefined || quantity === null ? {} : { quantity: readInteger(quantity, repaired) }),
    ...(optionsName === undefined ? {} : { options: readOptions(members[optionsName], repaired) }),
  };
};

/** Joins values that are given as a list or by option name; what is nested deeper is left for the schema to refuse. */
const readOptions: ReadValue = (value, repaired) => {
  if (typeof value !== 'object' || value === null) return readTextValue(value, repaired);
  const values = Object.values(value);
  if (!values.every((each) => typeof each === 'string' || typeof each === 'number')) return value;
  repaired('options read as text');
  // Sorted, so that a repetition with its members in another order is the same request.
  return values.toSorted().join(', ');
};

export const ARGUMENTS = {
  query: { aliases: ['q', 'text', 'search', 'keywords', 'search_query'] },
  limit: {
    aliases: ['first', 'max_results', 'page_size', 'count', 'num_results'],
    read: createIntegerReader(MAX_LIMIT),
  },
  min_price: { aliases: ['price_min', 'minPrice', 'minimum_price'], read: readPrice },
  max_price: { aliases: ['price_max', 'maxPrice', 'maximum_price', 'budget'], read: readPrice },
  cursor: { aliases: ['after', 'next_cursor', 'page_token'] },
  items: {
    aliases: ['line_items', 'lines', 'cart_items', 'products', 'variants', 'item'],
    read: listOf(readItem),
  },
  discount_codes: {
    aliases: [
      ...['discount_code', 'codes', 'code'],
      ...['coupon', 'coupons', 'coupon_code', 'coupon_codes', 'promo_code'],
    ],
    read: listOf(readTextValue),
  },
  cart_id: { aliases: ['id', 'cartId', 'cart'] },
  checkout_id: { aliases: ['id', 'checkoutId', 'session_id', 'sessionId', 'checkout'] },
  order_id: { aliases: ['id', 'orderId', 'order', 'checkout_id'] },
  id: { aliases: ['product_id', 'productId', 'variant_id', 'variantId', 'product', 'url'] },
  variant: { aliases: ['options', 'option'] },
  buyer_email: { aliases: ['email'] },
  buyer_name: { aliases: ['name'] },
  idempotency_key: { aliases: ['idempotencyKey', 'idempotency-key'] },
  country: { aliases: ['country_code', 'countryCode'], read: readCountryCode },
  region: { aliases: ['state', 'province', 'province_code'] },
  postal_code: { aliases: ['zip', 'zip_code', 'postalCode', 'postcode'] },
  city: { aliases: ['locality'] },
  address: { aliases: ['street', 'street_address', 'line1', 'address1'] },
  shipping_option: { aliases: ['shipping_method', 'delivery_option', 'shipping'] },
} as const satisfies Record<string, Argument>;

/** Arguments of a tool that takes a cart or items, whose `id` may be an item's. */
export const CART_OR_ITEMS = { cart_id: { aliases: ['cartId', 'cart'] } };

/** Moves one item's id and quantity, given beside the other arguments, into the list of items. */
export function withItemList(raw: Record<string, unknown>, repairs: string[]): Record<string, unknown> {
  const hasList = ['items', ...ARGUMENTS.items.aliases].some((name) => raw[name] !== undefined);
  const idName = ITEM_IDS.find((name) => name !== 'id' && raw[name] !== undefined);
  if (hasList || idName === undefined) return raw;
  const { [idName]: id, quantity, ...others } = raw;
  repairs.push(`items: made of ${idName}`);
  return { ...others, items: [{ id, ...(quantity === undefined ? {} : { quantity }) }] };
}
