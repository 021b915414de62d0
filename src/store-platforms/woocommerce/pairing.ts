import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { StoreDescription } from '../../commerce/store/store.ts';
import { type PairingRefusal, SIMULATED_HEADER, type SitePairing, type SiteToPair } from '../pairing.ts';
import { readShape } from '../read-shape.ts';
import type { Transport } from '../transport/transport.ts';
import { describeStore, isTooOld } from './access/describe-store.ts';
import { type Ask, CONNECTOR, CORE, createClient, createSender, type SiteCall } from './client.ts';
import { connectorHealth } from './connector-wire.ts';
import { type WooCommerceCredentials, wooCommerceCredentials } from './credentials.ts';
import { buildRefusal, PairingRefusedError, type RestAnswer, readSiteAnswer } from './pairing/refusals.ts';

/** Proves a site by its keys and a challenge that only it can answer. Follows no redirect; names the first reason found. */
export function createSitePairing(transport: Transport): SitePairing<WooCommerceCredentials> {
  return {
    async prove(site, caller) {
      try {
        const credentials = toCredentials(site);
        const simulated = await proveSite(site, restClient(site, credentials, transport, caller));
        const description = await describe(createClient(credentials, transport)(caller), credentials.url);
        return { ok: true, description, credentials, simulated };
      } catch (error) {
        return { ok: false, refusal: toRefusal(error) };
      }
    },
    async check(site, caller) {
      try {
        await proveSite(site, restClient(site, toCredentials(site), transport, caller));
        return undefined;
      } catch (error) {
        return toRefusal(error);
      }
    },
    async unpair(credentials, caller) {
      const call = { path: `${CONNECTOR}/unpair`, body: {}, answers: ALREADY_GONE };
      // The calling job retries later.
      await createClient(credentials, transport)(caller)({ ...call, repeatable: false });
    },
  };
}

function toRefusal(error: unknown): PairingRefusal {
  if (error instanceof PairingRefusedError) return error.refusal;
  if (error instanceof CommerceError)
    return buildRefusal('site_unreachable', `The site did not answer us: ${error.message}`);
  throw error;
}

/** Refuses what the plugin's own report rules out, before any call. */
function toCredentials({ versions: { woocommerce }, settings, ...site }: SiteToPair): WooCommerceCredentials {
  const { siteUrl: url, restUrl, consumerKey, consumerSecret } = site;
  const parsed = wooCommerceCredentials.safeParse({ url, restUrl, consumerKey, consumerSecret });
  if (!parsed.success) throw new PairingRefusedError(url.startsWith('http:') ? 'plain_http' : 'other_site');
  if (!woocommerce) throw new PairingRefusedError('woocommerce_missing');
  if (isTooOld(woocommerce)) {
    const message = `WooCommerce ${woocommerce} on the site is older than 8.2.`;
    throw new PairingRefusedError('woocommerce_too_old', message);
  }
  if (settings.permalinks === 'plain') throw new PairingRefusedError('permalinks_off');
  if (settings.comingSoon) throw new PairingRefusedError('coming_soon');
  return parsed.data;
}

const health = connectorHealth.omit({ status: true });

/** Returns true for a simulated site. */
async function proveSite(site: SiteToPair, ask: AskSite): Promise<boolean> {
  const answer = await askHealth(ask);
  if (answer.errorCode === 'rest_no_route') {
    const core = await ask({ path: CORE, anonymous: true });
    throw new PairingRefusedError(core.errorCode === 'rest_no_route' ? 'woocommerce_missing' : 'other_site');
  }
  if (answer.errorCode !== undefined) throw new PairingRefusedError('rest_blocked');
  const parsed = readShape(health, answer.body);
  if (!parsed.success) throw new PairingRefusedError('rest_blocked');
  if (parsed.data.coming_soon) throw new PairingRefusedError('coming_soon');
  await proveKeys(site, ask);
  return answer.headers.has(SIMULATED_HEADER);
}

/** Calls with keys when the site closes its REST API to guests. */
async function askHealth(ask: AskSite): Promise<RestAnswer> {
  try {
    const answer = await ask(HEALTH);
    const isClosed = answer.status === 401 || answer.status === 403;
    return isClosed ? await ask({ ...HEALTH, anonymous: false }) : answer;
  } catch (error) {
    if (!(error instanceof PairingRefusedError && error.isOwnPage)) throw error;
    // Nothing in front of WordPress would answer with the plugin's health, whatever the permalinks.
    const byQuery = await ask({ ...HEALTH, withoutPermalinks: true }).catch(() => undefined);
    throw readShape(health, byQuery?.body).success ? new PairingRefusedError('permalinks_off') : error;
  }
}

const HEALTH = { path: `${CONNECTOR}/health`, anonymous: true };

type AskSite = (call: SiteCall) => Promise<RestAnswer>;

function restClient(
  { siteUrl }: SiteToPair,
  credentials: WooCommerceCredentials,
  transport: Transport,
  { requestId }: Caller,
): AskSite {
  const send = createSender(credentials, transport, true);
  return async (call) => {
    const { response } = await send({ ...call, repeatable: false }, { requestId, fresh: true });
    return readSiteAnswer(siteUrl, response);
  };
}

const HTTPS_UNSEEN = 'The site does not know that it is on https, so WooCommerce ignores the keys.';

async function proveKeys(site: SiteToPair, ask: AskSite): Promise<void> {
  const challenge = randomBytes(32).toString('base64url');
  const answer = await ask({ path: `${CONNECTOR}/pairing-proof?challenge=${challenge}` });
  if (answer.status === 401 || answer.status === 403) {
    // WooCommerce ignores keys silently when PHP does not see https.
    const isHidden = site.siteUrl.startsWith('https:') && !site.settings.ssl;
    if (isHidden) throw new PairingRefusedError('plain_http', HTTPS_UNSEEN);
    throw new PairingRefusedError('keys_refused');
  }
  const parsed = readShape(z.object({ proof: z.string() }), answer.body);
  if (answer.errorCode !== undefined || !parsed.success) throw new PairingRefusedError('other_site');
  const expected = createHmac('sha256', site.connectorToken).update(`${challenge}\n${site.siteUrl}`).digest();
  const proof = Buffer.from(parsed.data.proof, 'hex');
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected))
    throw new PairingRefusedError('other_site');
}

function describe(ask: Ask, siteUrl: string): Promise<StoreDescription> {
  return describeStore(ask, siteUrl).catch((error: unknown) => {
    const isAboutKeys = error instanceof CommerceError && error.kind === 'platform_error';
    throw isAboutKeys ? new PairingRefusedError('keys_refused', error.message) : error;
  });
}

/** Answers of sites that have no plugin or have revoked the keys: nothing is left to remove there. */
const ALREADY_GONE = [
  'rest_no_route',
  'rest_forbidden',
  'woocommerce_rest_authentication_error',
  'woocommerce_rest_cannot_view',
];
