import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Answer, ask, askAdmin, post, privateToken } from './storefront.ts';

const SEARCH = `query SearchProducts($q: String!) {
  search(query: $q, first: 50, types: [PRODUCT], unavailableProducts: LAST) {
    totalCount nodes { ... on Product { id title availableForSale description } } } }`;

interface Search {
  search: { totalCount: number; nodes: { title: string; availableForSale: boolean; description: string }[] };
}

describe('The APIs of the simulated Shopify', () => {
  const shop = forSuite(() => startShopifyShop());
  afterEach(() => {
    shop.control.clearFaults();
    shop.control.resetCalls();
  });

  it('find everyday words, sold out products last, drafts never', async () => {
    for (const word of ['shoe', 'shirt', 'mug']) {
      const { data } = await ask<Search>(shop, SEARCH, { q: word });
      const products = data?.search.nodes ?? [];
      assert.ok(products.length >= 4, word);
      assert.ok(!products.some((product) => product.title.includes('Prototype')));
      const firstSoldOut = products.findIndex((product) => !product.availableForSale);
      assert.ok(
        firstSoldOut < 0 || products.slice(firstSoldOut).every((product) => !product.availableForSale),
      );
    }
  });

  it('describe products in plain text', async () => {
    const { data } = await ask<Search>(shop, SEARCH, { q: 'café mug' });
    assert.match(data?.search.nodes[0]?.description ?? '', /^The mug of every good café: thick walls/);
  });

  it('look up nodes in the order asked, with null for what is unknown or a draft', async () => {
    const draft = shop.control.products.find((product) => !product.published);
    const listed = shop.control.products[0];
    const ids = [listed?.id, 1, listed?.id, draft?.id].map((id) => `gid://shopify/Product/${id}`);
    const { data } = await ask<{ nodes: ({ id: string } | null)[] }>(
      shop,
      'query Lookup($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids },
    );
    const read = data?.nodes.map((node) => node?.id ?? null);
    assert.deepEqual(read, [ids[0], null, ids[0], null]);
  });

  it('refuse ids that are none, and lists that are too long, without data', async () => {
    const query = 'query Lookup($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const bad = await ask(shop, query, { ids: ['4711'] });
    assert.match(bad.errors?.[0]?.message ?? '', /Invalid global id '4711'/);
    assert.equal(bad.data, undefined);
    const many = await ask(shop, query, { ids: Array(251).fill('gid://shopify/Product/1') });
    assert.equal(many.errors?.[0]?.extensions?.code, 'MAX_INPUT_SIZE_EXCEEDED');
    assert.equal(many.data, undefined);
  });

  it('accept requests without a token, but not with a wrong one', async () => {
    const query = '{ shop { name } }';
    const status = async (headers: Record<string, string>) => (await post(shop, query, {}, headers)).status;
    assert.equal(await status({}), 200);
    assert.equal(await status(privateToken(shop)), 200);
    assert.equal(await status({ 'x-shopify-storefront-access-token': shop.storefrontPublicToken }), 200);
    assert.equal(await status({ 'x-shopify-storefront-access-token': 'wrong' }), 401);
    assert.equal(await status({ 'shopify-storefront-private-token': 'wrong' }), 403);
    const admin = await post(
      shop,
      query,
      {},
      { 'x-shopify-access-token': 'wrong' },
      '/admin/api/2026-07/graphql.json',
    );
    assert.equal(admin.status, 401);
  });

  it('keep tags from callers without a token', async () => {
    const query = '{ product(handle: "cafe-mug") { tags } }';
    const answer = (await (await post(shop, query, {}, {})).json()) as Answer<unknown>;
    assert.equal(answer.errors?.[0]?.extensions?.code, 'ACCESS_DENIED');
    const { data } = await ask<{ product: { tags: string[] } }>(shop, query);
    assert.deepEqual(data?.product.tags, ['mug', 'coffee', 'kitchen']);
  });

  it('returns no address for a product that is not in the online store', async () => {
    const product = shop.control.products.find((each) => each.handle === 'wool-blanket');
    product?.tags.push('no-online-store');
    const query = '{ product(handle: "wool-blanket") { onlineStoreUrl } }';
    const { data } = await ask<{ product: { onlineStoreUrl: null } }>(shop, query);
    assert.deepEqual(data, { product: { onlineStoreUrl: null } });
  });

  it('fall forward to the oldest supported version', async () => {
    const headers = privateToken(shop);
    const served = async (path: string) =>
      (await post(shop, '{ shop { name } }', {}, headers, path)).headers.get('x-shopify-api-version');
    assert.equal(await served('/api/2026-07/graphql.json'), '2026-07');
    assert.equal(await served('/api/2024-01/graphql.json'), '2026-01');
    assert.equal(await served('/api/graphql.json'), '2026-01');
  });

  it('throttle in three disguises', async () => {
    const throttled = async (variant: string) => {
      shop.control.inject({ kind: 'throttled', variant, times: 1 });
      return post(shop, SEARCH, { q: 'mug' });
    };
    const plain = await throttled('429');
    assert.deepEqual([plain.status, plain.headers.get('retry-after')], [429, '1.0']);
    assert.equal((await throttled('430')).status, 430);
    const disguised = await throttled('graphql');
    const body = (await disguised.json()) as Answer<unknown>;
    assert.deepEqual([disguised.status, body.errors?.[0]?.extensions?.code], [200, 'THROTTLED']);
    assert.equal((await post(shop, SEARCH, { q: 'mug' })).status, 200);
  });

  it('counts calls by the name of the operation, else by the first field', async () => {
    await ask(shop, SEARCH, { q: 'mug' });
    await ask(shop, '{ shop { name } }');
    await askAdmin(shop, '{ shop { name } }');
    assert.deepEqual(shop.control.calls(), { SearchProducts: 1, shop: 2 });
  });

  it('keep webhook subscriptions, each once', async () => {
    const subscribe = `mutation Subscribe($uri: String!) {
      webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: { uri: $uri }) {
        webhookSubscription { id uri } userErrors { message } } }`;
    interface Subscribed {
      webhookSubscriptionCreate: {
        webhookSubscription: { id: string } | null;
        userErrors: { message: string }[];
      };
    }
    const uri = 'https://agent.example/webhooks';
    const first = await askAdmin<Subscribed>(shop, subscribe, { uri });
    const second = await askAdmin<Subscribed>(shop, subscribe, { uri });
    assert.ok(first.data?.webhookSubscriptionCreate.webhookSubscription);
    assert.equal(second.data?.webhookSubscriptionCreate.userErrors.length, 1);
    const id = first.data.webhookSubscriptionCreate.webhookSubscription.id;
    const remove =
      'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId } }';
    await askAdmin(shop, remove, { id });
    const { data } = await askAdmin<{ webhookSubscriptions: { nodes: unknown[] } }>(
      shop,
      '{ webhookSubscriptions(first: 10) { nodes { id } } }',
    );
    assert.deepEqual(data?.webhookSubscriptions.nodes, []);
  });
});
