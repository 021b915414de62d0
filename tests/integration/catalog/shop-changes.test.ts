import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DESCRIPTION_JOBS } from '../../../src/commerce/job/job-names.ts';
import type { StoreDescription } from '../../../src/commerce/store/store.ts';
import { productPageResponse, productsResponse } from '../../../src/protocols/contract/responses.ts';
import { bodyOf, findVariant } from '../../../testing/agent.ts';
import { inShop, onEveryStore } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';

const BY = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;
const HALF_AN_HOUR_MS = 31 * 60_000;

onEveryStore('a shop whose settings change', (at) => {
  const shop = () => at.running.shop(at.slug).control;
  let mug: { id: string; productId: string };

  before(async () => {
    await at.running.settle();
    mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
  });

  afterEach(async () => {
    shop().clearFaults();
    shop().saveSettings({ currency: 'USD', missingPolicies: [] }, { silently: true });
    await regularCheck();
  });

  /** Twice: what it finds may ask for a reading of the catalog. */
  async function regularCheck(): Promise<void> {
    at.running.advance(HALF_AN_HOUR_MS);
    await at.running.settle();
  }

  const store = async () => (await at.running.service.stores.find(at.slug)) ?? assert.fail('no store');
  const currencyOfStore = async () => (await store()).description.currency;

  async function search() {
    const body = bodyOf(200, await at.agent.get('/catalog/search?q=mug&first=100'));
    return productPageResponse.parse(body);
  }

  function currenciesOf({ products }: Pick<Awaited<ReturnType<typeof search>>, 'products'>): string[] {
    const all = products.flatMap(({ price_range: range, variants }) => [
      range.currency,
      ...variants.map(({ currency }) => currency),
    ]);
    return [...new Set(all)];
  }

  async function assertAllIn(currency: string): Promise<void> {
    assert.equal(await currencyOfStore(), currency);
    assert.deepEqual(currenciesOf(await search()), [currency]);
    const looked = await at.agent.get(`/catalog/lookup?ids=${mug.id}`);
    assert.deepEqual(currenciesOf(productsResponse.parse(looked.body)), [currency]);
    assert.equal((await at.agent.createSession([mug.id])).body.currency, currency);
    assert.equal((await at.agent.createCart([mug.id])).body.currency, currency);
  }

  async function assertCopyIn(currency: string): Promise<void> {
    shop().inject({ kind: 'server_error' });
    const copied = await search();
    shop().clearFaults();
    assert.equal(copied.stale, true);
    assert.ok(copied.products.length > 0);
    assert.deepEqual(currenciesOf(copied), [currency]);
  }

  it('cleans hidden characters from the shop’s new name', async () => {
    shop().saveSettings({ name: 'Renamed\u202e\u200b Goods' });
    await at.running.settle();
    assert.equal((await store()).description.name, 'Renamed Goods');
  });

  it('updates currency, name and catalog copy when the shop’s settings webhook arrives', async () => {
    // WooCommerce gives two of these events within a second the same id and body: the second is a duplicate.
    await wait(1_000 - (Date.now() % 1_000));
    shop().saveSettings({ currency: 'EUR', name: 'Renamed Goods' });
    await at.running.settle();
    await assertAllIn('EUR');
    assert.equal((await store()).description.name, 'Renamed Goods');
    await assertCopyIn('EUR');
  });

  it('updates the currency of store and catalog copy at the recurring check', async () => {
    shop().saveSettings({ currency: 'EUR' }, { silently: true });
    await regularCheck();
    await assertAllIn('EUR');
    await assertCopyIn('EUR');
  });

  it('updates the currency at once by searches and look-ups, whose prices always match the currency named', async () => {
    const inUsd = (await search()).products.find(({ id }) => id === mug.productId);
    shop().saveSettings({ currency: 'JPY' }, { silently: true });
    const { products } = await search();
    assert.deepEqual(currenciesOf({ products }), ['JPY']);
    const inYen = products.find(({ id }) => id === mug.productId);
    assert.ok(inUsd && inYen && inYen.price_range.min < inUsd.price_range.min, 'yen have no cents');
    assert.equal(await currencyOfStore(), 'JPY');
    shop().saveSettings({ currency: 'USD' }, { silently: true });
    const looked = await at.agent.get(`/catalog/lookup?ids=${mug.id}`);
    assert.deepEqual(currenciesOf(productsResponse.parse(looked.body)), ['USD']);
    assert.equal(await currencyOfStore(), 'USD');
  });

  it('shows products of one look-up in one currency, also when the shop was asked for some of them alone', async () => {
    const { stores } = at.running.service;
    const { id } = await store();
    const lamp = await findVariant(at.agent, 'lamp');
    const setFreshness = (freshnessSeconds: number | null) =>
      stores.setSettings(id, { freshnessSeconds }, new Date(at.running.now()).toISOString(), BY, []);
    await setFreshness(600);
    at.running.advance(HALF_AN_HOUR_MS);
    await at.agent.get(`/catalog/lookup?ids=${mug.id}`);
    shop().saveSettings({ currency: 'JPY' }, { silently: true });
    const looked = await at.agent.get(`/catalog/lookup?ids=${mug.id},${lamp.id}`);
    const { products } = productsResponse.parse(looked.body);
    assert.equal(products.length, 2);
    assert.deepEqual(currenciesOf({ products }), ['JPY']);
    await setFreshness(null);
  });

  for (const [what, ask] of [
    ['session', () => at.agent.createSession([mug.id])],
    ['cart', () => at.agent.createCart([mug.id])],
    ['quote', () => at.agent.quote([mug.id], { country: 'US', region: 'NY', postal_code: '10001' })],
  ] as const)
    it(`updates the store’s currency at once when a ${what} comes in another currency`, async () => {
      shop().saveSettings({ currency: 'EUR' }, { silently: true });
      const { status, body } = await ask();
      assert.ok(status < 300, JSON.stringify(body));
      assert.equal(body.currency, 'EUR');
      await assertAllIn('EUR');
    });

  it('answers nothing from a copy of before until its catalog was read anew', async () => {
    shop().saveSettings({ currency: 'EUR' }, { silently: true });
    await at.agent.createSession([mug.id]);
    shop().inject({ kind: 'down' });
    assert.equal((await at.agent.get('/catalog/search?q=mug')).status, 503);
    assert.equal((await at.agent.get(`/catalog/lookup?ids=${mug.id}`)).status, 503);
    shop().clearFaults();
    at.running.advance(HALF_AN_HOUR_MS);
    await at.running.settle();
    await assertCopyIn('EUR');
  });

  it('keeps the lines and totals of an open session in one currency when they are replaced', async () => {
    const { body: session } = await at.agent.createSession([mug.id]);
    assert.equal(session.currency, 'USD');
    shop().saveSettings({ currency: 'EUR' }, { silently: true });
    const body = bodyOf(200, await at.agent.replaceLines(session.id, [[mug.id, 3]]));
    assert.equal(body.currency, 'EUR');
    const line = body.line_items[0] ?? assert.fail('no line');
    assert.equal(body.totals.subtotal, 3 * line.item.price);
  });

  it('links the shop’s current policies in sessions, including policies written later', async () => {
    shop().saveSettings({ missingPolicies: ['terms-of-service'] }, { silently: true });
    await regularCheck();
    const rels = async () =>
      (await at.agent.createSession([mug.id])).body.links.map(({ rel }: { rel: string }) => rel);
    assert.ok(!(await rels()).includes('terms-of-service'));
    shop().saveSettings({ missingPolicies: [] });
    await at.running.settle();
    assert.ok((await rels()).includes('terms-of-service'));
  });

  it('asks the shop for its description once a minute at most when carts come in another currency', async () => {
    const { currency } = (await store()).description;
    const odd = { ...(await store()).description, currency: 'CHF' } satisfies StoreDescription;
    const described = at.running.service.stores;
    // As of a shop that goes on saying another currency than its carts are in.
    const reported = new Date(at.running.now() + 20 * 60 * 60_000).toISOString();
    assert.equal(await described.describe(await store(), odd, reported, DESCRIPTION_JOBS), true);
    shop().resetCalls();
    for (let count = 0; count < 5; count += 1) await at.agent.createSession([mug.id]);
    const calls = shop().calls()[at.platform === 'shopify' ? 'DescribeShop' : 'GET /store-info'];
    assert.equal(calls, 1);
    assert.equal(
      await currencyOfStore(),
      'CHF',
      `and an older answer (${currency}) does not replace a newer one`,
    );
    at.running.advance(24 * 60 * 60_000);
  });

  it('keeps the newest answer, raced and late, and none of an earlier connection', async () => {
    const before = await store();
    const { stores } = at.running.service;
    const later = (ms: number) => new Date(Date.parse(before.describedAt) + ms).toISOString();
    const descriptionWith = (name: string) => ({ ...before.description, name });
    const count = DESCRIPTION_JOBS;
    await Promise.all(
      [3, 1, 2].map((turn) => stores.describe(before, descriptionWith(`Name ${turn}`), later(turn), count)),
    );
    assert.equal((await store()).description.name, 'Name 3');
    assert.equal(
      await stores.describe(before, descriptionWith('Name 3'), later(9), count),
      false,
      'nothing new',
    );
    const elsewhere = { ...before, connectedAt: '2020-01-01T00:00:00.000Z' };
    assert.equal(await stores.describe(elsewhere, descriptionWith('Old keys'), later(10), count), false);
    assert.equal((await store()).description.name, 'Name 3');
  });

  it('stays as it is known when it cannot be described, and its subscriptions are checked all the same', async () => {
    expectFailingJobs();
    shop().saveSettings({ currency: 'EUR' }, { silently: true });
    const operation = at.platform === 'shopify' ? 'DescribeShop' : 'GET /store-info';
    shop().inject({ kind: 'malformed', operation });
    await regularCheck();
    assert.equal(await currencyOfStore(), 'USD');
    const jobs = await at.running.service.jobs.listOfStore((await store()).id);
    const check = jobs.find(({ kind }) => kind === 'check_subscriptions');
    assert.equal(check?.lastError, null);
  });
});
