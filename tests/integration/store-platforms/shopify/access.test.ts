import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caller, failsAs, scriptedShopify } from './scripted-shopify.ts';

const NO_HITS = { search: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] } };
const query = { text: 'shoe', first: 5 };
const product = {
  id: 'gid://shopify/Product/1',
  title: 'Café mug',
  description: 'x'.repeat(6_000),
  handle: 'café-mug',
  onlineStoreUrl: null,
  requiresSellingPlan: false,
  availableForSale: false,
  vendor: '',
  productType: '',
  category: null,
  options: [],
  priceRange: {
    minVariantPrice: { amount: '5.0', currencyCode: 'USD' },
    maxVariantPrice: { amount: '900.0', currencyCode: 'USD' },
  },
  variants: { nodes: [] },
  media: { nodes: [{ alt: 'A film', previewImage: null }] },
};
const oneHit = { search: { ...NO_HITS.search, nodes: [product] } };
const SHOP = {
  shop: {
    name: 'Trail Goods',
    primaryDomain: { url: 'https://www.trail.example' },
    paymentSettings: { currencyCode: 'CAD', countryCode: 'CA' },
    shipsToCountries: ['CA', 'US'],
    termsOfService: { url: 'https://www.trail.example/policies/terms-of-service' },
    privacyPolicy: null,
    refundPolicy: { url: 'https://www.trail.example/policies/refund-policy' },
    shippingPolicy: null,
  },
};
const scopes = (...handles: string[]) => ({
  currentAppInstallation: { accessScopes: handles.map((handle) => ({ handle })) },
  shop: { taxesIncluded: false, ianaTimezone: 'America/Toronto' },
});
const denied = (path: (string | number)[], requiredAccess: string) => ({
  data: null,
  errors: [{ message: 'Access denied', path, extensions: { code: 'ACCESS_DENIED', requiredAccess } }],
});

describe('Shopify access: which token, which fields', () => {
  it('a private token goes with the buyer’s address', async (t) => {
    const tokens = { storefrontPrivateToken: 'shpss_private', storefrontPublicToken: 'public' };
    const { platform, server } = await scriptedShopify(t, { SearchProducts: NO_HITS }, tokens);
    await platform.searchProducts(query, caller);
    await platform.searchProducts(query, { requestId: 'r-2' });
    const [first, second] = server.requests.map(({ headers }) => headers);
    assert.equal(first?.['shopify-storefront-private-token'], 'shpss_private');
    assert.equal(first?.['shopify-storefront-buyer-ip'], caller.buyerIp);
    assert.equal(first?.['x-request-id'], caller.requestId);
    assert.equal(first?.['x-shopify-storefront-access-token'], undefined);
    assert.equal(second?.['shopify-storefront-buyer-ip'], undefined);
    assert.equal(server.requests[0]?.path, '/api/2026-07/graphql.json');
  });

  it('a public token goes alone, and tokenless without tags', async (t) => {
    const answers = { SearchProducts: NO_HITS };
    const open = await scriptedShopify(t, answers, { storefrontPublicToken: 'public' });
    await open.platform.searchProducts(query, caller);
    assert.equal(open.server.requests[0]?.headers['x-shopify-storefront-access-token'], 'public');
    assert.equal(open.server.requests[0]?.headers['shopify-storefront-buyer-ip'], undefined);
    assert.equal(open.lastVariables('SearchProducts').withTags, true);
    const tokenless = await scriptedShopify(t, answers);
    await tokenless.platform.searchProducts(query, caller);
    assert.equal(tokenless.lastVariables('SearchProducts').withTags, false);
  });

  it('repeats a query without tags when the token may not read them, and omits them from then on', async (t) => {
    const tags = denied(['search', 'nodes', 0, 'tags'], '`unauthenticated_read_product_tags` access scope.');
    const answers = { SearchProducts: [tags, oneHit] };
    const { platform, operations, lastVariables } = await scriptedShopify(t, answers, {
      storefrontPublicToken: 'p',
    });
    const [product] = (await platform.searchProducts(query, caller)).products;
    assert.deepEqual(product?.tags, []);
    await platform.searchProducts({ ...query, text: 'mug' }, caller);
    assert.equal(operations().length, 3);
    assert.equal(lastVariables('SearchProducts').withTags, false);
  });

  it('a product on no sales channel of its own has a URL all the same; its text and prices are its own', async (t) => {
    const { platform, server } = await scriptedShopify(t, { LookupProducts: { nodes: [product, null] } });
    const ids = [product.id, 'gid://shopify/Product/2', 'gid://other/Product/1', product.id];
    const [first, ...more] = await platform.lookupProducts(ids, caller);
    assert.deepEqual(more, []);
    assert.equal(first?.url, `${server.url}/products/caf%C3%A9-mug`);
    assert.equal(first?.description.length, 5_000);
    assert.deepEqual(first?.priceRange, { min: 500, max: 90_000, currency: 'USD' });
    assert.equal(first?.availability, 'out_of_stock');
    assert.deepEqual(first?.media, []);
    assert.deepEqual(await platform.lookupProducts(['shoe', 'gid://shopify/Product/x'], caller), []);
    assert.equal(server.requests.length, 1);
  });
});

