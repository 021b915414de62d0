import colors from 'picocolors';
import { typed } from '../command-name.ts';
import { SWITCHABLE } from '../commerce/capabilities.ts';
import { nameOf } from '../commerce/store.ts';
import { toStoreWire } from '../api/merchant/store-wire.ts';
import { type StoreSummary, summaries, summaryOf } from '../merchants/stores.ts';
import type { Service } from '../service.ts';
import { catalogInWords } from './catalog-state.ts';
import { asOperator, onService } from './on-service.ts';
import { CHANGES, type StoreChange } from './store-changes.ts';
import { changeDomains, understandsDomains } from './store-domains.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Lists and manages connected stores. The service may be running.

  stores                                Lists all stores.
  stores show <slug>                    Shows all details of one store.
  stores rename <slug> <name>           Sets its display name; --platform-name resets it. The slug does not change.
  stores retention <slug> <days>        Keeps sessions and carts without an order this long after they end: 0 is forever,
                                        "default" is the installation's (RETENTION_DAYS).
  stores domains <slug>                 Lists its custom domains for official UCP.
  stores domains <slug> add <domain>    Adds one and shows the DNS record that verifies it.
  stores domains <slug> verify <domain> Checks the record now, and whether the domain points here.
  stores domains <slug> remove <domain>
  stores disconnect <slug>              Hides the store from agents. All its data is kept.
  stores reconnect <slug>               Reconnects it after testing its credentials.
  stores delete <slug> --yes-delete <slug>
                                        Deletes it with all its data; repeat the slug to confirm. See also: export.
                                        The slug stays reserved for this owner.

  --json                                For scripts. Exit codes: 0 done, 1 refused, 2 wrong usage.`;

const OPTIONS = {
  ...JSON_OPTION,
  'platform-name': { type: 'boolean' },
  'yes-delete': { type: 'string' },
} as const;

export const stores: Command = {
  summary: 'Lists the connected stores; shows, renames, disconnects or deletes one; manages its domains.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, OPTIONS, USAGE);
    const [what, slug, ...words] = positionals;
    const json = values.json === true;
    if (what === undefined) return onService(config(), (service) => list(service, json));
    if (what === 'domains') {
      if (slug === undefined || !understandsDomains(words)) throw new UsageError(USAGE);
      return onService({ ...config(), logLevel: 'silent' }, async (service) =>
        changeDomains(await asOperator(service, slug), words, json),
      );
    }
    const change = what === 'show' ? undefined : CHANGES[what];
    if (slug === undefined || (what !== 'show' && !change)) throw new UsageError(USAGE);
    const wanted = { words, platformName: values['platform-name'] === true, yesDelete: values['yes-delete'] };
    if (change && !change.understands(wanted)) throw new UsageError(USAGE);
    await onService({ ...config(), logLevel: 'silent' }, (service) =>
      change ? apply(service, slug, { change, wanted, json }) : show(service, slug, json),
    );
  },
};

async function list(service: Service, json: boolean): Promise<void> {
  const all = await summaries(service.context, await service.stores.list());
  say(json ? JSON.stringify(all.map(toJson), null, 2) : table(all));
}

async function show(service: Service, slug: string, json: boolean): Promise<void> {
  const { context, store } = await asOperator(service, slug);
  const shown = toJson(await summaryOf(context, store));
  if (json) return say(JSON.stringify(shown, null, 2));
  const rows = Object.entries(shown).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  say(inColumns([slug, ''], rows));
}

interface Applied {
  change: StoreChange;
  wanted: Parameters<StoreChange['run']>[1];
  json: boolean;
}

async function apply(service: Service, slug: string, { change, wanted, json }: Applied): Promise<void> {
  const after = await change.run(await asOperator(service, slug), wanted);
  // Runs the enqueued jobs here, because the service may not be running.
  if (change.jobs.length > 0) await service.runnerOf(change.jobs).drain();
  if (json)
    return say(JSON.stringify(after ? toJson(await summaryOf(service.context, after)) : { slug }, null, 2));
  say(`${colors.green('✓')} ${colors.bold(slug)} ${change.done}.`);
}

function toJson(summary: StoreSummary) {
  const { catalog, test_mode, ...shown } = toStoreWire(summary);
  const importing = catalog.importing && { done: catalog.importing.read, total: catalog.importing.total };
  return { ...shown, sandbox: test_mode, catalog: { ...catalog, importing } };
}

function table(all: StoreSummary[]): string {
  if (all.length === 0) return `No store is connected yet. See: ${typed('connect --help')}`;
  const rows = all.map(({ store, catalog }) => [
    store.slug,
    store.platform,
    nameOf(store),
    store.description.currency,
    SWITCHABLE.filter((capability) => store.switches[capability]).join(' ') || '-',
    catalogInWords(catalog, Date.now()),
    [store.sandbox ? 'simulated' : 'live', ...(store.disconnectedAt === null ? [] : ['disconnected'])].join(
      ', ',
    ),
  ]);
  return inColumns(['SLUG', 'PLATFORM', 'NAME', 'CURRENCY', 'CAPABILITIES', 'PRODUCTS', ''], rows);
}
