import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { productPageResponse, productsResponse } from '../../../src/protocols/contract/responses.ts';
import type { Service } from '../../../src/service.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { inShop, onEveryStore, type Somewhere } from '../../../testing/everywhere.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { officialSchemas } from '../../../testing/ucp-schemas.ts';
import { type Found, type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

const MINUTE_MS = 60_000;
const SCHEMAS = officialSchemas('2026-08-25');
const BY = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;

onEveryStore('prices shown without asking the shop', (at) => {
  let mug: { id: string; productId: string };
  let other: { service: Service; baseUrl: string };
  const line = slowLine();

  before(async () => {
    await at.running.settle();
    const { databaseUrl, now } = at.running;
    const overrides = { now, indexTimeoutMs: 10_000, fetch: line.fetch };
    const service = await serviceOn(databaseUrl, overrides, { RATE_LIMIT: 'off' });
    other = { service, baseUrl: await service.listen({ backgroundWork: false }) };
    mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
  });
  after(() => other?.service.close());

  beforeEach(async () => {
    // Past every window, and every product is as the copy knows it.
    at.running.advance(60 * MINUTE_MS);
    await setFreshness(at, null);
  });

  const elsewhere = () => ({ ...at, running: { ...at.running, baseUrl: other.baseUrl } });
  const setPrice = (price: number) => {
    inShop(at, mug.id).price = (price / 100).toFixed(2);
  };

  /** Has the shop send its event of a changed product. */
  async function report(): Promise<void> {
    const { control } = at.running.shop(at.slug);
    control.touchProduct(Number(/\d+$/.exec(mug.productId)?.[0]));
    await control.webhooksSettled();
  }

  async function priceAt(baseUrl = at.running.baseUrl): Promise<{ price: number; asOf: string | undefined }> {
    const answer = await agentOf(baseUrl, at.slug).get(`/catalog/lookup?ids=${mug.productId}`);
    const { products, as_of: asOf } = productsResponse.parse(answer.body);
    const variant = products[0]?.variants.find(({ id }) => id === mug.id);
    return { price: variant?.price ?? 0, asOf };
  }

  /** Asks for the mug in each way of official UCP, and checks the answer by its schema. */
  async function officialAnswers(place: Somewhere, check: (asOf: string | undefined) => void): Promise<void> {
    const official = ucpAgentOf(place);
    const requests = {
      'catalog_search.json#/$defs/search_response': ['/catalog/search', { query: 'mug' }],
      'catalog_lookup.json#/$defs/lookup_response': ['/catalog/lookup', { ids: [mug.productId] }],
      'catalog_lookup.json#/$defs/get_product_response': ['/catalog/product', { id: mug.productId }],
    } as const;
    for (const [schema, [path, body]] of Object.entries(requests)) {
      const answer = await official.post<{ as_of?: string }>(path, body);
      SCHEMAS.response(`schemas/shopping/${schema}`)(answer.body);
      check(answer.body.as_of);
    }
  }

  async function callsFor(work: () => Promise<unknown>): Promise<number> {
    const { control } = at.running.shop(at.slug);
    control.resetCalls();
    await work();
    return Object.values(control.calls()).reduce((sum, count) => sum + count, 0);
  }

  it('shows current prices by default while the shop has nothing else to do', async () => {
    for (const price of [3100, 3200, 3300]) {
      setPrice(price);
      assert.deepEqual(await priceAt(), { price, asOf: undefined });
      assert.equal((await priceAt(other.baseUrl)).price, price);
    }
  });

  it('shows current prices when the store is set to always ask the shop', async () => {
    await setFreshness(at, 0);
    const calls = await callsFor(() => Promise.all([priceAt(), priceAt(other.baseUrl)]));
    assert.ok(calls >= 2, `${calls} calls`);
  });

  it('cost no call within the window, in all protocols and processes', async () => {
    await setFreshness(at, 60);
    setPrice(4100);
    assert.equal((await priceAt()).price, 4100);
    await at.agent.search('mug');
    const calls = await callsFor(async () => {
      const { asOf } = await priceAt(other.baseUrl);
      assert.match(String(asOf), /^\d{4}-/);
      for (const place of [at, elsewhere()]) {
        const answer = await agentOf(place.running.baseUrl, at.slug).get('/catalog/search?q=mug');
        assert.notEqual(productPageResponse.parse(answer.body).as_of, undefined);
        await officialAnswers(place, (instant) => assert.equal(instant, asOf));
        const shopper = shopperAt(place);
        assert.notEqual((await shopper.call<Found>('search_products', { query: 'mug' })).as_of, undefined);
        const { as_of: shownAsOf } = await shopper.call<ShownProduct>('get_product', { id: mug.productId });
        assert.equal(shownAsOf, asOf);
      }
    });
    assert.equal(calls, 0);
  });

  it('carry no instant in official UCP where the shop was asked', async () => {
    await setFreshness(at, 0);
    await officialAnswers(at, (instant) => assert.equal(instant, undefined));
  });

  it('end at once in all processes when the shop reports a change', async () => {
    await setFreshness(at, 600);
    await priceAt();
    setPrice(4500);
    assert.notEqual((await priceAt()).price, 4500, 'the shop was not asked');
    await report();
    assert.deepEqual(await Promise.all([priceAt(), priceAt(other.baseUrl)]), [
      { price: 4500, asOf: undefined },
      { price: 4500, asOf: undefined },
    ]);
  });

  it('end at once in all processes when a piece is bought', async () => {
    await setFreshness(at, 600);
    const { body: session } = await at.agent.createSession([mug.id]);
    await priceAt();
    assert.equal(await callsFor(() => priceAt(other.baseUrl)), 0);
    await pay(session);
    await at.agent.complete(session.id);
    assert.ok((await callsFor(() => priceAt(other.baseUrl))) > 0);
  });

  it('refreshes prices older than the window behind the answer, and asks the shop first for still older ones', async () => {
    await setFreshness(at, 10);
    setPrice(5100);
    await priceAt();
    setPrice(5200);
    at.running.advance(20_000);
    assert.equal((await priceAt()).price, 5100);
    const deadline = Date.now() + 10_000;
    while ((await priceAt()).price !== 5200 && Date.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await priceAt()).price, 5200);
    setPrice(5300);
    at.running.advance(101_000);
    assert.equal((await priceAt()).price, 5300);
  });

  it('shortens the window of prices when few pieces are left', async () => {
    await setFreshness(at, 60);
    inShop(at, mug.id).stock = 3;
    await priceAt();
    at.running.advance(11_000);
    assert.ok((await callsFor(() => priceAt())) > 0, 'the short window is over');
    inShop(at, mug.id).stock = null;
  });

  it('shortens the window of prices while a sale runs, whose end sends no event', async () => {
    await setFreshness(at, 60);
    const variant = inShop(at, mug.id);
    variant.listPrice = '99.00';
    await priceAt();
    assert.equal(await callsFor(() => priceAt()), 0);
    at.running.advance(11_000);
    assert.ok((await callsFor(() => priceAt())) > 0, 'the short window is over');
    delete variant.listPrice;
  });

  it('shows no price of a read that began before the shop reported a change', async () => {
    await setFreshness(at, 600);
    setPrice(8000);
    const late = line.holdNext();
    const early = priceAt(other.baseUrl);
    await late.answered;
    setPrice(8100);
    await report();
    assert.deepEqual(await priceAt(other.baseUrl), { price: 8100, asOf: undefined });
    late.release();
    await early;
    for (const baseUrl of [other.baseUrl, at.running.baseUrl])
      assert.equal((await priceAt(baseUrl)).price, 8100);
  });

  it('shows no price older than the last reported change, however many processes read while it changes', async () => {
    await setFreshness(at, 600);
    let reported = 7000;
    let isOver = false;
    setPrice(reported);
    await report();
    const read = async (baseUrl: string) => {
      for (let reads = 0; !isOver; reads += 1) {
        const atLeast = reported;
        const { price } = await priceAt(baseUrl);
        assert.ok(price >= atLeast, `${price} after ${atLeast} was reported, in read ${reads}`);
      }
    };
    const readers = [1, 2, 3].flatMap(() => [read(at.running.baseUrl), read(other.baseUrl)]);
    for (let price = reported + 1; price <= 7012; price += 1) {
      setPrice(price);
      await report();
      reported = price;
      if (price % 4 === 0) await at.running.service.backgroundWork.drain();
    }
    isOver = true;
    await Promise.all(readers);
  });

  it('let the answers of a busy shop cost fewer calls than there are look-ups', async () => {
    const { products } = await at.agent.search('e', 20);
    const ids = Array.from({ length: 60 }, (_, index) => products[index % products.length]?.id);
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'slow', delayMs: 300 });
    const calls = await callsFor(() =>
      Promise.all(ids.map((id) => at.agent.get(`/catalog/lookup?ids=${id}`))),
    );
    control.clearFaults();
    assert.ok(calls <= 12, `${calls} calls for 60 look-ups`);
  });

  it('asks the shop for the prices of a session instead of showing cached ones', async () => {
    await setFreshness(at, 600);
    await priceAt();
    setPrice(6100);
    const { body } = await at.agent.createSession([mug.id]);
    assert.equal(body.line_items[0]?.item.price, 6100);
  });
});

/** The way to the shop, on which the next answer can be held up. */
function slowLine() {
  let next: { answered: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | undefined;
  return {
    async fetch(...input: Parameters<typeof fetch>): Promise<Response> {
      const pause = next;
      next = undefined;
      const response = await fetch(...input);
      if (!pause) return response;
      const body = await response.arrayBuffer();
      pause.answered.resolve();
      await pause.released.promise;
      return new Response(body, response);
    },
    holdNext() {
      const pause = { answered: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
      next = pause;
      return { answered: pause.answered.promise, release: pause.released.resolve };
    },
  };
}

async function setFreshness({ running, slug }: Somewhere, freshnessSeconds: number | null): Promise<void> {
  const { stores } = running.service;
  const store = (await stores.find(slug)) ?? assert.fail('no store');
  await stores.setSettings(store.id, { freshnessSeconds }, new Date(running.now()).toISOString(), BY, []);
}
