import { z } from 'zod';
import { CHECKOUT_PROBLEMS } from '../../commerce/checkout/checkout-problem.ts';

/** Decimal amount in the answer's currency. */
const amount = z.string();
const count = z.int();
const currency = z.string();
const basis = {
  prices_include_tax: z.boolean().optional(),
  priced_for: z.string().describe('Country whose buyers pay this').optional(),
};
const contentWarning = z.literal('contains_instructions').optional();

const priceText = z.string().describe('What the store says of the price: tell the buyer').optional();
const restriction = z.string().describe('Why no agent can buy it').optional();

const was = amount.describe('Price before the discount').optional();
const rating = z.string().describe('Average / best (number of ratings)').optional();

const guidance = {
  note: z.string().describe('What to do next').optional(),
  not_used: z.array(z.string()).describe('Arguments that no tool has').optional(),
};

const copied = {
  as_of: z.string().describe('When the store was asked for the oldest price; absent: now').optional(),
  copied_at: z.string().describe('The store does not answer: this is a copy, made then').optional(),
};

export const searchAnswer = z.object({
  currency: currency.optional(),
  ...basis,
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      price: amount.optional(),
      price_max: amount.optional(),
      price_text: priceText,
      was,
      brand: z.string().optional(),
      rating,
      sold_out: z.literal(true).optional(),
      restriction,
      options: z.string().optional(),
      about: z.string().optional(),
      content_warning: contentWarning,
    }),
  ),
  cursor: z.string().describe('For the next page').optional(),
  relaxed: z.string().describe('How the search was widened').optional(),
  ...copied,
  ...guidance,
});

export const productAnswer = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  url: z.string(),
  currency,
  ...basis,
  price: amount.optional(),
  price_text: priceText,
  variants: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      price: amount.optional(),
      price_text: priceText,
      was,
      unit_price: z.string().optional(),
      left: count.describe('Pieces left, when few').optional(),
      max_per_order: count.describe('Pieces of one order at most').optional(),
      sold_out: z.literal(true).optional(),
      restriction,
    }),
  ),
  more_variants: count.optional(),
  brand: z.string().optional(),
  sku: z.string().optional(),
  rating,
  options: z.string().optional(),
  attributes: z.string().optional(),
  images: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  content_warning: contentWarning,
  ...copied,
  ...guidance,
});

const namedAmounts = z.array(z.object({ name: z.string(), amount })).optional();

const content = {
  currency,
  ...basis,
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      quantity: count,
      price: amount,
      price_text: priceText,
      subtotal: amount.optional(),
      added_by_shop: z
        .literal(true)
        .describe('Added by the store itself: a gift, a part of a bundle')
        .optional(),
      content_warning: contentWarning,
    }),
  ),
  subtotal: amount,
  discount: amount.optional(),
  discount_lines: namedAmounts,
  automatic_discounts: z
    .array(z.object({ title: z.string(), amount }))
    .describe('Discounts that the store gives by itself, those of discount_lines included')
    .optional(),
  fees: amount.optional(),
  fee_lines: namedAmounts,
  tax: amount.optional(),
  shipping: amount.optional(),
  total: amount,
  warnings: z.array(z.string()).describe('What the store says about these sums').optional(),
};

const codes = {
  discount_codes: z
    .array(
      z.object({
        code: z.string(),
        amount: amount.optional(),
        rejected: z.string().describe('Reason').optional(),
      }),
    )
    .optional(),
};

export const cartAnswer = z.object({
  id: z.string(),
  cart_id: z.string().describe('Same as id'),
  status: z.enum(['active', 'canceled']),
  ...content,
  ...codes,
  expires_at: z.string(),
  ...guidance,
});

export const CHECKOUT_STATUSES = ['preparing', 'awaiting_buyer', 'completed', 'canceled'] as const;

export const checkoutAnswer = z.object({
  id: z.string(),
  checkout_id: z.string().describe('Same as id'),
  status: z.enum(CHECKOUT_STATUSES),
  checkout_url: z.string().describe('Page where the buyer pays').optional(),
  order_id: z.string().optional(),
  ...content,
  quoted_total: amount.describe('Total before the order, when it was another one').optional(),
  quoted_currency: currency.optional(),
  ...codes,
  shipping_options: z
    .array(
      z.object({
        title: z.string(),
        price: amount,
        tax: amount.describe('Added to the price').optional(),
        pickup: z.string().describe('Where the buyer fetches it').optional(),
        selected: z.literal(true).optional(),
      }),
    )
    .optional(),
  expires_at: z.string().optional(),
  problem: z
    .object({
      code: z.enum(CHECKOUT_PROBLEMS),
      message: z.string(),
      items: z.array(
        z.object({
          id: z.string(),
          quantity: count.describe('Pieces that can be bought'),
          reason: z.string(),
          message: z.string(),
        }),
      ),
    })
    .describe('Why the buyer cannot pay')
    .optional(),
  next: z
    .object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .describe('Call that repairs the problem')
    .optional(),
  ...guidance,
});

export const shippingAnswer = z.object({
  currency,
  prices_include_tax: basis.prices_include_tax,
  options: z.array(
    z.object({
      title: z.string(),
      price: amount,
      tax: amount.optional(),
      description: z.string().optional(),
      earliest: z.string().optional(),
      latest: z.string().optional(),
    }),
  ),
  ...guidance,
});

export const orderAnswer = z.object({
  id: z.string(),
  order_id: z.string().describe('Same as id'),
  checkout_id: z.string(),
  number: z.string().optional(),
  status: z.string(),
  paid: z.boolean(),
  ...content,
  refunded: amount.optional(),
  tracking: z
    .array(
      z.object({ carrier: z.string().optional(), number: z.string().optional(), url: z.string().optional() }),
    )
    .optional(),
  as_of: z.string(),
  stale: z.literal(true).optional(),
  ...guidance,
});