describe('Shopify throttling, in its three disguises', () => {
  const graphql = {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: 500,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 50 },
      },
    },
  };
  const disguises = [
    ['HTTP 429', { status: 429, headers: { 'retry-after': '8' } }, 8],
    ['HTTP 430', { status: 430, body: 'Shopify Security Rejection' }, 2],
    ['HTTP 200 with THROTTLED', graphql, 8],
    ['HTTP 200 with a message only', { data: null, errors: [{ message: 'Throttled' }] }, 2],
  ] as const;
  for (const [what, answer, seconds] of disguises)
    it(`${what} says when to come back`, async (t) => {
      const { platform } = await scriptedShopify(t, { SearchProducts: answer });
      const error = await failsAs('platform_unavailable', platform.searchProducts(query, caller));
      assert.equal(error.retryAfterSeconds, seconds);
    });

  it('a product that is called Throttled is no throttle', async (t) => {
    const hit = { ...product, title: 'Throttled' };
    const { platform } = await scriptedShopify(t, { LookupProducts: { nodes: [hit] } });
    assert.equal((await platform.lookupProducts([product.id], caller))[0]?.title, 'Throttled');
  });
});

const STOREFRONT = { shop: { name: 'Trail Goods' }, products: { nodes: [{ id: product.id }] }, cart: null };

describe('Shopify says what is wrong with the shop or the token', () => {
  const tokens = { storefrontPrivateToken: 'shpss_s3cr3t', adminToken: 'shpat_s3cr3t' };
  const statuses = [
    [401, 'platform_error', /Storefront API token/],
    [402, 'platform_unavailable', /frozen/],
    [403, 'platform_error', /a valid Storefront API token is needed/],
    [404, 'platform_error', /check the domain/],
    [423, 'platform_unavailable', /locked/],
    [418, 'platform_error', /418/],
  ] as const;
  for (const [status, kind, words] of statuses)
    it(`names the cause of HTTP ${status}`, async (t) => {
      const body = { errors: 'Not so shpss_s3cr3t' };
      const { platform } = await scriptedShopify(t, { SearchProducts: { status, body } }, tokens);
      assert.match((await failsAs(kind, platform.searchProducts(query, caller))).message, words);
    });

  it('names the credential that a check finds wrong: the token refused, the domain not a shop', async (t) => {
    const wrong = async (status: number, operation: string) => {
      const answers = {
        CheckStorefront: STOREFRONT,
        CheckAdminToken: scopes('read_orders'),
        [operation]: { status },
      };
      const { platform } = await scriptedShopify(t, answers, tokens);
      return (await platform.checkAccess(caller)).flatMap(({ fields = [] }) => fields);
    };
    assert.deepEqual(await wrong(401, 'CheckStorefront'), ['storefrontPrivateToken']);
    assert.deepEqual(await wrong(403, 'CheckAdminToken'), ['adminToken']);
    assert.deepEqual(await wrong(404, 'CheckStorefront'), ['domain']);
    assert.deepEqual(await wrong(402, 'CheckStorefront'), [], 'a frozen shop has the right credentials');
  });

  it('a domain that sends on to another is not followed, and named', async (t) => {
    const headers = { location: 'https://elsewhere.example/api?token=s3cr3t' };
    const { platform } = await scriptedShopify(t, { SearchProducts: { status: 301, headers } });
    const error = await failsAs('platform_error', platform.searchProducts(query, caller));
    assert.match(error.message, /elsewhere\.example: /);
  });

  it('a missing scope is named; nothing that Shopify quotes is passed on', async (t) => {
    const search = denied(['search'], '`unauthenticated_read_product_listings` access scope.');
    const quoting = { errors: [{ message: 'Invalid global id gid://shopify/Cart/1?key=s3cr3t' }] };
    const { platform } = await scriptedShopify(t, { SearchProducts: [search, quoting] }, tokens);
    const first = await failsAs('platform_error', platform.searchProducts(query, caller));
    assert.match(first.message, /unauthenticated_read_product_listings/);
    await failsAs('platform_error', platform.searchProducts({ ...query, first: 6 }, caller));
  });

  it('an error without any data is reported by its code', async (t) => {
    const code = 'MAX_INPUT_SIZE_EXCEEDED';
    const answer = { errors: [{ message: 'Too many ids', path: null, extensions: { code } }] };
    const { platform } = await scriptedShopify(t, { SearchProducts: answer });
    const error = await failsAs('platform_error', platform.searchProducts(query, caller));
    assert.match(error.message, new RegExp(code));
  });

  it('an answer that is no GraphQL, or of another shape, is not understood', async (t) => {
    const answers = [{ status: 200, body: '{"data":{"sea' }, { status: 200, body: '[]' }, { search: {} }];
    const { platform } = await scriptedShopify(t, { SearchProducts: answers });
    for (const [index] of answers.entries()) {
      const search = platform.searchProducts({ ...query, first: index + 1 }, caller);
      await failsAs('platform_error', search);
    }
  });
});

