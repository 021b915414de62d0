import { z } from 'zod';
import { createExpectation } from '../../../wire/issue-text.ts';
import { LIMITS, createPlainTextSchema as text } from '../../request-members.ts';

const id = text(LIMITS.optionLength);

export const destination = z.looseObject({
  id: id.optional().describe('Yours; left out: one is made.'),
  address_country: text(100).optional().describe('ISO 3166-1 code.'),
  address_region: text(LIMITS.regionLength).optional(),
  address_locality: text(LIMITS.nameLength).optional(),
  postal_code: text(LIMITS.postalCodeLength).optional(),
  street_address: text(LIMITS.streetLength).optional(),
  extended_address: text(LIMITS.streetLength).optional(),
  first_name: text(LIMITS.nameLength).optional(),
  last_name: text(LIMITS.nameLength).optional(),
  phone_number: text(64).optional(),
});

const group = z.looseObject({ id: id.optional(), selected_option_id: id.nullable().optional() });

const method = z.looseObject({
  id: id.optional(),
  type: text(64).optional().describe('shipping or pickup.'),
  line_item_ids: z.array(text(LIMITS.idLength)).max(LIMITS.lines).optional(),
  destinations: z.array(destination).max(LIMITS.entries).optional(),
  selected_destination_id: id.nullable().optional(),
  groups: z.array(group).max(LIMITS.entries).optional(),
});

export const fulfillment = z
  .looseObject({ methods: z.array(method).max(LIMITS.entries).optional() })
  .describe(
    'Where the goods go, and by which option: the answer lists the options with their prices. Left out: as it was.',
  );

export type AskedMethod = z.output<typeof method>;
export type AskedDestination = z.output<typeof destination>;

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

export const checkoutContent = { ...content, fulfillment: fulfillment.optional() };

export type Content = z.output<z.ZodObject<typeof content>>;
