import { z } from 'zod';
import {
  createSentIdSchema,
  createWordsSchema,
  LIMITS,
  createPlainTextSchema as text,
} from '../../request-members.ts';
import { context } from '../content/schemas.ts';

export const filters = z
  .looseObject({
    categories: z.array(z.string()).max(LIMITS.entries).optional(),
    price: z
      .object({ min: z.int().min(0).optional(), max: z.int().min(0).optional() })
      .optional()
      .describe('In minor units of the store’s currency.'),
    fulfills_to: z
      .looseObject({
        address_country: z.unknown().meta({ type: 'string' }).optional(),
        location: text(255).optional(),
      })
      .optional()
      .describe('Where the items go: a country, or the id of a place of pickup.'),
    methods: z
      .array(text(64))
      .max(LIMITS.entries)
      .optional()
      .describe('Methods of fulfillment, such as shipping or pickup.'),
  })
  .describe('Conditions that products must meet.');

const narrowing = { filters: filters.optional(), context: context.optional() };

/** Conditions of a request on the products of its answer. */
export type Narrowing = z.output<z.ZodObject<typeof narrowing>>;

/** Names the products that were shown. */
const cursor = text(LIMITS.cursorLength).min(1);

export const searchRequest = z.object({
  query: createWordsSchema(LIMITS.queryLength).optional().describe('Words to search for.'),
  pagination: z
    .object({ cursor: cursor.optional(), limit: z.int().min(1).default(10) })
    .optional()
    .describe('Cursor of the previous page, and the maximum number of products to return.'),
  // Some agents put the cursor beside the query; ignoring it would return the first page forever.
  cursor: cursor.optional().describe('Same as pagination.cursor, which is used when both are present.'),
  ...narrowing,
});

export const lookupRequest = z.object({
  ids: z
    .array(createSentIdSchema(LIMITS.idLength))
    .min(1)
    .max(LIMITS.entries)
    .describe('Ids of products or variants, their numbers, SKUs, barcodes or addresses.'),
  ...narrowing,
});

export const selectedOption = z.object({ name: z.string(), label: z.string(), id: z.string().optional() });

export const productRequest = z.object({
  id: text(LIMITS.idLength).min(1).describe('The id of a product or of a variant.'),
  selected: z
    .array(selectedOption)
    .max(LIMITS.entries)
    .optional()
    .describe('The options that the buyer has chosen so far.'),
  preferences: z.array(z.string()).max(LIMITS.entries).optional(),
  ...narrowing,
});

export type SelectedOptions = NonNullable<z.output<typeof productRequest>['selected']>;
