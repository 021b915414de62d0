import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { z } from 'zod';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest, forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { storedRows } from '../../../testing/stored.ts';
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
  wrongCode,
} from './at-pairing.ts';
import { forgetfulProxy } from './forgetful-proxy.ts';
import { listeningProxy } from './listening-proxy.ts';

const askedKeys = z.object({ consumer_key: z.string(), consumer_secret: z.string() });

onEveryDatabase('pairing a WooCommerce site', (database) => {
  const running = forSuite(() => openService(database, {}, { platforms: ['woocommerce'] }));
  const merchant = forSuite(() => signUp(running));
  const site = forEachTest(() => openSite());
  // Sites of earlier tests are closed.
  beforeEach(expectFailingJobs);

  const pair = async (who = merchant, where = site) => {
    const code = await newCode(who);
    const result = await typeCode(where, running.baseUrl, code.code);
    assert.equal(result.ok, true, JSON.stringify(result));
    const { store } = await siteIsPaired(where);
    return { code, slug: store?.slug ?? assert.fail('not paired') };
  };
  const storeOf = async (slug: string) => (await running.service.stores.find(slug)) ?? assert.fail(slug);

  it('creates a store that agents can search when the code is entered on the site [AUT-3] [LIM-5]', async () => {
    const code = await newCode(merchant);
    assert.deepEqual(await stateOf(merchant, code), {
      status: 'waiting',
      tries_left: 5,
      expires_at: code.expires_at,
    });
    await typeCode(site, running.baseUrl, code.code);
    const { store, status } = await stateOf(merchant, code);
    assert.equal(status, 'paired');
    assert.match(store?.slug ?? '', /^lonely-goods/);
    await running.settle();
    assert.ok((await agentOf(running.baseUrl, store?.slug ?? '').search('mug')).products.length > 0);
    assert.equal((await storeOf(store?.slug ?? '')).sandbox, true, 'a simulated site is marked as one');
  });

  it('names the store after a shop whose name has umlauts and other signs', async (t) => {
    const umlauts = await openSite('Müllers Lädchen & Söhne „Größe“');
    t.after(() => umlauts.close());
    assert.match((await pair(merchant, umlauts)).slug, /^muellers-laedchen-soehne-groesse/);
  });

  it('creates webhooks that need no repair by the service', async () => {
    const { slug } = await pair();
    await running.service.backgroundWork.drain();
    const jobs = await running.service.jobs.listOfStore((await storeOf(slug)).id);
    const progress = jobs.find(({ kind }) => kind === 'check_subscriptions')?.progress as Record<
      string,
      string[]
    >;
    assert.deepEqual([progress.created, progress.repaired], [[], []]);
    assert.equal(progress.fine?.length, 8);
  });

  it('keeps the store when a site is paired again to the same account, also after unpairing', async () => {
    const first = await pair();
    assert.equal((await pair()).slug, first.slug);
    await pressOnSite(site, 'unpair');
    assert.equal((await pair()).slug, first.slug);
    assert.equal((await storeOf(first.slug)).disconnectedAt, null);
  });

  it('reuses a store that was connected by its keys', async () => {
    const demo = running.shop('demo-woocommerce');
    assert.equal((await pair(merchant, demo)).slug, 'demo-woocommerce');
  });

  it('creates a new store when a site is paired to another account and disconnects the old one', async () => {
    const first = await pair();
    const other = await signUp(running);
    const second = await pair(other);
    assert.notEqual(second.slug, first.slug);
    const [old, now] = [await storeOf(first.slug), await storeOf(second.slug)];
    assert.notEqual(old.disconnectedAt, null);
    assert.notEqual(old.organizationId, now.organizationId);
    assert.equal((await agentOf(running.baseUrl, first.slug).get('')).status, 404);
    assert.equal((await agentOf(running.baseUrl, second.slug).get('')).status, 200);
  });

  it('returns the same store and a valid token when the first response was lost', async () => {
    const proxy = await forgetfulProxy(running.baseUrl);
    const code = await newCode(merchant);
    assert.equal((await typeCode(site, proxy.url, code.code)).ok, false);
    const slug = (await stateOf(merchant, code)).store?.slug ?? assert.fail('the store is there');
    assert.equal((await typeCode(site, proxy.url, code.code)).ok, true);
    assert.equal((await siteIsPaired(site)).store?.slug, slug);
    assert.deepEqual((await pressOnSite(site, 'check')).ok, true);
    await proxy.close();
  });

  it('revokes the key of a refused attempt and uses another one for the next', async () => {
    const proxy = await listeningProxy(running.baseUrl);
    const code = await newCode(merchant);
    assert.equal((await typeCode(site, proxy.url, wrongCode(code.code))).ok, false);
    assert.equal((await typeCode(site, proxy.url, code.code)).ok, true);
    const keys = proxy.heard.map(({ asked: body }) => askedKeys.parse(body));
    await proxy.close();
    const ask = (path: string, key: z.infer<typeof askedKeys>) =>
      fetch(`${site.url}/wp-json/wc/v3/${path}`, {
        headers: { authorization: `Basic ${btoa(`${key.consumer_key}:${key.consumer_secret}`)}` },
      });
    const [first, second] = keys;
    assert.ok(first && second && first.consumer_key !== second.consumer_key);
    assert.equal((await ask('products', first)).status, 401);
    assert.equal((await ask('products', second)).status, 200);
    assert.equal((await ask('webhooks', second)).status, 403, 'it does what the protocol asks for only');
  });

  it('refuses a used code from another site', async () => {
    const { code } = await pair();
    const thief = await openSite('Thief');
    assert.equal((await typeCode(thief, running.baseUrl, code.code)).ok, false);
    assert.equal((await siteIsPaired(thief)).paired, false);
    await thief.close();
  });

  it('pairs exactly one of two sites that send one code concurrently [AUT-3]', async () => {
    const rival = await openSite('Rival');
    const code = await newCode(merchant);
    const results = await Promise.all(
      [site, rival].map((each) => typeCode(each, running.baseUrl, code.code)),
    );
    assert.equal(results.filter(({ ok }) => ok).length, 1, JSON.stringify(results));
    assert.equal((await stateOf(merchant, code)).status, 'paired');
    await rival.close();
  });

  it('tests both directions from the settings page', async () => {
    await pair();
    assert.match((await pressOnSite(site, 'check')).message, /reaches the site/);
    setSiteFault(site, 'rest_blocked');
    const result = await pressOnSite(site, 'check');
    assert.deepEqual([result.ok, /security plugin/.test(result.remedy ?? '')], [false, true]);
    assert.equal((await siteIsPaired(site)).paired, true);
  });

  it('disconnects the store, deletes its keys and keeps its data when the site unpairs', async () => {
    const { slug } = await pair();
    const store = await storeOf(slug);
    assert.equal((await pressOnSite(site, 'unpair')).ok, true);
    assert.equal((await siteIsPaired(site)).paired, false);
    assert.equal(await running.service.stores.findCredentials(store.id), null);
    assert.notEqual((await storeOf(slug)).disconnectedAt, null);
    const rows = (await storedRows(running.databaseUrl)).audit_entries ?? [];
    assert.ok(JSON.stringify(rows).includes('store.unpaired'));
    const late = await fetch(`${running.baseUrl}/webhooks/${slug}`, { method: 'POST', body: '{}' });
    assert.equal(late.status, 404);
  });

  it('shows a code to its own account only', async () => {
    const code = await newCode(merchant);
    const stranger = await signUp(running);
    assert.equal((await stranger.get(`/pairing-codes/${code.id}`)).status, 404);
  });

  it('stores neither the code nor any secret in the clear [AUT-3]', async () => {
    const { code } = await pair();
    const rows = Object.values(await storedRows(running.databaseUrl))
      .flat()
      .map(String);
    const holds = (text: string) => rows.some((row) => row.includes(text));
    assert.ok(!holds(`"${code.code}"`), 'the code is stored in the clear');
    for (const name of ['consumerKey', 'consumerSecret'])
      assert.ok(!holds(site.credentials[name] ?? assert.fail(name)), `${name} is stored in the clear`);
  });
});
