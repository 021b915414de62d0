import { CommerceError } from '../../commerce/errors.ts';
import { isSlug } from '../../commerce/store/store.ts';
import { checkDiscovery, checkManifestAt } from '../../merchant/discovery/check-discovery.ts';
import {
  type Diagnostic,
  type DiscoveryReport,
  toWarningDiagnostic,
} from '../../merchant/discovery/diagnostic.ts';
import { parseHost } from '../../merchant/discovery/discovery.ts';
import { checkConnection } from '../../merchant/stores/check-store.ts';
import { createProbe, type Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import { createGuardedFetch, type Fetch } from '../../outbound/guarded-fetch/guarded-fetch.ts';
import { nameServers } from '../../outbound/name-servers.ts';
import { PROFILE_PATH } from '../../protocols/ucp/profile/links.ts';
import type { Config } from '../../settings/config.ts';
import type { ReadSettings } from '../declare/declare.ts';
import { toServiceAddresses } from '../serve/sandbox-folder.ts';
import { countText, printDiagnostics } from '../shell/format.ts';
import { withStore } from '../shell/on-service.ts';
import { paint, toTypedCommand, UsageError } from '../shell/terminal.ts';
import { ANSWER_LIMITS } from './answers.ts';
import { CART_CLIENTS, type CartClientName } from './cart-client.ts';
import { checkAgentPlatform } from './check-agent-platform.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { checkParity } from './parity/check-parity.ts';

export interface DoctorOptions {
  session?: boolean;
  query: string;
  store?: string;
  agentPlatform?: CartClientName;
  item?: string[];
  parity?: boolean;
  products: number;
  seed?: number;
}

/** Checks an address as an agent, or the saved credentials of a store, or both. Sets exit code 1 for problems. */
export async function runDoctor(settings: ReadSettings, target: string | undefined, options: DoctorOptions) {
  const { address, slug } = await readTarget(settings, target, options);
  const notAsked = { diagnostics: [], strict: null, url: `store ${slug}` };
  const asAgent = address === undefined ? notAsked : await askAddress(settings, address, options);
  const diagnostics = [
    ...asAgent.diagnostics,
    ...(slug === undefined ? [] : await askShop(await settings(), slug)),
    ...(slug !== undefined && options.parity ? await compareSurfaces(settings, slug, options) : []),
  ];
  const ok = diagnostics.every(({ level }) => level !== 'problem');
  const { strict, url } = asAgent;
  if (!ok) process.exitCode = 1;
  return { data: { ok, strict, url, diagnostics }, text: formatReport(url, diagnostics) };
}

/** Throws `UsageError` where nothing is named, or no address for a client that needs one. */
async function readTarget(settings: ReadSettings, target: string | undefined, options: DoctorOptions) {
  const { session, store, agentPlatform, parity } = options;
  const isStore = store === undefined && isSlug(target ?? '') && target !== 'localhost';
  const [address, slug] = isStore ? [undefined, target] : [target, store];
  if (address === undefined && slug === undefined)
    throw new UsageError(
      `Name an address to check, or a store of this installation with --store. See: ${toTypedCommand('doctor --help')}`,
    );
  if (parity && slug === undefined)
    throw new UsageError('Name the slug of a store of this installation to compare its surfaces.');
  if (agentPlatform !== undefined && address === undefined)
    throw new UsageError(
      'Name the shop’s own domain, or the address of its profile: a platform sees no more of it.',
    );
  // A session is made at an address: the store's, where only its slug was named.
  if (address !== undefined || !session) return { address, slug };
  return { address: `${toServiceAddresses(await settings())[0]}/api/ucp/${slug}`, slug };
}

/** Asks the service's name servers. An address is checked from a machine without settings, too. */
async function fetchOf(settings: ReadSettings): Promise<Fetch> {
  const servers = await settings().then(
    ({ dnsServers }) => dnsServers,
    () => [],
  );
  // The operator already has access to this machine's network.
  const policy = { allowPrivate: true };
  return createGuardedFetch({ ...policy, resolve: nameServers(servers, policy).resolveAddresses });
}

async function askAddress(settings: ReadSettings, address: string, options: DoctorOptions) {
  const { agentPlatform, item: items = [], query } = options;
  const fetch = await fetchOf(settings);
  const ask = createProbe(fetch, ANSWER_LIMITS);
  if (agentPlatform !== undefined) {
    const client = CART_CLIENTS[agentPlatform];
    const url = toProfileUrl(address);
    const diagnostics = await checkAgentPlatform({ ask, client, url, items, query });
    return { diagnostics, strict: null, url };
  }
  const discovery = await discover(createProbe(fetch), address);
  const { strict, url, diagnostics } = discovery;
  const further = await checkFurther(discovery, ask, options);
  return { diagnostics: [...diagnostics, ...further], strict, url };
}

/** A domain, an endpoint, or the profile itself. */
function toProfileUrl(address: string): string {
  const text = /^https?:\/\//i.test(address) ? address : `https://${parseHost(address)}`;
  if (!URL.canParse(text))
    throw new UsageError(`${address} is neither a domain nor the address of a profile.`);
  const { href, pathname } = new URL(text);
  return pathname.includes(PROFILE_PATH) ? href : href.replace(/(?<!\/)\/+$/, '') + PROFILE_PATH;
}

/** Checks `/.well-known/ucp` of a domain, or the manifest at a URL with a path. */
async function discover(probe: Probe, address: string): Promise<DiscoveryReport> {
  const check = { probe };
  if (!/^https?:\/\//i.test(address)) {
    if (address.includes('/'))
      throw new CommerceError('invalid_input', 'An address with a path must start with https://');
    return checkDiscovery(check, parseHost(address));
  }
  if (!URL.canParse(address))
    throw new CommerceError(
      'invalid_input',
      `${address} is not a URL: give a domain such as shop.example.com, or a manifest's address.`,
    );
  const { pathname, origin, href } = new URL(address);
  if (pathname === '/') return checkManifestAt(check, `${origin}/.well-known/ucp`);
  const report = await checkManifestAt(check, href);
  return pathname.startsWith('/.well-known/') ? report : withoutRecipes(report);
}

/** Recipes are for domains of shops: a manifest's own address needs none. */
function withoutRecipes(report: DiscoveryReport): DiscoveryReport {
  const texts = {
    cause: 'Nothing is at this address.',
    remedy: 'Check the address, and the store slug in it: the console shows both.',
  };
  const diagnostics = report.diagnostics.map((each) =>
    RECIPE.test(each.remedy ?? '') ? { ...each, ...texts } : each,
  );
  return { ...report, diagnostics };
}

const RECIPE = /\brecipes?\b/;

async function checkFurther({ manifest }: DiscoveryReport, ask: Probe, options: DoctorOptions) {
  if (!manifest || manifest.form === 'none') return [];
  if (manifest.form === 'official') return [OTHER_PROTOCOL];
  return checkEndpoints(ask, manifest, options);
}

const OTHER_PROTOCOL = toWarningDiagnostic('endpoints', {
  title: 'The endpoints were not checked: this host speaks the official UCP form.',
  cause: 'Its manifest lists services and capabilities as the official releases do.',
  remedy: 'Check it with a client of those releases, for instance Shopify’s ucp-cli.',
});

/** Compares the surfaces of a store of this installation, at the service that runs. */
async function compareSurfaces(settings: ReadSettings, slug: string, options: DoctorOptions) {
  const config = await settings();
  const fetch = await fetchOf(settings);
  const [baseUrl] = toServiceAddresses(config);
  return withStore((at) => checkParity(at, { fetch, baseUrl, ...options }))(config, slug);
}

function formatReport(url: string, diagnostics: readonly Diagnostic[]): string {
  const count = (level: Diagnostic['level']) =>
    diagnostics.filter((diagnostic) => diagnostic.level === level).length;
  const sums = `${count('ok')} ok, ${countText(count('warning'), 'warning')}, ${countText(count('problem'), 'problem')}`;
  const hasRecipe = diagnostics.some(({ remedy }) => RECIPE.test(remedy ?? ''));
  const recipes = hasRecipe
    ? ['', 'The recipes are in the console, on the Discovery page of the store.']
    : [];
  return [paint('bold', url), '', printDiagnostics(diagnostics), ...recipes, '', sums].join('\n');
}

/** Tests the saved credentials of a store of this installation, and the clock. Agents never see why a shop fails. */
function askShop(config: Config, slug: string): Promise<Diagnostic[]> {
  return withStore(async (at, service) => {
    const { diagnostics } = await checkConnection(at);
    const doubt = await service.findClockDoubt();
    const ofShop = diagnostics.map((diagnostic) => ({ check: 'shop', ...diagnostic }));
    return doubt ? [...ofShop, toWarningDiagnostic('clock', doubt)] : ofShop;
  })(config, slug);
}
