import { SWITCHABLE } from '../commerce/capabilities.ts';
import type { Store } from '../commerce/store.ts';
import type { Service } from '../service.ts';
import { type CatalogState, catalogInWords, catalogState } from './catalog-state.ts';
import { onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_AND_HELP, readOptions } from './usage.ts';

const USAGE = `Lists the connected stores.

  stores [--json]`;

export const stores: Command = {
  summary: 'Lists the connected stores.',
  async run(args, config) {
    const { values } = readOptions(args, JSON_AND_HELP, USAGE);
    if (values.help) return say(USAGE);
    const list = await onService(config(), async (service) =>
      Promise.all((await service.stores.list()).map((store) => withCatalog(service, store))),
    );
    say(values.json ? JSON.stringify(list.map(toJson), null, 2) : table(list));
  },
};

interface ListedStore extends Store {
  catalog: CatalogState;
}

async function withCatalog(service: Service, store: Store): Promise<ListedStore> {
  return { ...store, catalog: await catalogState(service, store.id) };
}

function toJson(store: ListedStore) {
  const { products, importedAt, importing } = store.catalog;
  const { name, currency, hosts } = store.description;
  return {
    slug: store.slug,
    platform: store.platform,
    name,
    currency,
    hosts,
    capabilities: store.switches,
    sandbox: store.sandbox,
    connected_at: store.connectedAt,
    catalog: { products, imported_at: importedAt, ...(importing ? { importing } : {}) },
  };
}

function table(list: ListedStore[]): string {
  if (list.length === 0) return 'No store is connected yet. See: npm run -s cli -- connect --help';
  const rows = list.map((store) => [
    store.slug,
    store.platform,
    store.description.name,
    store.description.currency,
    SWITCHABLE.filter((capability) => store.switches[capability]).join(' ') || '-',
    catalogInWords(store.catalog, Date.now()),
    store.sandbox ? 'simulated' : 'live',
  ]);
  return inColumns(['SLUG', 'PLATFORM', 'NAME', 'CURRENCY', 'CAPABILITIES', 'PRODUCTS', ''], rows);
}
