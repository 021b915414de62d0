import { z } from 'zod';
import {
  type AspectHealth,
  HEALTH_ASPECTS,
  HEALTH_STATES,
  type HealthAspect,
} from '../../commerce/store/health.ts';
import { FAILURE_CAUSES } from '../../commerce/store/shop-failure.ts';
import { nameOf, type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { named } from '../../wire/named.ts';
import { toWire } from '../to-wire.ts';
import type { Visit } from '../visit.ts';
import { schemasOf } from './settings.ts';
import type { StoreHealth } from './store-health.ts';
import { type StoreSummary, summaryOf } from './summaries.ts';

export const catalogWire = named(
  'CatalogState',
  z.object({
    products: z.int(),
    imported_at: z.iso.datetime().nullable().describe('Time of the last complete import of the catalog.'),
    importing: z
      .object({
        read: z.int(),
        total: z.int().nullable().describe('Null: the platform does not report it.'),
      })
      .nullable()
      .describe('Null while nothing is being read.'),
    last_error: z.string().nullable().describe('Why the last import stopped. It is retried automatically.'),
    limited: z.string().nullable().describe('Why the copy does not hold the whole catalog. Null: it does.'),
  }),
);

const healthState = z
  .enum(HEALTH_STATES)
  .describe(
    'waiting: nothing is known or set up yet. warning: incomplete. failing: agents or the merchant lose something now.',
  );

const aspectWire = z.object({
  aspect: z
    .enum(HEALTH_ASPECTS)
    .describe(
      'shop: it answers. access: it accepts the credentials with all scopes. events: its webhooks arrive. catalog: the copy is fresh. discovery: agents find the store on its domains.',
    ),
  state: healthState,
  since: z.iso.datetime(),
  reason: z.string().nullable(),
  remedy: z.string().nullable(),
  recovering_since: z.iso
    .datetime()
    .nullable()
    .describe('Time since which the fault is over. The state follows once that has held for two minutes.'),
});

const outageWire = z.object({
  cause: z
    .enum(FAILURE_CAUSES)
    .nullable()
    .describe(
      'dns, refused, tls, timeout, reset, address: no answer of the shop. throttled, status, unreadable, closed: an answer that is no help. credentials, permission: it refuses the access. Null: the shop was too slow to be asked.',
    ),
  host: z.string().nullable().describe('Host that was called.'),
  began_at: z.iso.datetime(),
  tried_at: z.iso.datetime().describe('Last attempt.'),
  next_try_at: z.iso.datetime(),
});

const knownHealthWire = z.object({
  state: z.enum(['ok', 'warning', 'failing']).describe('The worst of all aspects.'),
  since: z.iso.datetime().nullable().describe('Null while the store is healthy.'),
  aspects: z.array(aspectWire),
  outage: outageWire.nullable().describe('Last failure of a shop that does not answer as it should.'),
  last_event_at: z.iso.datetime().nullable().describe('Last webhook with a valid signature.'),
  testing: z.boolean().describe('True while a requested test is due or running.'),
});

export const healthWire = knownHealthWire
  .nullable()
  .describe('Null for a disconnected store. A state is shown once it has held for a minute or more.');

export const healthChangeWire = z.object({
  aspect: z.enum(HEALTH_ASPECTS),
  from: healthState,
  to: healthState,
  since: z.iso.datetime(),
  at: z.iso.datetime().describe('Time from which the state had held long enough to be reported.'),
  reason: z.string().nullable(),
  remedy: z.string().nullable(),
});

const { name, retention_days, time_zone, ...settings } = schemasOf('output');

export const storeWire = named(
  'Store',
  z.object({
    slug: z.string().describe('Part of every address of the store; never changes.'),
    name,
    platform_name: z.string().describe('Name on the platform.'),
    platform: z.string(),
    organization: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Organization that owns the store. Null: none yet; an operator gives it to one.'),
    currency: z.string().describe('ISO 4217.'),
    hosts: z.array(z.string()).describe('Domains of the shop’s pages, the main one first.'),
    status: z.enum(['connected', 'disconnected']),
    paused_at: z.iso
      .datetime()
      .nullable()
      .describe('Set while the store is paused: agents can finish sessions but not begin any.'),
    test_mode: z.boolean().describe('True for a store of the simulated shops.'),
    connected_at: z.iso.datetime().describe('Time at which its credentials were last entered.'),
    last_agent_activity_at: z.iso.datetime().nullable(),
    retention_days,
    time_zone,
    chosen_time_zone: z
      .string()
      .nullable()
      .describe('Null: that of the platform, or UTC when it reports none.'),
    platform_time_zone: z.string().nullable().describe('Null: the platform does not report it.'),
    ...settings,
    labels: z
      .array(z.string())
      .readonly()
      .describe('Words by which its team finds and groups it; agents do not see them.'),
    capabilities: z.object({
      cart: z.boolean(),
      order: z.boolean(),
      discount: z.boolean(),
      fulfillment: z.boolean(),
    }),
    catalog: catalogWire,
    health: healthWire,
  }),
);

export const storeReply = named('StoreAnswer', z.object({ store: storeWire }));

export type StoreWire = z.output<typeof storeWire>;

export async function storeAnswer(
  { context }: Pick<Visit, 'context'>,
  store: Store,
): Promise<{ body: z.output<typeof storeReply> }> {
  return { body: { store: toStoreWire(await summaryOf(context, store)) } };
}

export function toStoreWire({
  store,
  organization,
  catalog,
  health,
  lastAgentActivityAt,
}: StoreSummary): StoreWire {
  const { name, currency, hosts, timeZone } = store.description;
  return toWire(storeWire, {
    ...store,
    name: nameOf(store),
    platformName: name,
    organization: organization && { id: organization.id, name: organization.name },
    currency,
    hosts,
    status: store.disconnectedAt === null ? 'connected' : 'disconnected',
    testMode: store.sandbox,
    lastAgentActivityAt,
    timeZone: timeZoneOf(store),
    chosenTimeZone: store.timeZone,
    platformTimeZone: timeZone ?? null,
    capabilities: { ...store.switches },
    catalog: toCatalogWire(catalog),
    health: toHealthWire(health),
  });
}

export function toHealthWire(health: StoreHealth | null): z.output<typeof healthWire> {
  if (!health) return null;
  const aspects = HEALTH_ASPECTS.map((aspect) => toAspectWire(aspect, health.aspects[aspect]));
  const { outage } = health;
  return toWire(knownHealthWire, {
    ...health,
    aspects,
    outage: outage && toWire(outageWire, { ...outage, triedAt: outage.failedAt }),
  });
}

function toAspectWire(aspect: HealthAspect, health: AspectHealth): z.output<typeof aspectWire> {
  const isRecovering = health.pendingState === 'ok';
  return toWire(aspectWire, {
    aspect,
    ...health,
    recoveringSince: isRecovering ? health.pendingSince : null,
  });
}

export function toCatalogWire(catalog: StoreSummary['catalog']): z.output<typeof catalogWire> {
  const { importing } = catalog;
  return toWire(catalogWire, {
    ...catalog,
    importing: importing && { read: importing.done, total: importing.total },
  });
}
