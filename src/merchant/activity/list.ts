import { z } from 'zod';
import type { ActivityFilter, ActivityPage } from '../../storage/repositories/activity-lists.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { lastWord, pagedReply } from '../lists.ts';
import { pageOf } from '../paging.ts';
import { nowOf, type StoreVisit } from '../visit.ts';
import { type Listing, listing, toFilter } from './wire.ts';

interface ActivityList<Item> {
  id: string;
  rest: `GET /${string}`;
  summary: string;
  /** Additional filters. */
  filters?: z.ZodRawShape;
  row: z.ZodObject;
  list(
    visit: StoreVisit,
    filter: ActivityFilter,
    page: ActivityPage,
  ): Promise<{ items: Item[]; total: number }>;
  render(item: Item, visit: StoreVisit): { id: string; created_at: string };
}

/** Lists sessions, carts or orders: filtered, sorted and paged; a file is sorted newest first. */
export function activityList<Item>(definition: ActivityList<Item>): MerchantEndpoint {
  const { id, rest, summary, filters = {}, row, list, render } = definition;
  return forStore({
    id,
    rest,
    summary,
    input: z.object({ ...listing, ...filters }),
    output: pageOf(row),
    run(visit, input) {
      const listing = input as Listing;
      const order = listing.format === 'csv' ? NEWEST_FIRST : listing;
      return pagedReply(listing, {
        file: `${visit.store.slug}-${lastWord(rest)}`,
        row,
        at: 'created_at',
        async read(range, after) {
          const { sort, direction } = order;
          const { items, total } = await list(
            visit,
            { ...toFilter(listing, nowOf(visit)), after },
            { sort, direction, ...range },
          );
          return { items: items.map((item) => render(item, visit)), total };
        },
      });
    },
  });
}

const NEWEST_FIRST = { sort: 'created_at', direction: 'desc' } as const;
