import { z } from 'zod';
import type { StoreVisit } from '../../merchants/merchant-context.ts';
import { type Listing, listing, toActivityPage, toFilter } from './activity-wire.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { pageOf, toPage } from './paging.ts';

interface ActivityList<Item> {
  rest: `GET /${string}`;
  summary: string;
  /** Additional filters. */
  filters?: z.ZodRawShape;
  row: z.ZodObject;
  list(
    visit: StoreVisit,
    filter: ReturnType<typeof toFilter>,
    page: ReturnType<typeof toActivityPage>,
  ): Promise<{ items: Item[]; total: number }>;
  render(item: Item): object;
}

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
      const { items, total } = await list(visit, toFilter(asked), toActivityPage(asked));
      return { body: toPage(items.map(render), total, asked) };
    },
  });
}
