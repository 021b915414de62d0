import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { StoreDescription } from '../../commerce/store.ts';
import type { PairingProof, PairingRefusal, SiteToPair } from '../pairing.ts';
import type { Caller } from '../store-platform.ts';
import type { Transport } from '../transport/transport.ts';
import { describeStore, isTooOld } from './access/describe-store.ts';
import { type Ask, CONNECTOR, createClient } from './client.ts';
import { CONNECTOR_NAMESPACE } from './connector-wire.ts';
import { type WooCommerceCredentials, wooCommerceCredentials } from './credentials.ts';
import { readSiteAnswer, type SiteSaid } from './pairing/answers.ts';
import { PairingHindered, refusalOf } from './pairing/refusals.ts';

/**
 * Reaches the very site that asked to be paired, as its later calls will: by its address, with its keys, and with a question
 * that only it can answer. Follows no redirect. Says what is in the way, the first thing first.
 */
export async function provePairing(
  site: SiteToPair,
  transport: Transport,
  caller: Caller,
): Promise<PairingProof> {
  try {
    const credentials = refuseByItsOwnWords(site);
    const simulated = await proveSite(site, credentials, transport, caller);
    const description = await describe(site, credentials, transport, caller);
    return { ok: true, description, credentials, simulated };
  } catch (error) {
    return { ok: false, refusal: refusalIn(error) };
  }
}

/** The same question without the rest, for a site that is paired; undefined when all is well. */
export async function checkPairing(
  site: SiteToPair,
  transport: Transport,
  caller: Caller,
): Promise<PairingRefusal | undefined> {
  try {
    await proveSite(site, refuseByItsOwnWords(site), transport, caller);
    return undefined;
  } catch (error) {
    return refusalIn(error);
  }
}

function refusalIn(error: unknown): PairingRefusal {
  if (error instanceof PairingHindered) return error.refusal;
  if (error instanceof CommerceError)
    return refusalOf('site_unreachable', `The site did not answer us: ${error.message}`);
  throw error;
}

/** What the plugin itself says is in the way needs no asking. */
function refuseByItsOwnWords({ versions, settings, ...site }: SiteToPair): WooCommerceCredentials {
  const { siteUrl: url, consumerKey, consumerSecret } = site;
  const parsed = wooCommerceCredentials.safeParse({ url, consumerKey, consumerSecret });
  if (!parsed.success) throw new PairingHindered(url.startsWith('http:') ? 'plain_http' : 'other_site');
  if (versions.woocommerce === '') throw new PairingHindered('woocommerce_missing');
  if (isTooOld(versions.woocommerce)) throw tooOld(versions.woocommerce);
  if (settings.permalinks === 'plain') throw new PairingHindered('permalinks_off');
  if (settings.comingSoon) throw new PairingHindered('coming_soon');
  return parsed.data;
}

function tooOld(version: string): PairingHindered {
  return new PairingHindered('woocommerce_too_old', `WooCommerce ${version} on the site is older than 8.2.`);
}

const health = z.object({ connector_version: z.string(), coming_soon: z.boolean().optional() });
/** Only simulated sites send it. */
const SIMULATED_HEADER = 'x-ucp-host-simulated';
const proofAnswer = z.object({ proof: z.string() });

/** True for a simulated site. */
async function proveSite(
  site: SiteToPair,
  credentials: WooCommerceCredentials,
  transport: Transport,
  caller: Caller,
): Promise<boolean> {
  const ask = asking(site, credentials, transport, caller);
  const said = await askHealth(ask);
  if (said.errorCode !== undefined) throw await whyNoConnector(ask, said.errorCode);
  const parsed = health.safeParse(said.body);
  if (!parsed.success) throw new PairingHindered('rest_blocked');
  if (parsed.data.coming_soon) throw new PairingHindered('coming_soon');
  await proveKeys(site, ask);
  return said.headers.has(SIMULATED_HEADER);
}

/** A site whose REST interface is closed to guests lets the keys in: then they ask. */
async function askHealth(ask: AskSite): Promise<SiteSaid> {
  try {
    const said = await ask('/health', false);
    return said.status === 401 || said.status === 403 ? await ask('/health', true) : said;
  } catch (error) {
    const isOwnPage = error instanceof PairingHindered && error.isOwnPage;
    throw isOwnPage && (await answersByQuery(ask)) ? new PairingHindered('permalinks_off') : error;
  }
}

