import { z } from 'zod';
import { CHECK_ACCESS, CHECK_DOMAIN, CHECK_SHOP, CHECK_SUBSCRIPTIONS } from '../../commerce/job/job-names.ts';
import { forStore, type MerchantEndpoint } from '../action.ts';
import { format, toCsvReply } from '../csv.ts';
import { listEveryRow } from '../lists.ts';
import { toWire } from '../to-wire.ts';
import { findHealthWithChanges, healthChangeWire, healthReply, testHealth } from './store-health.ts';

export const healthEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'getStoreHealth',
    route: 'GET /stores/{slug}/health',
    summary:
      'Returns the state of the connection in each direction, since when and why, and its last changes.',
    input: z.object({
      format: format.format.describe('csv: all changes of the last 90 days as a file.'),
    }),
    output: healthReply,
    async reply(visit, input) {
      const { context, store } = visit;
      if (input.format === 'json')
        return { body: toWire(healthReply, await findHealthWithChanges(context, store)) };
      const changes = listEveryRow((page) => context.storeHealth.listChanges(store.id, page));
      return toCsvReply(`${store.slug}-health-changes`, healthChangeWire, changes);
    },
  }),

  forStore({
    id: 'testStoreHealth',
    route: 'POST /stores/{slug}/health/test',
    outbound: true,
    summary:
      'Tests the shop, its credentials, its webhooks and its domains now. Results arrive within seconds; until then `testing` is true.',
    output: healthReply,
    command: {
      name: 'stores test',
      summary: 'Test the shop of a store, its credentials, its webhooks and its domains',
      jobs: [CHECK_SHOP, CHECK_ACCESS, CHECK_SUBSCRIPTIONS, CHECK_DOMAIN],
      prints: {
        done: (_, { slug }, { commandOf }) => `${slug} is tested. See: ${commandOf(`stores show ${slug}`)}`,
      },
    },
    inBulk: {
      id: 'testStores',
      route: 'POST /stores/test',
      summary: 'Test the shops of stores',
      example: 'test --label berlin',
      describeOutcome: () => [true, 'Test started.'],
    },
    async run(visit) {
      await testHealth(visit);
      return findHealthWithChanges(visit.context, visit.store);
    },
  }),
];
