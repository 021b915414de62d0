import { z } from 'zod';
import { PLAYGROUND_AGENT } from '../../commerce/policy/agents.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { toDay } from '../../commerce/time/days.ts';
import { getPresentation } from '../../store-platforms/presentations.ts';
import { forStore } from '../action.ts';
import { toCsvReply } from '../csv.ts';
import { period, toCountedPeriod } from '../period.ts';
import { toWire } from '../to-wire.ts';
import type { AtStore } from '../visit.ts';
import { countOverview } from './count-overview.ts';
import { overviewResponse } from './overview-wire.ts';

const setupStepWire = z.object({
  id: z.enum(['connect', 'discovery', 'test_purchase', 'live']),
  title: z.string(),
  done: z.boolean(),
  detail: z.string(),
});

/** Steps of the setup guide, each completed by what happened at the store. */
async function listSetupSteps({ context, store }: AtStore): Promise<z.output<typeof setupStepWire>[]> {
  const [reached, { live, purchase }] = await Promise.all([
    context.milestones.listOfStore(store.id),
    context.statistics.findFirsts(store.id),
  ]);
  const toStoreDay = (instant: string) => toDay(Date.parse(instant), timeZoneOf(store));
  const connected = store.disconnectedAt === null;
  const foundAt = reached.discovery_reachable;
  return [
    {
      id: 'connect',
      title: 'Connect the store',
      done: connected,
      detail: connected
        ? `Connected on ${toStoreDay(store.connectedAt)}.`
        : 'The store is disconnected, so agents cannot find it. Reconnect it in Settings.',
    },
    {
      id: 'discovery',
      title: 'Let agents find it on a domain of yours',
      done: foundAt !== undefined,
      detail: foundAt
        ? `Your domain was verified on ${toStoreDay(foundAt)}.`
        : getPresentation(store.platform).discovery,
    },
    {
      id: 'test_purchase',
      title: 'Make a test purchase',
      done: purchase !== undefined,
      detail: purchase
        ? `The first verified order ${purchase.agent === PLAYGROUND_AGENT ? 'from the playground ' : ''}was placed on ${toStoreDay(purchase.at)}.`
        : 'Act as an agent in the playground: search, create a session, pay, and complete it.',
    },
    {
      id: 'live',
      title: 'Go live',
      done: live !== undefined,
      detail: live
        ? `An agent created its first ${live.what} on ${toStoreDay(live.at)}.`
        : 'Waiting for the first session or cart of a real agent.',
    },
  ];
}

export const overviewEndpoints = [
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
      const list = input.format.replace('csv_', '') as 'by_day' | 'by_agent' | 'rejected_codes';
      const { currency } = overview.totals;
      const common = {
        ...(list === 'rejected_codes' ? {} : { currency }),
        ...(list === 'by_day' ? { time_zone: overview.period.time_zone } : {}),
      };
      const shape = { ...overviewResponse.shape[list].element.shape, ...common };
      const rows = overview[list].map((row) => ({ ...row, ...common }));
      return toCsvReply(`${visit.store.slug}-${list.replace('_', '-')}`, { shape }, rows);
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