/** `?rest_route=` works whatever the permalinks are; what stands in front of WordPress does not answer it with our health. */
async function answersByQuery(ask: AskSite): Promise<boolean> {
  const said = await ask('/health', false, BY_QUERY).catch(() => undefined);
  return health.safeParse(said?.body).success;
}

const BY_QUERY = '';

/** The namespace `BY_QUERY`: the connector's, asked for without permalinks. */
type AskSite = (path: string, withKeys: boolean, namespace?: string) => Promise<SiteSaid>;

function asking(
  { siteUrl }: SiteToPair,
  { url, consumerKey, consumerSecret }: WooCommerceCredentials,
  transport: Transport,
  { requestId }: Caller,
): AskSite {
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  return async (path, withKeys, namespace = CONNECTOR_NAMESPACE) => {
    const response = await transport({
      operation: `GET ${path.replace(/\?.*/, '')}`,
      method: 'GET',
      url: url + routeTo(namespace, path),
      headers: {
        accept: 'application/json',
        'user-agent': 'ucp-host',
        'x-request-id': requestId,
        ...(withKeys ? { authorization } : {}),
      },
      repeatable: false,
      anyStatus: true,
    });
    return readSiteAnswer(siteUrl, response);
  };
}

function routeTo(namespace: string, path: string): string {
  return namespace === BY_QUERY
    ? `/?rest_route=/${CONNECTOR_NAMESPACE}${path}`
    : `/wp-json/${namespace}${path}`;
}

/** The plugin's routes are there only where WooCommerce is, and new enough. */
async function whyNoConnector(ask: AskSite, errorCode: string): Promise<PairingHindered> {
  if (errorCode !== 'rest_no_route') return new PairingHindered('rest_blocked');
  const core = await ask('', false, 'wc/v3');
  return new PairingHindered(core.errorCode === 'rest_no_route' ? 'woocommerce_missing' : 'other_site');
}

async function proveKeys(site: SiteToPair, ask: AskSite): Promise<void> {
  const challenge = randomBytes(32).toString('base64url');
  const said = await ask(`/pairing-proof?challenge=${challenge}`, true);
  if (said.status === 401 || said.status === 403) throw keysRefused(site);
  const parsed = proofAnswer.safeParse(said.body);
  if (said.errorCode !== undefined || !parsed.success) throw new PairingHindered('other_site');
  const expected = createHmac('sha256', site.connectorToken).update(`${challenge}\n${site.siteUrl}`).digest();
  const given = Buffer.from(parsed.data.proof, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new PairingHindered('other_site');
  }
}

/** Where PHP does not see https, WooCommerce passes the keys over in silence. */
function keysRefused({ siteUrl, settings }: SiteToPair): PairingHindered {
  return siteUrl.startsWith('https:') && !settings.ssl
    ? new PairingHindered(
        'plain_http',
        'The site does not know that it is on https, so WooCommerce ignores the keys.',
      )
    : new PairingHindered('keys_refused');
}

/** With the keys, reading and writing: what went wrong is said in the adapter's own words. */
async function describe(
  site: SiteToPair,
  credentials: WooCommerceCredentials,
  transport: Transport,
  caller: Caller,
): Promise<StoreDescription> {
  try {
    const described = await describeStore(createClient(credentials, transport), credentials.url, caller);
    const version = described.versions.woocommerce ?? site.versions.woocommerce;
    if (isTooOld(version)) throw tooOld(version);
    return described;
  } catch (error) {
    const isAboutKeys = error instanceof CommerceError && error.kind === 'platform_error';
    throw isAboutKeys ? new PairingHindered('keys_refused', error.message) : error;
  }
}

/** A site where the plugin is gone, or where the keys were taken back, has nothing left to clean up for us. */
const ALREADY_GONE = [
  'rest_no_route',
  'rest_forbidden',
  'woocommerce_rest_authentication_error',
  'woocommerce_rest_cannot_view',
];

/** Makes the plugin remove its webhooks and what it knows of us. Safe to repeat; a site that knows us no more is no error. */
export async function unpair(ask: Ask, caller: Caller): Promise<void> {
  const common = { operation: 'POST /unpair', path: `${CONNECTOR}/unpair`, body: {} };
  // Whoever calls tries again by itself, and later.
  await ask({ ...common, repeatable: false, answers: ALREADY_GONE }, caller);
}
