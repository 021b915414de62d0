import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SiteFaultKind } from '../../../simulated-shops/shop/types.ts';
import type { PairingProof, SiteToPair } from '../../../src/store-platforms/pairing.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  newCode,
  openService,
  openSite,
  pressOnSite,
  setSiteFault,
  signUp,
  siteIsPaired,
  stateOf,
  typeCode,
} from './at-pairing.ts';
import { answering } from './one-answer-site.ts';

const REASON_BY_FAULT: Record<Exclude<SiteFaultKind, 'rest_closed' | 'authorization_dropped'>, string> = {
  plain_http: 'plain_http',
  plain_permalinks: 'permalinks_off',
  no_woocommerce: 'woocommerce_missing',
  old_woocommerce: 'woocommerce_too_old',
  rest_blocked: 'rest_blocked',
  login_wall: 'login_wall',
  coming_soon: 'coming_soon',
  moved: 'other_site',
  key_revoked: 'keys_refused',
  plugin_inactive: 'other_site',
  maintenance: 'coming_soon',
  keys_dropped: 'keys_refused',
  copy: 'other_site',
};

describe('refusals of pairing', () => {
  const running = forSuite(() => openService(anyDatabase));
  const merchant = forSuite(() => signUp(running));
  const site = forSuite(() => openSite());

  it('pairs with a site whose server drops the header Authorization, and sells there', async () => {
    running.advance(11 * 60_000);
    setSiteFault(site, 'authorization_dropped');
    const result = await typeCode(site, running.baseUrl, (await newCode(merchant)).code);
    assert.equal(result.ok, true, JSON.stringify(result));
    assert.equal((await siteIsPaired(site)).paired, true);
    await pressOnSite(site, 'unpair');
    setSiteFault(site, null);
  });

  for (const [kind, reason] of Object.entries(REASON_BY_FAULT))
    it(`returns the reason and remedy to the site and the merchant and stores nothing: ${kind}`, async () => {
      running.advance(11 * 60_000);
      const before = (await running.service.stores.list()).length;
      setSiteFault(site, kind as SiteFaultKind);
      const code = await newCode(merchant);
      const result = await typeCode(site, running.baseUrl, code.code);
      setSiteFault(site, null);
      const { status, refusal } = await stateOf(merchant, code);
      assert.deepEqual([status, refusal?.reason], ['refused', reason], JSON.stringify(result));
      assert.deepEqual(
        [result.ok, result.message, result.remedy],
        [false, refusal?.message, refusal?.remedy],
      );
      assert.ok((result.remedy ?? '').length > 20);
      assert.equal((await running.service.stores.list()).length, before);
      assert.equal((await siteIsPaired(site)).paired, false);
    });

  it('pairs a site whose REST API is closed to guests but accepts the keys', async (t) => {
    const closed = await openSite('Closed Goods');
    t.after(() => closed.close());
    setSiteFault(closed, 'rest_closed');
    const { code } = await newCode(merchant);
    const result = await typeCode(closed, running.baseUrl, code);
    assert.equal(result.ok, true, JSON.stringify(result));
    const checked = await pressOnSite(closed, 'check');
    assert.equal(checked.ok, true, JSON.stringify(checked));
  });

  it('names a fault that begins after pairing when the site is checked', async (t) => {
    const plain = await openSite('Plain Goods');
    t.after(() => plain.close());
    const { code } = await newCode(merchant);
    assert.equal((await typeCode(plain, running.baseUrl, code)).ok, true);
    for (const [kind, expected] of [
      ['plain_permalinks', /plain permalinks/],
      ['coming_soon', /coming soon/],
      ['rest_blocked', /refuses our calls/],
    ] as const) {
      setSiteFault(plain, kind);
      const checked = await pressOnSite(plain, 'check');
      assert.equal(checked.ok, false);
      assert.match(checked.message, expected);
    }
  });

  it('refuses a site that does not answer as site_unreachable', async () => {
    site.control.inject({ kind: 'down', operation: 'GET /health' });
    const code = await newCode(merchant);
    await typeCode(site, running.baseUrl, code.code);
    site.control.clearFaults();
    assert.equal((await stateOf(merchant, code)).refusal?.reason, 'site_unreachable');
  });
});

