import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { GetPairingCodeResponse } from '../../../client/index.ts';
import type { RunningShop, SiteFaultKind } from '../../../simulated-shops/shop/types.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { bodyOf } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { type Merchant, signUp } from '../../../testing/merchant.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../testing/test-service.ts';

export type Code = { id: string; code: string; expires_at: string };

export type SiteResult = { ok: boolean; message: string; remedy?: string };

let sites = 0;

/** Starts a simulated site that is paired with no service and has its own keys. */
export async function openSite(name = 'Lonely Goods'): Promise<RunningShop> {
  sites += 1;
  return startWooCommerceShop({ name, keysOf: `${name} ${sites}` });
}

/** Starts a service without demo stores behind a trusted proxy, so that tests choose the client address of a request. */
export function openService(
  database: TestDatabase,
  settings: Record<string, string> = {},
  { backgroundWork = false, platforms = [] }: Pick<TestServiceOptions, 'backgroundWork' | 'platforms'> = {},
): Promise<TestService> {
  return startTestService({
    database,
    backgroundWork,
    platforms,
    settings: { TRUST_PROXY: 'true', SIGN_UP: 'open', ...settings },
  });
}

export async function newCode(merchant: Merchant): Promise<Code> {
  const answer = bodyOf(201, await merchant.post<Code>('/pairing-codes', {}));
  assert.match(answer.code, /^\d{6}$/);
  return answer;
}

export async function stateOf(merchant: Merchant, { id }: Code): Promise<GetPairingCodeResponse> {
  return bodyOf(200, await merchant.get<GetPairingCodeResponse>(`/pairing-codes/${id}`));
}

async function onSite<Body>(site: RunningShop, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${site.url}/_sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Body;
}

/** Submits the code on the site's settings page. */
export function typeCode(site: RunningShop, service: string, code: string): Promise<SiteResult> {
  return onSite<SiteResult>(site, 'pairing', { action: 'pair', service, code });
}

export function pressOnSite(site: RunningShop, action: 'check' | 'unpair'): Promise<SiteResult> {
  return onSite<SiteResult>(site, 'pairing', { action });
}

export function siteIsPaired(
  site: RunningShop,
): Promise<{ paired: boolean; store: { slug: string } | null }> {
  return onSite(site, 'pairing');
}

/** Sets the fault of the whole site; null clears all faults. */
export function setSiteFault({ control }: RunningShop, kind: SiteFaultKind | null): void {
  if (kind) control.inject({ kind });
  else control.clearFaults();
}

/** Builds the pairing request that the plugin sends. */
export function pairRequest(site: RunningShop, code: string, changes: object = {}) {
  return {
    code,
    site_url: site.url,
    site_name: 'A shop',
    rest_url: `${site.url}/wp-json/`,
    consumer_key: site.credentials.consumerKey,
    consumer_secret: site.credentials.consumerSecret,
    connector_token: randomBytes(32).toString('base64url'),
    versions: { wordpress: '6.9.1', woocommerce: '10.5.0', php: '8.2.0', connector: '1.0.0' },
    settings: { permalinks: 'pretty', ssl: false, coming_soon: false },
    ...changes,
  };
}

export interface Said {
  status: number;
  /** Response headers except the request id and the date, which vary. */
  headers: Record<string, string>;
  text: string;
}

/** Sends a pairing request from a client address. */
export async function ask(running: TestService, body: object, address = '198.51.100.1'): Promise<Said> {
  const response = await fetch(`${running.baseUrl}/api/connector/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

/** Returns six digits that are none of the given codes. */
export function wrongCode(...right: string[]): string {
  const wrong = ['111111', '222222', '333333', '444444'].find((each) => !right.includes(each));
  return wrong ?? assert.fail('every candidate is a valid code');
}

export { signUp };
