import { z } from 'zod';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { toCsvReply } from '../csv.ts';
import { listSetupSteps, setupStepWire } from '../identity/setup.ts';
import { period, toCountedPeriod } from '../period.ts';
import { toWire } from '../to-wire.ts';
import { countOverview } from './count-overview.ts';
import { overviewResponse } from './overview-wire.ts';

export const overviewEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreOverview',
    route: 'GET /stores/{slug}/overview',
    isCostly: true,
    summary:
      'Returns the activity of agents in a period and its revenue. Canceled and refunded orders do not count, and partial refunds are subtracted; nor do the console’s playground and the service’s own checks. Days are those of the store’s time zone.',
    input: z.object({
      ...period,
      format: z
        .enum(['json', 'csv_by_day', 'csv_by_agent', 'csv_rejected_codes'])
        .default('json')
        .describe(
          'csv_by_day, csv_by_agent, csv_rejected_codes: these rows as a file, with amounts as decimals.',
        ),
    }),
    output: overviewResponse,
    async reply(visit, input) {
      const overview = toWire(overviewResponse, await countOverview(visit, toCountedPeriod(visit, input)));
      if (input.format === 'json') return { body: overview };
      return toOverviewFile(visit.store.slug, overview, LISTS[input.format]);
    },
  }),
  forStore({
    id: 'getStoreSetup',
    route: 'GET /stores/{slug}/setup',
    summary: 'Returns the steps from a connected store to one that agents buy from, and which are done.',
    output: z.object({ steps: z.array(setupStepWire) }),
    run: async (visit) => ({ steps: await listSetupSteps(visit) }),
  }),
];

const LISTS = {
  csv_by_day: 'by_day',
  csv_by_agent: 'by_agent',
  csv_rejected_codes: 'rejected_codes',
} as const;

function toOverviewFile(
  slug: string,
  overview: z.output<typeof overviewResponse>,
  list: (typeof LISTS)[keyof typeof LISTS],
) {
  const { currency } = overview.totals;
  const common = {
    ...(list === 'rejected_codes' ? {} : { currency }),
    ...(list === 'by_day' ? { time_zone: overview.period.time_zone } : {}),
  };
  const shape = { ...overviewResponse.shape[list].element.shape, ...common };
  const rows = overview[list].map((row) => ({ ...row, ...common }));
  return toCsvReply(`${slug}-${list.replace('_', '-')}`, { shape }, rows);
}
