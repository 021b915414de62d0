import { z } from 'zod';
import { VERIFIED_BY } from '../../commerce/call/known-agent.ts';
import { computeGoneSince, type LosingStep } from '../../commerce/checkout/buyer-steps.ts';
import type { CartOutcome } from '../../commerce/checkout/cart.ts';
import type { SessionEnding } from '../../commerce/checkout/checkout-session.ts';
import { toNotFoundError } from '../../commerce/errors.ts';
import type { ActivityFilter, ActivityPage } from '../../storage/repositories/activity/activity-lists.ts';
import type { ListedContent } from '../../storage/repositories/activity/listed-rows.ts';
import type { Listed } from '../../storage/repositories/rows/row-pages.ts';
import { nameObject } from '../../wire/named.ts';
import type { Declared, MerchantEndpoint } from '../action.ts';
import { format } from '../csv.ts';
import { textOrNull } from '../fields.ts';
import { choices, filterText, pagesForStore, paging, span } from '../lists.ts';
import { createTestsQuery } from '../period.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, getNow } from '../visit.ts';

/** Query parameters of the lists of sessions, carts and orders. */
const listing = {
  status: choices.describe('Only entries with this status, or with one of several, separated by commas.'),
  agent: filterText.describe('Only entries of this agent, named as in the list.'),
  q: filterText.describe('Words, each a part of an id, of an item’s name or of the agent’s.'),
  tests: createTestsQuery('include'),
  ...span,
  sort: z.enum(['created_at', 'updated_at', 'status', 'agent', 'total']).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  ...format,
  ...paging,
};

type Listing = z.output<z.ZodObject<typeof listing>> & {
  outcome?: CartOutcome[] | undefined;
  ending?: SessionEnding[] | undefined;
  left_at?: LosingStep[] | undefined;
  payment?: string | undefined;
};

function toFilter({ status, outcome, ending, left_at: steps, q, ...others }: Listing, now: string) {
  const left = steps && { at: steps, goneSince: computeGoneSince(now) };
  return { ...others, statuses: status, outcomes: outcome, endings: ending, left, text: q };
}

export const minor = z.int().describe('In minor units of `currency`.');

export const totalsResponse = nameObject('ListedTotals', {
  subtotal: minor,
  discount: minor,
  tax: minor,
  shipping: minor.nullable(),
  total: minor,
});

export const verifiedWire = z
  .object({
    by: z
      .enum(VERIFIED_BY)
      .describe('A signature by a key of its profile or of its key directory, or a token that you gave it.'),
    as: z.string().describe('Address of the profile or of the keys; name of the token.'),
  })
  .nullable()
  .describe('How the agent proved who it is. Null: it only named itself.');

export const unreadable = z
  .boolean()
  .describe(
    'True when an encrypted value cannot be decrypted, as after damage or with another SECRET_KEY. It is left out.',
  );

/** Members of listed sessions and carts. */
export const listedRow = z.object({
  id: z.string(),
  status: z.string(),
  agent: textOrNull.describe('Agent that made it; null where none was recorded.'),
  agent_verified: verifiedWire,
  lines_count: z.int(),
  first_item: textOrNull.describe('Title of its first line.'),
  image_url: textOrNull.describe('Picture of its first line; null where none is known.'),
  total: minor,
  currency: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const content = z.object({
  line_items: z.array(
    z.object({
      item: z.object({ id: z.string(), title: z.string(), price: minor, image_url: textOrNull }),
      quantity: z.int(),
    }),
  ),
  totals: totalsResponse,
  discounts: z
    .object({
      codes: z.array(z.string()),
      applied: z.array(z.object({ code: z.string(), amount: minor })),
      rejected: z.array(z.object({ code: z.string(), reason: z.string(), message: z.string() })),
    })
    .nullable(),
  expires_at: z.iso.datetime(),
});

export function toListedRow<Listed extends ListedContent>(listed: Listed) {
  const { lines, totals } = listed;
  const { title: firstItem = null, imageUrl = null } = lines[0] ?? {};
  return { ...listed, linesCount: lines.length, firstItem, imageUrl, total: totals.total };
}

export function toLineItems({ lines }: ListedContent) {
  return lines.map(({ variantId, quantity, ...line }) => ({ item: { ...line, id: variantId }, quantity }));
}

export function createNotThereError(what: string) {
  return toNotFoundError(`The store has no ${what} with that id.`);
}

interface ActivityList<Row extends z.ZodObject> extends Pick<Declared<never>, 'id' | 'route' | 'summary'> {
  filters?: z.ZodRawShape;
  row: Row;
  list(visit: AtStore, filter: ActivityFilter, page: ActivityPage): Promise<Listed<DomainOf<Row>>>;
}

/** Lists sessions, carts or orders: filtered, sorted and paged; a file is sorted newest first. */
export function defineActivityList<Row extends z.ZodObject>(definition: ActivityList<Row>): MerchantEndpoint {
  const { filters, list, ...words } = definition;
  return pagesForStore({
    ...words,
    input: z.object({ ...listing, ...filters }),
    getKeyType: ({ sort }) => (sort === 'total' ? 'number' : 'string'),
    read(visit, input, page) {
      const { sort, direction } = input.format === 'csv' ? NEWEST_FIRST : input;
      return list(visit, toFilter(input, getNow(visit)), { sort, direction, ...page });
    },
  });
}

const NEWEST_FIRST = { sort: 'created_at', direction: 'desc' } as const;
