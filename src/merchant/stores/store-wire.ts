import { z } from 'zod';
import { mapSwitches } from '../../commerce/store/capabilities.ts';
import { type FleetFilter, isFleetMatch } from '../../commerce/store/fleet-filter.ts';
import { nameOf, type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { nameObject } from '../../wire/named.ts';
import { instantOrNull, textOrNull } from '../fields.ts';
import { filterText } from '../lists.ts';
import { toWire } from '../to-wire.ts';
import type { AccountVisit, MerchantContext, OperatorVisit, Visit } from '../visit.ts';
import { catalogWire, findCatalogStates } from './catalog-state.ts';
import { findHealth, healthWire } from './health.ts';
import { pickSchemas } from './settings.ts';

/** Query parameters that choose from the account's stores. */
export const fleetFilter = {
  q: filterText.describe('A part of the name, the slug or a domain.'),
  organization: filterText.describe('Only stores of the organization with this id.'),
  label: filterText.describe('Only stores with this label.'),
  view: z
    .enum(['attention', 'paused', 'disconnected', ''])
    .optional()
    .describe('attention: only stores that need attention. paused or disconnected: only those stores.'),
};

const { name, retention_days, time_zone, ...settings } = pickSchemas('output');

export const storeWire = nameObject('Store', {
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
  paused_at: instantOrNull.describe(
    'Set while the store is paused: agents can finish sessions but not begin any.',
  ),
  test_mode: z.boolean().describe('True for a store of the simulated shops.'),
  connected_at: z.iso.datetime().describe('Time at which its credentials were last entered.'),
  last_agent_activity_at: instantOrNull,
  retention_days,
  time_zone,
  chosen_time_zone: textOrNull.describe('Null: that of the platform, or UTC when it reports none.'),
  platform_time_zone: textOrNull.describe('Null: the platform does not report it.'),
  ...settings,
  labels: z
    .array(z.string())
    .readonly()
    .describe('Words by which its team finds and groups it; agents do not see them.'),
  capabilities: z.object(mapSwitches(() => z.boolean())),
  catalog: catalogWire,
  health: healthWire,
});

export const storeReply = nameObject('StoreAnswer', { store: storeWire });

export type StoreWire = z.output<typeof storeWire>;

export async function storeAnswer({ context }: Pick<Visit, 'context'>, store: Store) {
  const [view] = await listViews(context, [store]);
  if (!view) throw new Error(`No view of store ${store.slug}`);
  return { store: view };
}

/** Lists the chosen stores of all organizations of the account by slug, limited to its token's stores; all stores for the operator. */
export async function listStores(visit: AccountVisit | OperatorVisit, filter: FleetFilter) {
  const views = await listViews(visit.context, await findStores(visit));
  const isFiltered = [filter.q, filter.organization, filter.label, filter.view].some(Boolean);
  return isFiltered ? views.filter((view) => isFleetMatch(toWire(storeWire, view), filter)) : views;
}

async function findStores(visit: AccountVisit | OperatorVisit): Promise<Store[]> {
  const { stores } = visit.context;
  if ('commandOf' in visit) return stores.list();
  const { account, onlyStores } = visit.identity;
  return (await stores.listOfAccount(account.id)).filter(({ id }) => onlyStores?.includes(id) ?? true);
}

/** Stores as merchants see them. The playground is no activity of an agent. */
async function listViews(context: MerchantContext, stores: readonly Store[]) {
  await context.flushCalls();
  const owners = new Set(stores.flatMap(({ organizationId }) => organizationId ?? []));
  const storeIds = stores.map(({ id }) => id);
  const [activity, health, organizations, getCatalogState] = await Promise.all([
    context.requestLog.findLastActivity(stores),
    findHealth(context, stores),
    context.organizations.findByIds([...owners]),
    findCatalogStates(context, storeIds),
  ]);
  return stores.map((store) => ({
    ...store,
    ...{ name: nameOf(store), platformName: store.description.name },
    organization: organizations.get(store.organizationId ?? '') ?? null,
    currency: store.description.currency,
    hosts: store.description.hosts,
    status: store.disconnectedAt === null ? ('connected' as const) : ('disconnected' as const),
    testMode: store.sandbox,
    lastAgentActivityAt: activity.get(store.id) ?? null,
    timeZone: timeZoneOf(store),
    chosenTimeZone: store.timeZone,
    platformTimeZone: store.description.timeZone ?? null,
    capabilities: store.switches,
    catalog: getCatalogState(store.id),
    health: health.get(store.id) ?? null,
  }));
}