/** Builds the data of a plugin that detects no fault. */
function toPair(siteUrl: string, changes: Partial<SiteToPair> = {}): SiteToPair {
  return {
    siteUrl,
    consumerKey: `ck_${'1'.repeat(40)}`,
    consumerSecret: `cs_${'2'.repeat(40)}`,
    connectorToken: 'a'.repeat(43),
    versions: { woocommerce: '10.5.0' },
    settings: { permalinks: 'pretty', ssl: true, comingSoon: false },
    ...changes,
  };
}

function prove(site: SiteToPair): Promise<PairingProof> {
  const pairing = woocommerce.pairing ?? assert.fail('WooCommerce pairs');
  return pairing(createTransport({ fetch, timeoutMs: 500 })).prove(site, { requestId: 'proof' });
}

async function reasonOf(site: SiteToPair): Promise<string> {
  const proof = await prove(site);
  return proof.ok ? 'none' : proof.refusal.reason;
}

const HTML = { 'content-type': 'text/html' };

describe('proof of a site whose plugin reports no fault', () => {
  const ANSWERS: [name: string, reason: string, answer: Parameters<typeof answering>[1]][] = [
    [
      'a page of the theme for /wp-json/',
      'permalinks_off',
      { status: 404, headers: HTML, body: '<h1>Page not found</h1>' },
    ],
    [
      'a login form',
      'login_wall',
      { status: 200, headers: HTML, body: '<form><input type="password" name="pwd"></form>' },
    ],
    [
      'a "coming soon" page with 200',
      'coming_soon',
      { status: 200, headers: HTML, body: '<title>Coming soon</title>' },
    ],
    [
      'a challenge of a firewall',
      'rest_blocked',
      { status: 200, headers: HTML, body: '<title>Just a moment...</title>' },
    ],
    ['too many requests', 'rest_blocked', { status: 429, headers: HTML, body: 'Too many' }],
    ['a crash', 'site_unreachable', { status: 500, headers: HTML, body: '<p>critical error</p>' }],
    [
      'a redirect to another host',
      'other_site',
      { status: 301, headers: { location: 'https://www.shop.example/wp-json/' }, body: '' },
    ],
    [
      'a redirect to a login page',
      'login_wall',
      { status: 302, headers: { location: '/wp-login.php?redirect_to=x' }, body: '' },
    ],
    ['JSON that is no health', 'rest_blocked', { status: 200, headers: {}, body: '{"hello":"world"}' }],
  ];
  for (const [name, reason, answer] of ANSWERS)
    it(`refuses ${name} as ${reason}`, async (t) => {
      const site = await answering(t, answer);
      assert.equal(await reasonOf(toPair(site.url)), reason);
      const isFound = site.asked().some(({ authorization }) => authorization !== undefined);
      assert.equal(isFound, false, 'no key was shown');
    });

  it('refuses 401 from a plugin that closes the REST API to the keys as rest_blocked', async (t) => {
    const body = '{"code":"rest_not_logged_in","message":"No."}';
    const site = await answering(t, { status: 401, headers: {}, body });
    assert.equal(await reasonOf(toPair(site.url)), 'rest_blocked');
  });

  it('refuses a site that exceeds the timeout as site_unreachable', async (t) => {
    const site = await answering(t, 'never');
    assert.equal(await reasonOf(toPair(site.url)), 'site_unreachable');
  });

  it('refuses plain http on the internet without sending a request', async () => {
    assert.equal(await reasonOf(toPair('http://shop.example')), 'plain_http');
  });

  it('compares versions of WooCommerce as numbers', async (t) => {
    const site = await answering(t, { status: 404, headers: HTML, body: '' });
    for (const [woocommerce, reason] of [
      ['8.1.9', 'woocommerce_too_old'],
      ['8.2', 'permalinks_off'],
      ['8.10.0', 'permalinks_off'],
      ['10.0.0-beta.1', 'permalinks_off'],
    ] as const)
      assert.equal(await reasonOf(toPair(site.url, { versions: { woocommerce } })), reason, woocommerce);
  });
});
