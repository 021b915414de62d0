import { z } from 'zod';
import type { ActivityFilter, ActivityPage } from '../../storage/repositories/activity/activity-lists.ts';
import type { Listed } from '../../storage/repositories/rows/row-pages.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { fileOf } from '../csv.ts';
import { replyWithPage } from '../lists.ts';
import { pageOf } from '../paging.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, getNow } from '../visit.ts';
import { type Listing, listing, toFilter } from './wire.ts';

interface ActivityList<Row extends z.ZodObject> {
  id: string;
  route: `GET /${string}`;
  summary: string;
  /** Additional filters. */
  filters?: z.ZodRawShape;
  row: Row;
  list(visit: AtStore, filter: ActivityFilter, page: ActivityPage): Promise<Listed<DomainOf<Row>>>;
}

/** Lists sessions, carts or orders: filtered, sorted and paged; a file is sorted newest first. */
export function defineActivityList<Row extends z.ZodObject>({
  filters = {},
  row,
  list,
  ...words
}: ActivityList<Row>): MerchantEndpoint {
  return forStore({
    ...words,
    input: z.object({ ...listing, ...filters }),
    output: pageOf(row),
    reply(visit, input) {
      const listing = input as Listing;
      const { sort, direction } = listing.format === 'csv' ? NEWEST_FIRST : listing;
      const filter = toFilter(listing, getNow(visit));
      return replyWithPage(listing, {
        file: fileOf(visit, words.route),
        row,
        sortedBy: sort === 'total' ? 'number' : 'string',
        read: (page) => list(visit, filter, { sort, direction, ...page }),
      });
    },
  });
}

const NEWEST_FIRST = { sort: 'created_at', direction: 'desc' } as const;
