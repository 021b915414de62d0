import { z } from 'zod';
import { LIMITS, createPlainTextSchema as text } from '../../request-members.ts';

const id = text(LIMITS.optionLength);

/** Members of a postal address, and the agent's own id of it. */
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

const group = z.looseObject({
  id: id.optional(),
  selected_option_id: id.nullable().optional(),
});

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
