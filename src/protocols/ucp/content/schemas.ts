import { z } from 'zod';
import { createExpectation } from '../../../wire/issue-text.ts';
import { LIMITS, createPlainTextSchema as text } from '../../request-members.ts';
import { fulfillment } from './request.ts';

const quantityUnit = z.object({ unit: z.string(), scale: z.int().optional() });

const lineItem = z.object({
  id: z.string().optional(),
  item: z.object({
    id: text(LIMITS.idLength).min(1).describe('Id of a variant, as in the catalog.'),
    quantity_unit: quantityUnit.optional(),
  }),
  quantity: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  added_by_shop: z.boolean().optional().describe('As in an answer: the store adds the line again by itself.'),
});

export const lineItems = z
  .array(lineItem, { error: createExpectation('an array of {item: {id}, quantity}') })
  .max(LIMITS.lines)
  .describe('Items to buy: the complete list, each time.');

export const discountCode = text(LIMITS.codeLength);

export const discounts = z
  .object({ codes: z.array(discountCode).max(LIMITS.codes).optional() })
  .describe('Discount codes: the complete list, each time. Messages explain why one was not applied.');

export const buyer = z
  .object({
    first_name: text(LIMITS.nameLength).optional(),
    last_name: text(LIMITS.nameLength).optional(),
    email: text(320).optional(),
    phone_number: text(64).optional(),
  })
  .describe('Prefills the store’s checkout page. Not stored.');

export const context = z
  .looseObject({
    address_country: z.unknown().optional().meta({ type: 'string', description: 'ISO 3166-1 code.' }),
    currency: z.string().optional(),
    location: text(255).optional().describe('Id of a place of pickup.'),
    eligibility: z.array(z.string()).max(LIMITS.entries).optional(),
  })
  .describe('What is known of the buyer: place and eligibility claims.');

/** Members that carts and checkouts share. */
export const content = {
  line_items: lineItems,
  discounts: discounts.optional(),
  buyer: buyer.optional(),
  context: context.optional(),
  fulfillment: z
    .unknown()
    .meta({ type: 'object', description: 'Only the country of its first destination is read.' })
    .optional(),
};

/** Members of checkouts. */
export const checkoutContent = { ...content, fulfillment: fulfillment.optional() };

export type Content = z.output<z.ZodObject<typeof content>>;
