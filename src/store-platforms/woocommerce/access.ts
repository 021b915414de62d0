import { CommerceError } from '../../commerce/errors.ts';
import { toProblem } from '../access-diagnostics.ts';
import type { AccessDiagnostic } from '../store-platform.ts';
import {
  createTooOldError,
  isTooOld,
  proveReading,
  proveWriting,
  readOwnStoreInfo,
  readStoreInfo,
} from './access/describe-store.ts';
import { checkHandOff, type Visitor } from './access/hand-off.ts';
import { diagnosePlugins } from './access/known-plugins.ts';
import { getRemedyOfLimit } from './client/firewalls.ts';
import { type Ask, CONNECTOR, type SiteAnswer } from './client.ts';
import type { StoreInfo } from './connector-wire.ts';
import { plainLine } from './plain-text.ts';

type Visit = (hosts: readonly string[]) => Visitor;

const NAMES = { address: ['url'], key: ['consumerKey', 'consumerSecret'] };

/** Checks each part by itself, in at most fifteen calls, so that one failure does not hide others. `visit` opens pages as a buyer. */
export async function checkAccess(ask: Ask, siteUrl: string, visit: Visit): Promise<AccessDiagnostic[]> {
  const answers: SiteAnswer[] = [];
  const diagnostics = await checkParts(async (call) => {
    const answer = await ask(call);
    answers.push(answer);
    return answer;
  }, siteUrl);
  const limit = answers.map(readLimit).findLast((each) => each !== undefined);
  const extraText = answers.map((each) => each.extraText).find((each) => each !== '');
  const warnings = [
    ...(limit === undefined ? [] : [diagnoseLimitedCalls(limit)]),
    ...(extraText === undefined ? [] : [diagnoseExtraText(extraText)]),
  ];
  if (diagnostics.some(({ level }) => level === 'problem')) return [...diagnostics, ...warnings];
  const buying = await checkBuying(ask, siteUrl, visit);
  return [...diagnostics, ...warnings, ...(await checkStoreApi(ask)), ...buying];
}

/** Whether buyers can pay what agents put together; unknown beside older plugins. */
async function checkBuying(ask: Ask, siteUrl: string, visit: Visit): Promise<AccessDiagnostic[]> {
  const { guest_checkout, plugins = [], url } = await readOwnStoreInfo(ask);
  if (guest_checkout === undefined) return [];
  const hosts = [siteUrl, url].map((each) => new URL(each).host);
  const account = guest_checkout ? [] : [ACCOUNT_REQUIRED];
  return [...(await checkHandOff(ask, visit(hosts))), ...account, ...diagnosePlugins(plugins)];
}

const ACCOUNT_REQUIRED: AccessDiagnostic = {
  level: 'warning',
  title: 'Your shop takes orders only from buyers with an account; agents are told so.',
  remedy: 'Allow orders without an account under WooCommerce, Settings, Accounts & Privacy.',
};

async function checkParts(ask: Ask, siteUrl: string): Promise<AccessDiagnostic[]> {
  const site = await checkSite(ask, siteUrl);
  if (site.some(({ title }) => title === PLAIN_PERMALINKS.title)) return site;
  const reading = await attempt(() => proveReading(ask), 'The REST key may read.');
  // A site that is down fails both in the same way.
  if (site.some(({ title }) => title === reading.title)) return site;
  if (reading.level === 'problem' || site.some(({ level }) => level === 'problem')) return [...site, reading];
  return [...site, reading, await attempt(() => proveWriting(ask), 'The REST key may write.')];
}

async function checkSite(ask: Ask, siteUrl: string): Promise<AccessDiagnostic[]> {
  try {
    return toDiagnostics(await readStoreInfo(ask), siteUrl);
  } catch (error) {
    return [(await hasPlainPermalinks(ask, error)) ? PLAIN_PERMALINKS : diagnoseError(error)];
  }
}

