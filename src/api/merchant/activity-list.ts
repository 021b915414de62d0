import { z } from 'zod';
import type { StoreVisit } from '../../merchants/merchant-context.ts';
import { type Listing, listing, toActivityPage, toFilter } from './activity-wire.ts';
import type { ActivityFilter, ActivityPage } from '../../merchants/sessions.ts';
import { CSV_BATCH_SIZE, csvReply, everyRow } from './csv.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { pageOf, toPage } from './paging.ts';

interface ActivityList<Item> {
  rest: `GET /${string}`;
  summary: string;
  /** Additional filters. */
  filters?: z.ZodRawShape;
  row: z.ZodObject;
  list(
    visit: StoreVisit<never>,
    filter: ActivityFilter,
    page: ActivityPage,
  ): Promise<{ items: Item[]; total: number }>;
  render(item: Item): { id: string; created_at: string };
}

const NEWEST_FIRST = { sort: 'created_at', direction: 'desc', limit: CSV_BATCH_SIZE, offset: 0 } as const;

/** Lists sessions, carts or orders: filtered, sorted and paged. */
export function activityList<Item>(wanted: ActivityList<Item>): MerchantEndpoint {
  const { rest, summary, filters = {}, row, list, render } = wanted;
  return forStore({
    rest,
    summary,
    tag: 'activity',
    input: z.object({ ...listing, ...filters }),
    output: pageOf(row),
    async run(visit, input) {
      const asked = input as Listing;
      if (asked.format === 'csv') {
        const filter = toFilter(asked);
        const rows = everyRow(
          async (after) => {
            const { items } = await list(visit, after ? { ...filter, after } : filter, NEWEST_FIRST);
            return items.map(render);
          },
          ({ created_at }) => created_at,
        );
        return csvReply({
          name: `${visit.store.slug}-${kindOf(rest)}`,
          columns: Object.keys(row.shape),
          rows,
        });
      }
      const { items, total } = await list(visit, toFilter(asked), toActivityPage(asked));
      return { body: toPage(items.map(render), total, asked) };
    },
  });
}

/** Last word of the path. */
function kindOf(rest: string): string {
  return rest.slice(rest.lastIndexOf('/') + 1);
}
