import { timeZoneName } from '../commerce/days.ts';
import { SWITCHABLE } from '../commerce/store/capabilities.ts';
import { HEALTH_ASPECTS } from '../commerce/store/health.ts';
import { nameOf, timeZoneOf } from '../commerce/store/store.ts';
import { minute } from '../merchant/command.ts';
import type { CatalogState } from '../merchant/stores/catalog-state.ts';
import { toStoreWire } from '../merchant/stores/store-wire.ts';
import { type StoreSummary, summaries, summaryOf } from '../merchant/stores/summaries.ts';
import type { Config } from '../settings/config.ts';
import { typed } from './command-name.ts';
import { withService, withStore } from './on-service.ts';
import { inColumns } from './table.ts';
import type { Outcome } from './terminal.ts';

/** `31, 2 h ago`. */
function catalogInWords({ products, importedAt, importing }: CatalogState, now: number): string {
  if (importing) return `importing, ${importing.done} of ${importing.total ?? '?'}`;
  if (importedAt === null) return 'not yet';
  return `${products}, ${age(Math.max(0, now - Date.parse(importedAt)))} ago`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

function age(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [1_000, 's'];
  return `${Math.floor(ms / size)} ${unit}`;
}

export const listStores = withService(async (service) => {
  const all = await summaries(service.context, await service.stores.list());
  return { data: all.map(toStoreJson), text: table(all) };
});

export async function showStore(config: Config, slug: string): Promise<Outcome> {
  const summary = await withStore(({ context, store }) => summaryOf(context, store))(config, slug);
  return { data: toStoreJson(summary), text: inColumns([slug, ''], detailsOf(summary, config)) };
}

function detailsOf(
  { store, catalog, health, lastAgentActivityAt }: StoreSummary,
  config: Config,
): string[][] {
  const { name, currency, hosts } = store.description;
  const days = store.retentionDays ?? config.retentionDays;
  return [
    ['name', nameOf(store)],
    ...(nameOf(store) === name ? [] : [['name at the platform', name]]),
    ['platform', `${store.platform}, ${kindOf(store)}`],
    ['currency', currency],
    ['hosts', hosts.join(', ')],
    ['connected', minute(store.connectedAt)],
    ['disconnected', store.disconnectedAt === null ? 'no' : minute(store.disconnectedAt)],
    ['paused', store.pausedAt === null ? 'no' : minute(store.pausedAt)],
    ...healthInWords(health),
    ['last call of an agent', lastAgentActivityAt === null ? 'never' : minute(lastAgentActivityAt)],
    ['retention', retentionInWords(days, store.retentionDays === null)],
    ['time zone', timeZoneInWords(store)],
    ...SWITCHABLE.map((capability) => [capability, store.switches[capability] ? 'on' : 'off']),
    ['products', catalogInWords(catalog, Date.now())],
    ...(catalog.lastError === null ? [] : [['last sync failed', catalog.lastError]]),
    ...(catalog.limited === null ? [] : [['products left out', catalog.limited]]),
  ];
}

/** One row for each aspect that is not as it should be. */
function healthInWords(health: StoreSummary['health']): string[][] {
  if (health === null) return [];
  if (health.state === 'ok') return [['health', 'ok']];
  return HEALTH_ASPECTS.flatMap((aspect) => {
    const { state, since, reason } = health.aspects[aspect];
    if (state !== 'failing' && state !== 'warning') return [];
    return [[`health: ${aspect}`, `${state} since ${minute(since)}. ${reason ?? ''}`.trim()]];
  });
}

function retentionInWords(days: number, isDefault: boolean): string {
  const period = days === 0 ? 'forever' : `${days} days`;
  return isDefault ? `${period} (RETENTION_DAYS)` : period;
}

function timeZoneInWords(store: StoreSummary['store']): string {
  const name = timeZoneName(timeZoneOf(store));
  if (store.timeZone !== null) return name;
  return store.description.timeZone === undefined ? name : `${name} (the platform's)`;
}

function kindOf({ sandbox }: StoreSummary['store']): string {
  return sandbox ? 'simulated' : 'live';
}

export function toStoreJson(summary: StoreSummary) {
  const { catalog, test_mode, ...shown } = toStoreWire(summary);
  const importing = catalog.importing && { done: catalog.importing.read, total: catalog.importing.total };
  return { ...shown, sandbox: test_mode, catalog: { ...catalog, importing } };
}

function table(all: StoreSummary[]): string {
  if (all.length === 0) return `No store is connected yet. See: ${typed('connect --help')}`;
  const rows = all.map(({ store, catalog, health }) => [
    store.slug,
    store.platform,
    nameOf(store),
    store.description.currency,
    SWITCHABLE.filter((capability) => store.switches[capability]).join(' ') || '-',
    catalogInWords(catalog, Date.now()),
    [
      kindOf(store),
      ...(store.pausedAt === null ? [] : ['paused']),
      ...(health === null ? ['disconnected'] : health.state === 'ok' ? [] : [health.state]),
    ].join(', '),
  ]);
  return inColumns(['SLUG', 'PLATFORM', 'NAME', 'CURRENCY', 'CAPABILITIES', 'PRODUCTS', 'STATE'], rows);
}