describe('Shopify describes itself when it is connected', () => {
  const tokens = { adminToken: 'shpat_s3cr3t' };

  it('says its hosts, its policies and the version that answered', async (t) => {
    const answer = { headers: { 'x-shopify-api-version': '2026-10' }, body: { data: SHOP }, status: 200 };
    const { platform, server } = await scriptedShopify(t, { DescribeShop: answer });
    assert.deepEqual(await platform.describeStore(caller), {
      name: 'Trail Goods',
      currency: 'CAD',
      country: 'CA',
      deliversTo: ['CA', 'US', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI'],
      hosts: ['www.trail.example', server.host],
      links: [
        { rel: 'terms-of-service', href: 'https://www.trail.example/policies/terms-of-service' },
        { rel: 'refund-policy', href: 'https://www.trail.example/policies/refund-policy' },
      ],
      versions: { shopify: '2026-10' },
    });
  });

  it('says its brand: the square logo, else the other one, and the first primary color', async (t) => {
    const logo = (name: string) => ({ image: { url: `https://cdn.shopify.com/${name}.png` } });
    const primary = [{ background: '#6A8D48' }, { background: '#000000' }];
    const branded = (brand: object | null) => ({ shop: { ...SHOP.shop, brand } });
    const unread = {
      data: branded(null),
      errors: [{ message: 'Internal error', path: ['shop', 'brand', 'logo'] }],
    };
    const { platform } = await scriptedShopify(t, {
      DescribeShop: [
        branded({ squareLogo: logo('square'), logo: logo('wide'), colors: { primary } }),
        branded({ squareLogo: null, logo: logo('wide'), colors: { primary: [] } }),
        branded({ squareLogo: null, logo: null, colors: { primary: [{ background: null }] } }),
        branded({ colors: 'of another API version' }),
        unread,
      ],
    });
    const brands = [];
    for (let call = 0; call < 5; call += 1) brands.push((await platform.readDescription(caller)).brand);
    assert.deepEqual(brands, [
      { logo: 'https://cdn.shopify.com/square.png', color: '#6a8d48' },
      { logo: 'https://cdn.shopify.com/wide.png' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('proves the Admin token by asking what it may do', async (t) => {
    const able = { DescribeShop: SHOP, CheckAdminToken: scopes('read_products', 'read_orders') };
    const good = await scriptedShopify(t, able, tokens);
    await good.platform.describeStore(caller);
    const request = good.server.requests.find(({ path }) => path.startsWith('/admin/'));
    assert.equal(request?.path, '/admin/api/2026-07/graphql.json');
    assert.equal(request?.headers['x-shopify-access-token'], tokens.adminToken);
  });

  it('reports an Admin token that lacks read_orders, or is invalid', async (t) => {
    const unable = { DescribeShop: SHOP, CheckAdminToken: [scopes('read_products'), { status: 401 }] };
    const { platform } = await scriptedShopify(t, unable, tokens);
    assert.match((await failsAs('platform_error', platform.describeStore(caller))).message, /read_orders/);
    assert.match(
      (await failsAs('platform_error', platform.describeStore(caller))).message,
      /Admin API token/,
    );
  });
});
