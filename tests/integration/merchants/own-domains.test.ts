import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { CHECK_DOMAIN } from '../../../src/commerce/job/job-names.ts';
import { askHost } from '../../../testing/ask-host.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { lineItems, OLDER_PROFILE, PROFILE } from '../../../testing/ucp-agent.ts';
import { type CustomDomains, startCustomDomains, WELL_KNOWN } from './own-domain.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

onEveryDatabase('a custom domain', (database) => {
  let port: string;
  const own = forSuite(() => startCustomDomains(database, { HOST_DOMAIN: 'stores.example' }));
  before(async () => {
    port = new URL(own.running.baseUrl).port;
  });
  beforeEach(() => {
    own.dns.failing = false;
  });

  it('claims a domain with a record that proves it, and serves nothing there before', async () => {
    const { status, body } = await own.merchant.post<{ domain: Record<string, unknown> }>(
      '/stores/demo-shopify/domains',
      { domain: ' https://Claimed.Shop.Example./somewhere?x=1 ' },
    );
    assert.equal(status, 201);
    const { domain, state, record, verified_at } = body.domain as never as Awaited<
      ReturnType<CustomDomains['claim']>
    >;
    assert.deepEqual([domain, state, verified_at], ['claimed.shop.example', 'unverified', null]);
    assert.deepEqual([record.type, record.name], ['TXT', '_ucp-host.claimed.shop.example']);
    assert.match(record.value, /^ucp-host=[\w-]{32}$/);
    assert.equal((await own.ask(domain)).status, 404);
    assert.equal(await own.mayHaveCertificate(domain), 404);
    const again = await own.merchant.post('/stores/demo-shopify/domains', { domain: 'claimed.shop.example' });
    assert.deepEqual([again.status, again.body], [200, body]);
    assert.deepEqual(await own.actions('demo-shopify'), ['merchant: domain.added claimed.shop.example']);
  });

  for (const slug of ['demo-shopify', 'demo-woocommerce']) {
    it(`serves the official profile of ${slug} at the root of a proved domain, without a redirect`, async () => {
      const name = `agents.${slug}.example`;
      const { verified_at, error, profile_url } = await own.live(slug, name);
      assert.ok(verified_at);
      assert.equal(error, null);
      const origin = `http://${name}:${port}`;
      assert.equal(profile_url, origin + WELL_KNOWN);
      const { status, headers, body } = await own.ask(name);
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'public, max-age=300');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.ok(headers.etag);
      assert.deepEqual(endpointsOf(body), [`${origin}/ucp`, `${origin}/ucp/mcp`]);
      const leafUrl = body.ucp.supported_versions['2026-04-08'];
      assert.equal(leafUrl, `${origin + WELL_KNOWN}/2026-04-08`);
      const leaf = await own.ask(name, new URL(leafUrl).pathname);
      assert.deepEqual([leaf.status, leaf.body.ucp.version], [200, '2026-04-08']);
      assert.deepEqual(endpointsOf(leaf.body), endpointsOf(body));
      assert.equal(await own.mayHaveCertificate(name.toUpperCase()), 200);
      const { body: setup } = await own.merchant.get<{ steps: { id: string; done: boolean }[] }>(
        `/stores/${slug}/setup`,
      );
      assert.equal(setup.steps.find(({ id }) => id === 'discovery')?.done, true);
    });

    it(`serves REST and MCP of ${slug}, in both versions`, async () => {
      const name = `agents.${slug}.example`;
      for (const profile of [PROFILE, OLDER_PROFILE]) {
        const headers = { 'ucp-agent': `profile="${profile}"`, 'content-type': 'application/json' };
        const post = (path: string, body: object) => own.ask(name, path, { method: 'POST', headers, body });
        const results = await post('/ucp/catalog/search', { query: 'mug' });
        const { id } = results.body.products[0].variants[0];
        const token = `~${Buffer.from(id).toString('base64url')}`;
        assert.equal((await own.ask(name, `/buy/${token}:1`)).status, 303);
        const session = await post('/ucp/checkout-sessions?utm=x', lineItems([id]));
        assert.ok([200, 201].includes(session.status), session.text);
        const listed = await post('/ucp/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
        assert.ok(listed.body.result.tools.length > 0);
      }
      assert.equal((await own.ask(name, '/ucp/carts/x', { method: 'DELETE' })).status, 405);
      assert.equal((await own.ask(name, '/api/ucp/no-such-store')).status, 404);
    });
  }

  it('reports a proved domain that does not point here yet, with the reason', async () => {
    const claim = await own.claim('demo-shopify', 'early.shop.example');
    own.setRecord(claim);
    const { domain, diagnostics } = await own.look('demo-shopify', 'early.shop.example');
    assert.equal(domain.state, 'verified');
    assert.match(domain.error ?? '', /early\.shop\.example does not exist.*add an A, AAAA or CNAME record/s);
    const checks = diagnostics.map(({ check, level }) => `${check} ${level}`);
    assert.deepEqual(checks, ['proof ok', 'address problem']);
    const { status } = await own.ask('early.shop.example');
    assert.equal(status, 200, 'a client that already resolves to this service is served');
    own.point('early.shop.example');
    assert.equal((await own.look('demo-shopify', 'early.shop.example')).domain.state, 'live');
  });

  it('reports a missing or different record and silent name servers, and finds a record in pieces', async () => {
    await own.claim('demo-shopify', 'slow.shop.example');
    const [absent] = (await own.look('demo-shopify', 'slow.shop.example')).diagnostics;
    assert.match(`${absent?.title} ${absent?.cause}`, /not found.*no TXT record at _ucp-host\.slow\.shop/);
    own.dns.texts.set('_ucp-host.slow.shop.example', ['ucp-host=of-somebody-else']);
    const [other] = (await own.look('demo-shopify', 'slow.shop.example')).diagnostics;
    assert.match(other?.cause ?? '', /a different value/);
    own.dns.failing = true;
    const [silent] = (await own.look('demo-shopify', 'slow.shop.example')).diagnostics;
    assert.deepEqual([silent?.level, silent?.title], ['warning', 'The name servers did not answer.']);
    own.dns.failing = false;
    const { record } = await own.claim('demo-shopify', 'slow.shop.example');
    own.dns.texts.set(record.name, ['x'.repeat(600), ` ${record.value} `, 'v=spf1 -all']);
    assert.equal((await own.look('demo-shopify', 'slow.shop.example')).domain.state, 'verified', 'in pieces');
  });

  it('refuses to connect to domains that point where no agent could ask', async () => {
    const claim = await own.claim('demo-shopify', 'inwards.example');
    own.setRecord(claim);
    for (const inwards of ['169.254.169.254', '0.0.0.0', '198.51.100.7']) {
      own.dns.addresses.set('inwards.example', inwards);
      const { domain } = await own.look('demo-shopify', 'inwards.example');
      assert.equal(domain.state, 'verified', inwards);
      assert.match(domain.error ?? '', /is not on the public internet/, inwards);
    }
    await own.remove('demo-shopify', 'inwards.example');
  });

  it('accepts only internet names that can be a merchant’s as a custom domain', async () => {
    const answer = await own.merchant.post<{ domain: { domain: string } }>('/stores/demo-shopify/domains', {
      domain: 'Läden.Example',
    });
    assert.equal(answer.body.domain.domain, 'xn--lden-loa.example');
    const wrong = {
      '': /domain/,
      shop: /without a port/,
      'shop.example:8443': /without a port/,
      '192.0.2.1': /domain name/,
      '[2001:db8::1]': /domain name/,
      '0x7f.1': /domain name/,
      'user@shop.example': /domain name/,
      '*.shop.example': /domain name/,
      'under_score.example': /domain name/,
      [`${'long.'.repeat(60)}example`]: /domain/,
      'printer.local': /public internet/,
      'good-mugs.myshopify.com': /shop platform/,
      'mugs.wordpress.com': /shop platform/,
      'stores.example': /this service/,
      'demo-shopify.STORES.example': /this service/,
    };
    for (const [domain, words] of Object.entries(wrong)) {
      const { status, body } = await own.merchant.post('/stores/demo-shopify/domains', { domain });
      assert.equal(status, 400, domain);
      assert.match(JSON.stringify(body), words, domain);
    }
    const base = new URL(own.running.baseUrl).hostname;
    assert.equal((await own.merchant.post('/stores/demo-shopify/domains', { domain: base })).status, 400);
  });

  it('returns 404 and gets no certificate when no store has claimed it', async () => {
    const path = '/stores/demo-shopify/domains/unclaimed.example';
    assert.equal((await own.merchant.post(`${path}/verify`)).status, 404);
    assert.equal((await own.merchant.delete(path)).status, 404);
    assert.equal((await own.ask('unclaimed.example')).status, 404);
    assert.equal(await own.mayHaveCertificate('unclaimed.example'), 404);
    assert.equal((await fetch(`${own.running.baseUrl}/tls/ask`)).status, 400);
    assert.equal(await own.mayHaveCertificate('x'.repeat(5_000)), 404);
  });

  it('changes no address below the service’s host, and is matched as a whole name', async () => {
    const { status, body } = await own.ask('proxied.internal.example', `/ucp/demo-shopify${WELL_KNOWN}`);
    assert.equal(status, 200);
    assert.equal(endpointsOf(body)[0], `${own.running.baseUrl}/ucp/demo-shopify`);
    await own.live('demo-shopify', 'other-paths.example');
    assert.equal((await own.ask('other-paths.example', `${WELL_KNOWN}-other`)).status, 404);
    assert.equal((await own.ask('other-paths.example', '/api/ucp/demo-woocommerce')).status, 200);
    for (const host of [
      'other-paths.example.evil.example',
      'evil-other-paths.example',
      'sub.other-paths.example',
    ])
      assert.equal((await own.ask(host)).status, 404, host);
  });

  describe('a custom domain that two stores claim', () => {
    it('belongs to the store that proves it, and the other claim does not block it', async () => {
      await own.claim('demo-woocommerce', 'both.example');
      const mine = await own.claim('demo-shopify', 'both.example');
      own.setRecord(mine);
      assert.equal((await own.look('demo-shopify', 'both.example')).domain.state, 'verified');
      own.setRecord(await own.claim('demo-woocommerce', 'both.example'));
      const { domain, diagnostics } = await own.look('demo-woocommerce', 'both.example');
      assert.equal(domain.state, 'unverified');
      assert.match(diagnostics[0]?.title ?? '', /Another store of this service has verified/);
      assert.match((await own.ask('both.example')).text, /gid|2026/);
      assert.equal(await own.stateOf('demo-shopify', 'both.example'), 'verified');
    });

    it('moves at once to the store that proves it when the first store’s record is gone', async () => {
      const first = await own.live('demo-shopify', 'sold.example');
      const second = await own.claim('demo-woocommerce', 'sold.example');
      own.dns.texts.set(first.record.name, [second.record.value]);
      assert.equal((await own.look('demo-woocommerce', 'sold.example')).domain.state, 'live');
      assert.equal(await own.stateOf('demo-shopify', 'sold.example'), 'lost');
      const agent = { 'ucp-agent': `profile="${PROFILE}"`, 'content-type': 'application/json' };
      const results = await own.ask('sold.example', '/ucp/catalog/search', {
        method: 'POST',
        headers: agent,
        body: { query: 'mug' },
      });
      assert.match(results.body.products[0].id, /woocommerce/);
      // Not by whom: that is another merchant.
      assert.ok((await own.actions('demo-shopify')).includes('service: domain.lost sold.example'));
    });

    it('goes to exactly one of two stores that prove it at the same moment', async () => {
      for (const round of [1, 2, 3]) {
        const name = `raced-${round}.example`;
        const slugs = ['demo-shopify', 'demo-woocommerce'];
        for (const slug of slugs) own.setRecord(await own.claim(slug, name));
        const looks = slugs.flatMap((slug) => [own.look(slug, name), own.look(slug, name)]);
        await Promise.all(looks);
        const states = await Promise.all(slugs.map((slug) => own.stateOf(slug, name)));
        assert.deepEqual(states.toSorted(), ['unverified', 'verified'], name);
        for (const slug of slugs) await own.remove(slug, name);
      }
    });
  });

  it('limits a store to ten custom domains with one record each, also when many are claimed at once', async () => {
    for (const { domain } of await own.listed('demo-shopify')) await own.remove('demo-shopify', domain);
    const claims = Array.from({ length: 14 }, (_, index) =>
      own.merchant.post('/stores/demo-shopify/domains', { domain: `many-${index}.example` }),
    );
    const statuses = (await Promise.all(claims)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 10);
    assert.equal(statuses.filter((status) => status === 409).length, 4);
    await own.remove('demo-shopify', (await own.listed('demo-shopify'))[0]?.domain ?? '');
    const twice = await Promise.all([1, 2, 3, 4, 5].map(() => own.claim('demo-shopify', 'twice.example')));
    assert.equal(new Set(twice.map(({ record }) => record.value)).size, 1);
    const names = (await own.listed('demo-shopify')).map(({ domain }) => domain);
    assert.equal(names.filter((name) => name === 'twice.example').length, 1);
    for (const { domain } of await own.listed('demo-shopify')) await own.remove('demo-shopify', domain);
  });

  it('serves a custom domain from every process, and removes it from every process', async (t) => {
    const other = await serviceOn(own.running.databaseUrl);
    t.after(() => other.close());
    const address = await other.listen({ backgroundWork: false });
    const statusThere = async () => (await askHost(address, 'everywhere.example', WELL_KNOWN)).status;
    assert.equal(await statusThere(), 404);
    await own.live('demo-shopify', 'everywhere.example');
    // PostgreSQL notifies other processes after it has answered.
    while ((await statusThere()) !== 200) await new Promise(setImmediate);
    assert.equal((await own.remove('demo-shopify', 'everywhere.example')).status, 200);
    assert.equal((await own.ask('everywhere.example')).status, 404);
    while ((await statusThere()) !== 404) await new Promise(setImmediate);
    assert.equal(await own.mayHaveCertificate('everywhere.example'), 404);
  });

  it('verifies a custom domain by a background job, without a request of the merchant', async () => {
    own.setRecord(await own.claim('demo-shopify', 'patient.example'));
    own.point('patient.example');
    await own.running.settle();
    assert.equal(await own.stateOf('demo-shopify', 'patient.example'), 'live');
    assert.ok((await own.actions('demo-shopify')).includes('service: domain.verified patient.example'));
  });

  describe('a custom domain whose record is gone', () => {
    const record = () => '_ucp-host.fading.example';
    /** Runs the due checks alone: after days, all jobs of both stores are due as well. */
    const checkDomains = () => own.running.service.runnerOf([CHECK_DOMAIN]).drain();

    it('serves a domain without its record for a week more, and shows the merchant the missing proof', async () => {
      await own.live('demo-shopify', 'fading.example');
      const [token = ''] = own.dns.texts.get(record()) ?? [];
      own.dns.texts.delete(record());
      own.running.advance(7 * HOUR_MS);
      await checkDomains();
      const [fading] = (await own.listed('demo-shopify')).filter(({ domain }) => domain === 'fading.example');
      assert.equal(fading?.state, 'proof_missing');
      const left = Date.parse(fading?.served_until ?? '') - Date.parse(fading?.verified_at ?? '');
      assert.ok(left > 7 * DAY_MS && left < 8 * DAY_MS);
      assert.equal((await own.ask('fading.example')).status, 200);
      assert.ok((await own.actions('demo-shopify')).includes('service: domain.proof_missing fading.example'));

      own.dns.texts.set(record(), [token]);
      own.running.advance(7 * HOUR_MS);
      await checkDomains();
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'live');
    });

    it('stops serving a domain whose record is gone for long, and lets it be proved again', async () => {
      const [token = ''] = own.dns.texts.get(record()) ?? [];
      own.dns.texts.delete(record());
      for (const _ of [1, 2]) {
        own.running.advance(7.1 * DAY_MS);
        await checkDomains();
      }
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'lost');
      assert.equal((await own.ask('fading.example')).status, 404);
      assert.equal(await own.mayHaveCertificate('fading.example'), 404);
      assert.ok((await own.actions('demo-shopify')).includes('service: domain.lost fading.example'));
      own.dns.texts.set(record(), [token]);
      assert.equal((await own.look('demo-shopify', 'fading.example')).domain.state, 'live');
    });

    it('checks a lost domain again when the merchant proves it long afterwards', async () => {
      const [token = ''] = own.dns.texts.get(record()) ?? [];
      own.dns.texts.delete(record());
      for (const _ of [1, 2, 3]) {
        own.running.advance(7.1 * DAY_MS);
        await checkDomains();
      }
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'lost');
      own.dns.texts.set(record(), [token]);
      own.running.advance(DAY_MS);
      await checkDomains();
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'lost', 'nobody has asked');
      assert.equal((await own.look('demo-shopify', 'fading.example')).domain.state, 'live');
      own.dns.texts.delete(record());
      own.running.advance(7 * HOUR_MS);
      await checkDomains();
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'proof_missing');
      own.dns.texts.set(record(), [token]);
      assert.equal((await own.look('demo-shopify', 'fading.example')).domain.state, 'live');
    });

    it('keeps a custom domain with its store while name servers do not answer', async () => {
      own.dns.failing = true;
      for (const _ of [1, 2, 3]) {
        own.running.advance(8 * DAY_MS);
        await checkDomains();
      }
      assert.equal((await own.ask('fading.example')).status, 200);
      own.dns.failing = false;
      assert.equal(await own.stateOf('demo-shopify', 'fading.example'), 'live');
    });
  });

  it('removes a domain for good when it is removed during its verification', async () => {
    for (const name of ['short.example', 'shorter.example', 'shortest.example', 'gone.example']) {
      own.setRecord(await own.claim('demo-shopify', name));
      const path = `/stores/demo-shopify/domains/${name}`;
      const [looked, removed] = await Promise.all([
        own.merchant.post(`${path}/verify`),
        own.merchant.delete(path),
      ]);
      assert.ok([200, 404].includes(looked.status), JSON.stringify(looked.body));
      assert.equal(removed.status, 200);
      assert.equal(await own.stateOf('demo-shopify', name), undefined);
      await own.running.settle();
      assert.equal((await own.ask(name)).status, 404);
      assert.equal((await own.merchant.delete(path)).status, 404);
    }
  });

  it('ends with the store’s connection, and is not claimed for a store that is disconnected', async () => {
    await own.live('demo-woocommerce', 'closing.example');
    await own.merchant.post('/stores/demo-woocommerce/disconnect');
    assert.equal((await own.ask('closing.example')).status, 404);
    assert.equal(await own.mayHaveCertificate('closing.example'), 404);
    assert.deepEqual(await own.listed('demo-woocommerce'), []);
    const refused = await own.merchant.post('/stores/demo-woocommerce/domains', { domain: 'late.example' });
    assert.equal(refused.status, 409);
    await own.live('demo-shopify', 'unpaired.example');
    const { context } = own.running.service;
    const store = await context.stores.find('demo-shopify');
    assert.ok(store);
    const plugin = { accountId: null, name: 'plugin' };
    const credentials = await context.stores.findCredentials(store.id);
    await context.stores.invalidateAfter(context.pairings.end(store.id, plugin, new Date().toISOString()));
    assert.deepEqual(await own.listed('demo-shopify'), []);
    assert.equal((await own.ask('unpaired.example')).status, 404);
    const { description } = store;
    await context.stores.reconnect(store.id, { description, credentials }, { now: new Date().toISOString() });
    await context.stores.resume(
      store.id,
      new Date().toISOString(),
      { actor: plugin, action: 'store.reconnected' },
      [],
    );
    await own.live('demo-shopify', 'closing-too.example');
    const { status } = await own.merchant.delete('/stores/demo-shopify', { confirm: 'demo-shopify' });
    assert.equal(status, 200);
    assert.equal((await own.ask('closing-too.example')).status, 404);
    assert.equal(await own.mayHaveCertificate('closing-too.example'), 404);
  });
});

function endpointsOf(profile: { ucp: { services: Record<string, { endpoint: string }[]> } }): string[] {
  return (profile.ucp.services['dev.ucp.shopping'] ?? []).map(({ endpoint }) => endpoint);
}
