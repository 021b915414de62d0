import { SWITCHABLE } from '../../commerce/store/capabilities.ts';
import { DAY_MS, formatMinute, HOUR_MS, MINUTE_MS } from '../../commerce/time/time.ts';
import type { Installation } from '../command.ts';
import { settings } from './settings.ts';
import type { StoreWire } from './store-wire.ts';

type Cells = readonly [string, string];

export const storeColumns: Readonly<
  Record<string, (store: StoreWire, installation: Installation) => string>
> = {
  SLUG: ({ slug }) => slug,
  PLATFORM: ({ platform }) => platform,
  NAME: ({ name }) => name,
  CURRENCY: ({ currency }) => currency,
  CAPABILITIES: ({ capabilities }) =>
    SWITCHABLE.filter((capability) => capabilities[capability]).join(' ') || '-',
  PRODUCTS: ({ catalog }, { now }) => describeCatalog(catalog, now()),
  STATE: (store) =>
    [
      toKind(store),
      ...(store.paused_at === null ? [] : ['paused']),
      ...(store.health === null ? ['disconnected'] : []),
      ...(store.health === null || store.health.state === 'ok' ? [] : [store.health.state]),
    ].join(', '),
};

/** Rows of all that is known of a store, below its slug. */
export function storeDetails(store: StoreWire, installation: Installation): Cells[] {
  const { capabilities, catalog } = store;
  return [
    [store.slug, ''],
    ['name', store.name],
    ...toCells('name at the platform', store.name === store.platform_name ? null : store.platform_name),
    ['platform', `${store.platform}, ${toKind(store)}`],
    ['currency', store.currency],
    ['hosts', store.hosts.join(', ')],
    ['connected', formatMinute(store.connected_at)],
    ['disconnected', store.status === 'disconnected' ? 'yes' : 'no'],
    ['paused', store.paused_at === null ? 'no' : formatMinute(store.paused_at)],
    ...describeHealth(store.health),
    [
      'last call of an agent',
      store.last_agent_activity_at ? formatMinute(store.last_agent_activity_at) : 'never',
    ],
    ...settings.flatMap(([name, { row }]): Cells[] =>
      row ? [[row.title, row.words(store[name], installation, store)]] : [],
    ),
    ...SWITCHABLE.map((name): Cells => [name, capabilities[name] ? 'on' : 'off']),
    ['products', describeCatalog(catalog, installation.now())],
    ...toCells('last sync failed', catalog.last_error),
    ...toCells('products left out', catalog.limited),
  ];
}

function toCells(name: string, value: string | null): Cells[] {
  return value === null ? [] : [[name, value]];
}

function toKind({ test_mode }: StoreWire): string {
  return test_mode ? 'simulated' : 'live';
}

/** One row for each aspect that is not as it should be. */
function describeHealth(health: StoreWire['health']): Cells[] {
  if (health === null) return [];
  if (health.state === 'ok') return [['health', 'ok']];
  const rows = health.aspects
    .filter(({ state }) => state === 'failing' || state === 'warning')
    .map(
      ({ aspect, state, since, reason }): Cells => [
        `health: ${aspect}`,
        `${state} since ${formatMinute(since)}. ${reason ?? ''}`.trim(),
      ],
    );
  if (health.outage === null) return rows;
  const { host, tried_at, next_try_at } = health.outage;
  const called = host === null ? '' : `${host}, `;
  return [...rows, ['last attempt', `${called}${formatMinute(tried_at)}, next ${formatMinute(next_try_at)}`]];
}

/** `31, 2 h ago`. */
function describeCatalog({ products, imported_at, importing }: StoreWire['catalog'], now: number): string {
  if (importing) return `importing, ${importing.read} of ${importing.total ?? '?'}`;
  if (imported_at === null) return 'not yet';
  const age = Math.max(0, now - Date.parse(imported_at));
  const [size, unit] = UNITS.find(([each]) => age >= each) ?? [1_000, 's'];
  return `${products}, ${Math.floor(age / size)} ${unit} ago`;
}

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
] as const;
