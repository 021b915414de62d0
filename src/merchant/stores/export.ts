import { z } from 'zod';
import { toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import { forStore } from '../action.ts';
import { joinTexts } from '../csv.ts';
import { type AtStore, getNow, toRecordedEntry } from '../visit.ts';
import { getSettingsInEffect } from './settings.ts';

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

const exportWire = z.object({
  format: z.literal('ucp-host/store'),
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  store: row,
  sessions: rows,
  carts: rows,
  orders: rows.describe('Orders of sessions.'),
  cart_orders: rows.describe('Orders of carts without a session.'),
  domains: rows,
  event_endpoints: rows,
  event_deliveries: rows,
  audit: rows,
});

export const exportEndpoints = [
  forStore({
    id: 'exportStore',
    route: 'GET /stores/{slug}/export',
    isFile: true,
    summary:
      'Returns all data of the store as one JSON file: with the personal data of its orders, without credentials and secrets. The file is sent while it is read, so its parts can be of different moments.',
    needs: 'manage',
    output: exportWire,
    command: {
      name: 'export',
      summary: 'Export all data of a store as JSON',
      details: `Holds its settings, sessions, carts, orders and audit log. It includes the personal data of orders, but no credentials or
other secrets. The service may be running; the export is not one snapshot.`,
      examples: ['export my-store --out my-store.json'],
      prints: { file: true },
    },
    async reply(visit) {
      const { context, store } = visit;
      // Before any personal data leaves the service.
      await context.audit.record({ ...toRecordedEntry(visit, 'store.exported'), storeId: store.id });
      const headers = { 'content-disposition': `attachment; filename="${store.slug}.json"` };
      return { body: {}, stream: joinTexts(exportText(visit)), headers };
    },
  }),
];

/** Streams the export with at most one page in memory, one item per line so that large files stay readable. */
async function* exportText(at: AtStore): AsyncGenerator<string> {
  const { context, store } = at;
  const head = { format: 'ucp-host/store', version: 1, exported_at: getNow(at), store: toStore(at) };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, rowsOf] of Object.entries(context.exporting)) {
    yield `,\n"${toSnakeCaseName(name)}": [`;
    let separator = '\n';
    for await (const item of rowsOf(store.id)) {
      yield separator + JSON.stringify(toSnakeCased(item));
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

function toStore({ store }: AtStore): object {
  const { name: platform_name, currency, country, hosts, links, versions } = store.description;
  const { name, ...settings } = getSettingsInEffect(store);
  const { slug, platform } = store;
  return {
    ...{ slug, name, platform_name, platform, currency, country, hosts, links, versions },
    capabilities: { ...store.switches },
    test_mode: store.sandbox,
    connected_at: store.connectedAt,
    disconnected_at: store.disconnectedAt,
    paused_at: store.pausedAt,
    ...settings,
  };
}

/** Leaves names that are in snake case already, as in audit details. */
function toSnakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toSnakeCaseName(name), toSnakeCased(member)]),
  );
}
