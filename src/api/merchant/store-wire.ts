import { z } from 'zod';
import { nameOf } from '../../commerce/store.ts';
import type { StoreSummary } from '../../merchants/stores.ts';

export const catalogWire = z.object({
  products: z.int(),
  imported_at: z.iso.datetime().nullable().describe('When the whole catalog was last read to its end.'),
  importing: z
    .object({
      read: z.int(),
      total: z.int().nullable().describe('Null where the platform does not tell.'),
    })
    .nullable()
    .describe('Null while nothing is being read.'),
  last_error: z.string().nullable().describe('Why the last attempt stopped. It is tried again by itself.'),
  limited: z.string().nullable().describe('Why the copy does not hold the whole catalog; null: it does.'),
});

export const storeWire = z.object({
  slug: z.string().describe('In every address of the store; never changes.'),
  name: z.string(),
  platform_name: z.string().describe('What the platform calls it.'),
  platform: z.string(),
  currency: z.string().describe('ISO 4217.'),
  hosts: z.array(z.string()).describe('Where the shop’s pages live; the main one first.'),
  status: z.enum(['connected', 'disconnected']),
  test_mode: z.boolean().describe('True for a store of the simulated shops.'),
  connected_at: z.iso.datetime().describe('When its credentials were last given.'),
  last_agent_activity_at: z.iso.datetime().nullable(),
  retention_days: z
    .int()
    .nullable()
    .describe(
      'How long sessions and carts without an order are kept after their end. 0: for ever; null: as the installation does.',
    ),
  capabilities: z.object({
    cart: z.boolean(),
    order: z.boolean(),
    discount: z.boolean(),
    fulfillment: z.boolean(),
  }),
  catalog: catalogWire,
});

export const storeReply = z.object({ store: storeWire });

export function toStoreWire({
  store,
  catalog,
  lastAgentActivityAt,
}: StoreSummary): z.output<typeof storeWire> {
  const { name, currency, hosts } = store.description;
  return {
    slug: store.slug,
    name: nameOf(store),
    platform_name: name,
    platform: store.platform,
    currency,
    hosts,
    status: store.disconnectedAt === null ? 'connected' : 'disconnected',
    test_mode: store.sandbox,
    connected_at: store.connectedAt,
    last_agent_activity_at: lastAgentActivityAt,
    retention_days: store.retentionDays,
    capabilities: { ...store.switches },
    catalog: toCatalogWire(catalog),
  };
}

export function toCatalogWire(catalog: StoreSummary['catalog']): z.output<typeof catalogWire> {
  const { products, importedAt, importing, lastError, limited } = catalog;
  return {
    products,
    imported_at: importedAt,
    importing: importing && { read: importing.done, total: importing.total },
    last_error: lastError,
    limited,
  };
}
