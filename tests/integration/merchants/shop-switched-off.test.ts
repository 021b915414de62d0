import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { CredentialsCheck, GetStoreHealthResponse } from '../../../client/index.ts';
import type { SiteFaultKind } from '../../../simulated-shops/shop/types.ts';
import { type Agent, agentOf, bodyOf, type ErrorBody, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase, withStore } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { type Merchant, signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { setSiteFault, typeCode } from '../pairing/at-pairing.ts';

/** Words of a shop's inside, which are the merchant's to know. */
const INTERNALS =
  /https?:|localhost|127\.0\.0\.1|moved-shop|plugin|permalink|wordpress|woocommerce|shopify|\bREST\b|firewall|connector|token|keys?\b|merchant must|bill|domain/i;

interface Expected {
  status: number;
  code: string;
  /** Matches the cause and remedy that the check of the connection reports to the merchant. */
  diagnostic: RegExp;
}

const failed = (diagnostic: RegExp): Expected => ({ status: 502, code: 'platform_error', diagnostic });
const away = (diagnostic: RegExp): Expected => ({ status: 503, code: 'platform_unavailable', diagnostic });

/** Longer than the pauses between the probes of an outage. */
const OUTAGE_MS = 30 * 60_000;

/** Answers that open no circuit come first. */
const SITES: Partial<Record<SiteFaultKind, Expected>> = {
  plain_permalinks: failed(/permalinks.*"Plain".*Settings, Permalinks/s),
  coming_soon: { status: 503, code: 'store_closed', diagnostic: /coming soon.*Site visibility/s },
  moved: failed(/redirects to https:\/\/moved-shop\.example/),
  key_revoked: failed(/does not accept the REST key/),
  plugin_inactive: failed(/connector plugin is not installed, not active/),
  rest_blocked: failed(/firewall|security plugin/),
  login_wall: failed(/redirects to/),
  maintenance: away(/Briefly unavailable for scheduled maintenance\. – Harbour & Hearth/),
};

const SHOPIFYS: [name: string, answer: { status: number; location?: string }, expected: Expected][] = [
  ['a token that was revoked', { status: 401 }, failed(/API token/)],
  ['a domain that was given up', { status: 404 }, failed(/Check the domain/)],
  [
    'a domain that has moved',
    { status: 301, location: 'https://moved-shop.example/' },
    failed(/moved-shop\.example/),
  ],
  ['a frozen shop', { status: 402 }, away(/frozen/)],
  ['a locked shop', { status: 423 }, away(/locked/)],
];

async function assertAgentsGetOneSentence(agent: Agent, variantId: string, expected: Expected) {
  const { status, code } = expected;
  const line_items = [{ item: { id: variantId }, quantity: 1 }];
  for (const path of ['/checkout-sessions', '/carts']) {
    const { body, headers, ...answer } = await agent.post<ErrorBody>(path, { line_items });
    assert.deepEqual([answer.status, body.code], [status, code], `${path}: ${JSON.stringify(body)}`);
    assertClear(body.error);
    assert.equal(headers.has('retry-after'), status === 503, path);
  }
  const params = { name: 'create_checkout_session', arguments: { line_items } };
  const { body } = await agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  assert.deepEqual([body.error?.data?.status, body.error?.data?.code], [status, code]);
  assertClear(body.error?.message ?? '');
}

function assertClear(sentence: string): void {
  assert.doesNotMatch(sentence, INTERNALS);
  assert.match(sentence, /again/);
}

async function assertMerchantGetsDiagnostic(merchant: Merchant, slug: string, { diagnostic }: Expected) {
  const { status, body } = await merchant.post<CredentialsCheck>(`/stores/${slug}/check`, {});
  assert.deepEqual([status, body.ok], [200, false], JSON.stringify(body));
  const problems = body.diagnostics.filter(({ level }) => level === 'problem');
  const words = problems.map(({ title, remedy }) => `${title} ${remedy ?? ''}`).join('\n');
  assert.match(words, diagnostic);
}

withStore('woocommerce', 'a WooCommerce shop that is changed after it was paired', (running) => {
  beforeEach(expectFailingJobs);
  let variantId: string;
  const slug = 'demo-woocommerce';
  const merchant = forSuite(() => signUp(running));
  const agent = forSuite(() => agentOf(running.baseUrl, slug));
  before(async () => {
    const { body } = await merchant.post<{ code: string }>('/pairing-codes', {});
    const pairing = await typeCode(running.shop(slug), running.baseUrl, body.code);
    assert.equal(pairing.ok, true, pairing.message);
    await running.settle();
    variantId = (await findVariant(agent, 'mug')).id;
  });

  for (const [kind, expected] of Object.entries(SITES))
    it(`gives agents one clear sentence, and its merchant the cause: ${kind}`, async (t) => {
      setSiteFault(running.shop(slug), kind as SiteFaultKind);
      t.after(() => setSiteFault(running.shop(slug), null));
      await assertMerchantGetsDiagnostic(merchant, slug, expected);
      await assertAgentsGetOneSentence(agent, variantId, expected);
    });

  for (const [kind, cause] of [
    ['plugin_inactive', /connector plugin is not (installed|active)/],
    ['key_revoked', /does not accept the REST key/],
  ] as const)
    it(`answers searches and look-ups from the copy, and names the cause in health and in the jobs: ${kind}`, async (t) => {
      const endOutage = async () => {
        setSiteFault(running.shop(slug), null);
        running.advance(OUTAGE_MS);
        await running.settle();
      };
      // In an outage that an earlier test left, another job may be the probe.
      await endOutage();
      t.after(endOutage);
      const there = await agent.search('mug');
      setSiteFault(running.shop(slug), kind);
      await merchant.post(`/stores/${slug}/import`);
      await running.settle();
      const { body } = await merchant.get<{ last_error: string | null }>(`/stores/${slug}/import`);
      assert.match(body.last_error ?? '', cause);
      const copied = await agent.search('mug');
      assert.deepEqual(pluck(copied.products, 'id'), pluck(there.products, 'id'));
      assert.equal(copied.stale, true);
      const looked = bodyOf(200, await agent.get(`/catalog/lookup?ids=${variantId}`));
      assert.equal(looked.stale, true);
      bodyOf(502, await agent.createSession([variantId]));

      await merchant.post(`/stores/${slug}/health/test`);
      await running.settle();
      const { health } = (await merchant.get<GetStoreHealthResponse>(`/stores/${slug}/health`)).body;
      const access = health?.aspects.find(({ aspect }) => aspect === 'access');
      assert.equal(access?.state, 'failing', JSON.stringify(health));
      assert.match(access.reason ?? '', cause);
    });

  it('shows the cause of a failed session to its merchant, and to agents only that it failed', async (t) => {
    setSiteFault(running.shop(slug), 'plugin_inactive');
    t.after(() => setSiteFault(running.shop(slug), null));
    await agent.createSession([variantId]);
    const { body } = await merchant.get<{ items: { id: string }[] }>(`/stores/${slug}/sessions`);
    const id = body.items[0]?.id ?? assert.fail('no session');
    const own = await merchant.get<{ failure: { message: string } }>(`/stores/${slug}/sessions/${id}`);
    assert.match(JSON.stringify(own.body), /connector plugin is not installed, not active/);
    const seen = bodyOf(200, await agent.get<{ failure: { message: string } }>(`/checkout-sessions/${id}`));
    assertClear(seen.failure.message);
    const log = await merchant.get<{ items: { error: string | null }[] }>(
      `/stores/${slug}/requests?status=502`,
    );
    assert.match(log.body.items[0]?.error ?? '', /connector plugin is not installed, not active/);
  });

  it('lets agents search and quote, and cancel what they have, while it is coming soon', async (t) => {
    const session = bodyOf(201, await agent.createSession([variantId]));
    setSiteFault(running.shop(slug), 'coming_soon');
    t.after(() => setSiteFault(running.shop(slug), null));
    assert.ok((await agent.search('mug')).products.length > 0);
    assert.equal((await agent.quote([variantId], { country: 'US' })).status, 200);
    assert.equal((await agent.replaceLines(session.id, [[variantId, 2]])).status, 503);
    assert.equal((await agent.cancel(session.id)).status, 200);
  });

  it('sells, and is found well, with a REST interface that is closed to guests', async (t) => {
    setSiteFault(running.shop(slug), 'rest_closed');
    t.after(() => setSiteFault(running.shop(slug), null));
    assert.equal((await agent.createSession([variantId])).status, 201);
    const { body } = await merchant.post<CredentialsCheck>(`/stores/${slug}/check`, {});
    assert.equal(body.ok, true, JSON.stringify(body));
  });
});

describe('a Shopify shop that is changed after it was connected', () => {
  for (const [name, answer, expected] of SHOPIFYS)
    onEveryDatabase(name, (database) => {
      let running: TestService;
      let isChanged = false;
      before(async () => {
        const changing: typeof fetch = async (input, init) =>
          isChanged && String(input).includes('/api/')
            ? new Response('', {
                status: answer.status,
                headers: answer.location === undefined ? {} : { location: answer.location },
              })
            : fetch(input, init);
        running = await startTestService({
          database,
          platforms: ['shopify'],
          overrides: { fetch: changing },
        });
      });
      after(() => running.close());

      it('gives agents one clear sentence, and its merchant the cause', async () => {
        const merchant = await signUp(running);
        const agent = agentOf(running.baseUrl, 'demo-shopify');
        const { id } = await findVariant(agent, 'mug');
        isChanged = true;
        await assertMerchantGetsDiagnostic(merchant, 'demo-shopify', expected);
        await assertAgentsGetOneSentence(agent, id, expected);
      });
    });
});
