import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { Fault } from '../../../simulated-shops/shop/types.ts';
import { productPageResponse, productsResponse } from '../../../src/protocols/contract/responses.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { pluck } from '../../../testing/pluck.ts';
import { connectShop } from '../../../testing/test-service.ts';

everywhere('the catalog of a shop that is out', (at) => {
  beforeEach(expectFailingJobs);
  before(() => at.running.settle());
  beforeEach(() => clear(at));

  it('search and lookup are answered from the copy, which says so and how old it is [CAT-13]', async () => {
    await at.running.settle();
    const there = (await search(at, 'mug')).products;
    assert.ok(there.length >= 3);
    at.running.advance(3 * 60 * 60 * 1000);
    breakDown(at);
    const copied = await search(at, 'mug');
    assert.deepEqual(sorted(copied.products), sorted(there), 'the same products, word for word');
    assertWarning(copied, 3 * 60 * 60);

    const ids = there.map((product) => product.id).toReversed();
    const variant = there[0]?.variants[0]?.id;
    const answer = productsResponse.parse(
      (
        await at.agent.get(
          `/catalog/lookup?ids=${[...ids, variant, `gid://${at.platform}/Product/99`].join(',')}`,
        )
      ).body,
    );
    assert.deepEqual(answer.products, there.toReversed());
    assertWarning(answer, 3 * 60 * 60);
  });

  it('nothing found is an answer too', async () => {
    breakDown(at);
    const copied = await search(at, 'zzzyqx');
    assert.deepEqual(copied.products, []);
    assert.equal(copied.stale, true);
    assert.ok(copied.as_of, 'as of the last import');
  });

  it('recovery shows at the next request', async () => {
    breakDown(at);
    assert.equal((await search(at, 'lamp')).stale, true);
    await clear(at);
    const recovered = await search(at, 'lamp');
    assert.ok(recovered.products.length > 0);
    assert.equal(recovered.stale, undefined);
    assert.equal(recovered.as_of, undefined);
    assert.equal(recovered.warning, undefined);
  });

  it('a shop that throttles is answered for as well', async () => {
    shop(at).inject({ kind: 'throttled' });
    assert.equal((await search(at, 'mug')).stale, true);
  });

  it('a shop that fails in a row is left alone, and answered for without being asked', async () => {
    shop(at).inject({ kind: 'server_error' });
    for (let count = 0; count < 10; count += 1) assert.equal((await search(at, 'mug')).stale, true);
    shop(at).resetCalls();
    assert.equal((await search(at, 'mug')).stale, true);
    assert.deepEqual(shop(at).calls(), {});
  });

  const FAILURES: [says: string, fault: Fault][] = [
    ['an error page (500)', { kind: 'server_error' }],
    ['a proxy’s error page (502)', { kind: 'server_error', variant: '502' }],
    ['WordPress without its database', { kind: 'server_error', variant: 'database' }],
    ['an internal error of GraphQL', { kind: 'server_error', variant: 'graphql' }],
    ['a web page where JSON should be', { kind: 'web_page' }],
    ['half an answer', { kind: 'malformed' }],
    ['half an answer after PHP’s notices', { kind: 'malformed', variant: 'php_notices' }],
  ];
  for (const [says, fault] of FAILURES)
    it(`answers from the copy at the first failure, whatever it looks like: ${says}`, async () => {
      const { products } = await search(at, 'mug');
      shop(at).inject(fault);
      const copied = await search(at, 'mug');
      assert.equal(copied.stale, true);
      assert.deepEqual(sorted(copied.products), sorted(products));
      const body = bodyOf(200, await at.agent.get(`/catalog/lookup?ids=${products[0]?.id}`));
      assert.equal(productsResponse.parse(body).stale, true);
      const refused = await at.agent.createSession([products[0]?.variants[0]?.id ?? '']);
      // 503 once the shop has failed so often in a row that it is left alone.
      assert.ok([502, 503].includes(refused.status), 'a write never falls back');
    });

  it('answers from the copy once the shop has revoked the keys, and sells nothing', async () => {
    const { products } = await search(at, 'mug');
    shop(at).inject({ kind: 'revoked' });
    const copied = await search(at, 'mug');
    assert.equal(copied.stale, true);
    assert.deepEqual(sorted(copied.products), sorted(products));
    const looked = bodyOf(200, await at.agent.get(`/catalog/lookup?ids=${products[0]?.id}`));
    assert.equal(productsResponse.parse(looked).stale, true);
    const variant = products[0]?.variants[0]?.id ?? '';
    const { status, body } = await at.agent.post<ErrorBody>('/checkout-sessions', {
      line_items: [{ item: { id: variant } }],
    });
    assert.deepEqual([status, body.code], [502, 'platform_error']);
    assert.match(body.error, /again/);
  });

  it('a listing that began in the copy continues in its sequence when the shop is back', async () => {
    breakDown(at);
    const whole = (await search(at, 'shirt')).products.map((product) => product.id);
    assert.ok(whole.length >= 2);
    const first = await search(at, 'shirt', '&first=1');
    assert.equal(first.page_info.has_next_page, true);
    await clear(at);
    const cursor = encodeURIComponent(first.page_info.end_cursor ?? '');
    const second = await search(at, 'shirt', `&first=1&after=${cursor}`);
    assert.deepEqual(pluck([...first.products, ...second.products], 'id'), whole.slice(0, 2));
    assert.equal(second.stale, undefined, 'the shop is asked for the next page');
  });

  it('a query is words, whatever a database would read into it', async () => {
    breakDown(at);
    for (const text of ['"', '*', 'mug*', 'NEAR(mug', 'words:mug', "';--", '💥', '抹茶', '\\', '&|!', '$$']) {
      const { status, body } = await at.agent.get(`/catalog/search?q=${encodeURIComponent(text)}`);
      assert.equal(status, 200, text);
      productPageResponse.parse(body);
    }
    assert.ok((await search(at, '"mug"')).products.length > 0);
    assert.ok((await search(at, 'CAFÉ mu')).products.some((product) => product.title === 'Café Mug'));
  });

  it('lists first what can be bought', async () => {
    breakDown(at);
    const { products } = await search(at, 'mug');
    const stock = products.map((product) => product.availability);
    assert.deepEqual(stock, stock.toSorted());
    assert.equal(stock.at(-1), 'out_of_stock');
  });
});

function shop(at: Somewhere) {
  return at.running.shop(at.slug).control;
}

function breakDown(at: Somewhere): void {
  shop(at).inject({ kind: 'down' });
}

/** A new connection knows nothing of the failures before: its circuit is closed. */
async function clear(at: Somewhere): Promise<void> {
  const { slug, platform, running } = at;
  running.shop(slug).control.clearFaults();
  await connectShop(running, { slug, platform }, running.shop(slug));
}

async function search(at: Somewhere, words: string, more = '&first=100') {
  const body = bodyOf(200, await at.agent.get(`/catalog/search?q=${encodeURIComponent(words)}${more}`));
  return productPageResponse.parse(body);
}

function sorted(products: { id: string }[]) {
  return products.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function assertWarning(
  {
    stale,
    as_of,
    warning,
  }: {
    stale?: true | undefined;
    as_of?: string | undefined;
    warning?: { code: string; message: string; age_seconds: number } | undefined;
  },
  age: number,
): void {
  assert.equal(stale, true);
  assert.equal(warning?.code, 'served_from_copy');
  assert.ok(as_of !== undefined && warning !== undefined);
  assert.ok(warning.age_seconds >= age && warning.age_seconds < age + 3_600, `${warning.age_seconds} s old`);
  assert.match(warning.message, /3 hours old/);
}
