import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bodyOf } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';
import {
  type Message,
  messageOf,
  type UcpAgent,
  type UcpProduct,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';

interface Found {
  ucp: { status: string; capabilities: Record<string, unknown> };
  products: UcpProduct[];
  pagination: { has_next_page: boolean; cursor?: string };
  messages?: Message[];
}

type Detail = { ucp: { status: string }; product: UcpProduct; messages?: Message[] };

everywhere('the official catalog', (at) => {
  let agent: UcpAgent;

  before(() => {
    agent = ucpAgentOf(at);
  });

  const search = (body: object) => agent.post<Found>('/catalog/search', body);
  const lookup = (ids: string[], extras: object = {}) =>
    agent.post<Found>('/catalog/lookup', { ids, ...extras });
  const product = (id: string, extras: object = {}) =>
    agent.post<Detail>('/catalog/product', { id, ...extras });

  /** Something with more than one variant. */
  async function configurable(): Promise<UcpProduct> {
    for (const query of ['shirt', 'hoodie', 'sweater', 'jacket', 'mug']) {
      const products = (await search({ query, pagination: { limit: 100 } })).body.products;
      const one = products.find(({ variants }) => variants.length > 1);
      if (one) return one;
    }
    return assert.fail('nothing has variants');
  }

  it('searches the catalog by words, ten products a page, on and on by a cursor [UCA-2]', async () => {
    const body = bodyOf(200, await search({ query: 'a' }));
    assert.deepEqual(Object.keys(body.ucp.capabilities), [
      'dev.ucp.shopping.catalog.search',
      'dev.ucp.shopping.fulfillment',
    ]);
    assert.ok(body.products.length <= 10);
    const first = (await search({ query: 'mug', pagination: { limit: 1 } })).body;
    assert.equal(first.products.length, 1);
    assert.equal(first.pagination.has_next_page, true);
    const { cursor } = first.pagination;
    const second = (await search({ query: 'mug', pagination: { limit: 1, cursor } })).body;
    assert.notEqual(second.products[0]?.id, first.products[0]?.id);
    const beside = (await search({ query: 'mug', pagination: { limit: 1 }, cursor })).body;
    assert.deepEqual(beside.products, second.products, 'also where it stands beside the query');
    assert.equal((await search({ query: 'mug', pagination: { limit: 100_000 } })).status, 200);
  });

  it('prices variants in minor units with their currency [UCA-9]', async () => {
    for (const { variants } of (await search({ query: 'mug' })).body.products) {
      assert.ok(variants.length > 0);
      for (const { price, availability } of variants) {
        assert.ok(Number.isSafeInteger(price.amount) && /^[A-Z]{3}$/.test(price.currency));
        assert.equal(typeof availability.available, 'boolean');
      }
    }
  });

  it('narrows a search by price, in the store’s currency only [UCA-4]', async () => {
    const all = (await search({ query: 'mug' })).body.products.flatMap(({ variants }) => variants);
    const max = Math.min(...all.map(({ price }) => price.amount));
    const filters = { price: { max } };
    const cheap = (await search({ query: 'mug', filters })).body.products.flatMap(({ variants }) => variants);
    assert.ok(cheap.length > 0 && cheap.length < all.length);
    for (const { price } of cheap) assert.ok(price.amount <= max);
    const elsewhere = await search({ query: 'mug', filters, context: { currency: 'JPY' } });
    assert.equal(messageOf(elsewhere.body, 'filter_not_applied').type, 'info');
  });

  it('wants something to search for [UCA-3]', async () => {
    for (const bad of [{}, { query: ' ' }, { query: 3 }, { query: 'x', pagination: { limit: 0 } }]) {
      const { status, body } = await agent.post<{ code: string; messages: object[] }>('/catalog/search', bad);
      assert.deepEqual([status, body.code], [400, 'invalid_input'], JSON.stringify(bad));
      assert.ok(body.messages.length > 0);
    }
  });

  it('looks up ids of products and variants, and marks in each variant the ids it answers [UCA-5]', async () => {
    const one = await configurable();
    const last = one.variants.at(-1) ?? assert.fail();
    const body = bodyOf(200, await lookup([one.id, last.id, last.id, 'gid://nobody/Product/1']));
    assert.deepEqual(pluck(body.products, 'id'), [one.id]);
    const answered =
      body.products[0]?.variants.flatMap(({ id, inputs }) => inputs?.map((input) => [id, input])) ?? [];
    const second = answered.map((each) => each?.[1]);
    assert.deepEqual(second, [
      { id: one.id, match: 'featured' },
      { id: last.id, match: 'exact' },
    ]);
    assert.equal(answered[1]?.[0], last.id);
    assert.match(messageOf(body, 'not_found').content, /gid:\/\/nobody/);
  });

  it('refuses too many ids at once [UCA-6]', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `gid://${at.platform}/Product/${index + 1}`);
    const { status, body } = await agent.post<{ code: string }>('/catalog/lookup', { ids });
    assert.deepEqual([status, body.code], [400, 'request_too_large']);
    assert.equal((await agent.call('lookup_catalog', { catalog: { ids } })).body.error?.code, -32602);
  });

  it('returns a product with the requested variant first and its options by name [UCA-7]', async () => {
    const one = await configurable();
    const last = one.variants.at(-1) ?? assert.fail();
    const byVariant = (await product(last.id)).body.product;
    assert.deepEqual([byVariant.id, byVariant.variants[0]?.id], [one.id, last.id]);
    assert.deepEqual(byVariant.selected, last.options);
    const byProduct = (await product(one.id, { selected: byVariant.selected })).body.product;
    assert.equal(byProduct.variants[0]?.id, last.id);
    for (const { name, label } of last.options ?? []) {
      const option = byProduct.options?.find((each) => each.name === name) ?? assert.fail(name);
      assert.ok(option.values.some((value) => value.label === label && value.exists));
    }
    const relaxed = (await product(one.id, { selected: [{ name: 'Size', label: 'no such' }] })).body.product;
    assert.ok(relaxed.selected?.every(({ label }) => label !== 'no such'));
  });

  it('gives up the selections that are preferred least when no variant meets all', async () => {
    const shoe = (await search({ query: 'trail running' })).body.products[0] ?? assert.fail();
    const selected = [
      { name: 'color', label: 'moss' },
      { name: 'Size', label: '99' },
    ];
    const detail = (await product(shoe.id, { selected, preferences: ['Color', 'Size'] })).body.product;
    assert.deepEqual(detail.selected, [{ name: 'Color', label: 'Moss' }]);
    const colorOption = detail.variants[0]?.options?.find(({ name }) => name === 'Color');
    assert.deepEqual(colorOption, { name: 'Color', label: 'Moss' });
    const sizes = detail.options?.find(({ name }) => name === 'Size')?.values ?? [];
    const soldOut = sizes.find(({ label }) => label === '44');
    assert.deepEqual(soldOut, { label: '44', available: false, exists: true });
  });

  it('returns what identifies, groups and compares goods', async () => {
    const [mug] = (await search({ query: 'travel mug' })).body.products;
    const variant = mug?.variants[0];
    assert.equal(variant?.sku, 'TRAVEL-MUG');
    assert.deepEqual(variant.barcodes, [{ type: 'EAN', value: '9506000034003' }]);
    assert.deepEqual(variant.list_price, { amount: 3400, currency: 'USD' });
    assert.deepEqual(mug?.list_price_range?.max, { amount: 3400, currency: 'USD' });
    assert.deepEqual(variant.availability, { available: true, status: 'in_stock', quantity: 3 });
    assert.deepEqual(mug?.categories, [{ value: 'Home & Kitchen > Drinkware' }]);
    assert.deepEqual(mug?.rating, { value: 4.3, scale_min: 1, scale_max: 5, count: 57 });
    assert.equal(mug?.metadata?.brand, 'Fellside');
    const [lamp] = (await search({ query: 'desk lamp' })).body.products;
    const pictures = new Set(lamp?.variants.map(({ media }) => media?.[0]?.url));
    assert.equal(pictures.size, 3, 'each color has its own picture');
  });

  it('says not_found of a product that there is not [UCA-8]', async () => {
    const body = bodyOf(200, await product(`gid://${at.platform}/Product/999999999`));
    assert.equal(body.ucp.status, 'error');
    messageOf(body, 'not_found');
  });
});
