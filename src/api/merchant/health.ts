import { z } from 'zod';
import type { HealthChange } from '../../commerce/health.ts';
import { atStore } from '../../merchants/at-store.ts';
import { healthWithChanges, testHealth } from '../../merchants/store-health.ts';
import type { StoreVisit } from '../../merchants/merchant-context.ts';
import { CSV_BATCH_SIZE, csvReply, everyRow, format } from './csv.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { healthChangeWire, healthWire, toHealthWire } from './store-wire.ts';
import { toWire } from './to-wire.ts';

export const healthReply = z.object({
  health: healthWire,
  changes: z.array(healthChangeWire).describe('The last 20, newest first.'),
});

export const healthEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/health',
    summary:
      'Returns the state of the connection in each direction, since when and why, and its last changes.',
    input: z.object({
      format: format.format.describe('csv: all changes of the last 90 days as a file.'),
    }),
    output: healthReply,
    run(visit, input) {
      if (input.format === 'json') return answer(visit);
      const { context, store } = visit;
      const rows = everyRow(
        async (after) =>
          (await context.storeHealth.changesOf(store.id, CSV_BATCH_SIZE, after)).map((change) => ({
            id: change.id,
            ...toChangeWire(change),
          })),
        ({ at }) => at,
      );
      const columns = Object.keys(healthChangeWire.shape);
      return Promise.resolve(csvReply({ name: `${store.slug}-health-changes`, columns, rows }));
    },
  }),

  forStore({
    rest: 'POST /stores/{slug}/health/test',
    outbound: true,
    summary:
      'Tests the shop, its credentials, its webhooks and its domains now. Results arrive within seconds; until then `testing` is true.',
    output: healthReply,
    async run(visit) {
      await testHealth(atStore(visit));
      return answer(visit);
    },
  }),
];

async function answer({ context, store }: StoreVisit<'healthFacts' | 'now' | 'storeHealth'>) {
  const { health, changes } = await healthWithChanges(context, store);
  return { body: { health: toHealthWire(health), changes: changes.map(toChangeWire) } };
}

function toChangeWire(change: HealthChange): z.output<typeof healthChangeWire> {
  return toWire(healthChangeWire, change);
}