function toDiagnostics(info: StoreInfo, siteUrl: string): AccessDiagnostic[] {
  if (isTooOld(info.versions.woocommerce)) return [toProblem(createTooOldError(info), NAMES)];
  const { wordpress, woocommerce, connector } = info.versions;
  const versions = [`WooCommerce ${woocommerce}`, `WordPress ${wordpress}`, `connector ${connector}`];
  const title = `The connector plugin answers (${versions.map(plainLine).join(', ')}).`;
  const isPlain = info.url.startsWith('http:') && siteUrl.startsWith('https:');
  return [{ level: 'ok', title }, ...(isPlain ? [HTTP_SITE_ADDRESS] : [])];
}

const HTTP_SITE_ADDRESS: AccessDiagnostic = {
  level: 'warning',
  title: 'WordPress gives its own address with http: buyers may be sent to pages that are not encrypted.',
  remedy:
    'Set both addresses to https:// in WordPress under Settings, General. Behind a proxy that ends TLS, the site must set HTTPS=on.',
};

const PLAIN_PERMALINKS: AccessDiagnostic = {
  level: 'problem',
  title: 'The permalinks of this site are set to "Plain", so its REST interface has no addresses.',
  remedy: 'In WordPress, open Settings, Permalinks, choose "Post name" (or any but Plain), and save.',
};

/** True when WordPress answers the query form of the route in JSON, with the plugin's answer or its own "no such route". */
async function hasPlainPermalinks(ask: Ask, failure: unknown): Promise<boolean> {
  if (!(failure instanceof CommerceError) || failure.kind !== 'platform_error') return false;
  if (!/permalinks|redirects/.test(failure.message)) return false;
  const call = { path: `${CONNECTOR}/store-info`, anonymous: true, withoutPermalinks: true };
  return ask({ ...call, answers: ['rest_no_route'] }).then(Boolean, () => false);
}

async function attempt(prove: () => Promise<void>, fine: string): Promise<AccessDiagnostic> {
  try {
    await prove();
    return { level: 'ok', title: fine };
  } catch (error) {
    return diagnoseError(error);
  }
}

function diagnoseError(error: unknown): AccessDiagnostic {
  const problem = toProblem(error, NAMES);
  const remedy = error instanceof CommerceError && error.failure && getRemedyOfLimit(error.failure);
  return remedy ? { ...problem, remedy } : problem;
}

const STORE_API = '/wc/store/v1/products?per_page=1&_fields=id';
const LIMIT_HEADERS = ['ratelimit-limit', 'x-ratelimit-limit'];

function readLimit({ headers }: SiteAnswer): string | undefined {
  const limit = LIMIT_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
  return limit && (/\d{1,9}/.exec(limit)?.[0] ?? undefined);
}

const MAX_QUOTED_LENGTH = 120;

function diagnoseExtraText(text: string): AccessDiagnostic {
  const begin = plainLine(text).slice(0, MAX_QUOTED_LENGTH);
  return {
    level: 'warning',
    title: `The site prints text around its answers, which is ignored${begin === '' ? '.' : `: “${begin}”`}`,
    remedy:
      'Switch off display_errors in php.ini and WP_DEBUG_DISPLAY in wp-config.php, and repair or remove the plugin that prints it: one that prints more may make answers unreadable.',
  };
}

function diagnoseLimitedCalls(limit: string): AccessDiagnostic {
  return {
    level: 'warning',
    title: `The site limits calls to its REST interface by address (${limit} at a time), and all agents come from this service's one.`,
    remedy:
      'In the plugin or server that sets the header RateLimit-Limit, exempt calls with the header User-Agent: ucp-host, or raise the limit.',
  };
}

/** WooCommerce's own limit counts its Store API, which the service does not call; plugins extend it to other routes. */
async function checkStoreApi(ask: Ask): Promise<AccessDiagnostic[]> {
  const limit = await ask({ path: STORE_API, anonymous: true }).then(readLimit, () => undefined);
  if (limit === undefined) return [];
  const title = `The rate limit of the Store API is on (${limit} at a time): buyers behind one address share it.`;
  const remedy =
    "The calls of this service are not counted. Behind a proxy or CDN, return 'proxy_support' => true from the filter woocommerce_store_api_rate_limit_options, or all buyers count as one.";
  return [{ level: 'warning', title, remedy }];
}
