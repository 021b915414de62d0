import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { CreateTokenResponse } from '../../../client/index.ts';
import { startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import { CART_CLIENTS, FEED_ID_FORMS, toFeedIds, transferCart } from '../../../src/cli/doctor/cart-client.ts';
import { createProbe, type Probe } from '../../../src/outbound/guarded-fetch/ask-whole.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { connectShop, serviceOn } from '../../../testing/test-service.ts';

/** At both stores together: more than three minutes of an agent’s quota at each. */
const CARTS = Number(process.env.CART_CLIENT_CARTS ?? 2_000);
const LINES = 4;
/** No two carts of a store share a product. */
const PRODUCTS = (CARTS / 2) * LINES;
/** Simulated shops give lower ids to goods with traits of their own. */
const FIRST_ID = 100_001;
/** Limit of the suite and of a test of half the carts, for ten thousand carts as well. */
const LONG = { timeout: 600_000 };
const AT_ONCE = 4;
/** New carts that a verified agent may make in a minute. */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;

interface FeedProduct {
  id: string;
  url: string;
  variants: { id: string; sku?: string; barcode?: string }[];
}

/** On one database: the look-ups of ids are tested on both. */
describe('the cart client of an agent platform', LONG, () => {
  const database = anyDatabase;
  let now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 1_000;
  const folder = forSuite(temporaryFolder);
  const shops = forSuite(async () => {
    const catalogFile = folder.file('goods.jsonl');
    const lines = Array.from({ length: PRODUCTS }, (_, index) =>
      JSON.stringify({
        id: String(FIRST_ID + index),
        title: `Article ${index + 1}`,
        price: '12.50',
        sku: `SKU-${index + 1}`,
      }),
    );
    await writeFile(catalogFile, lines.join('\n'));
    const stores = await startDemoStores(0, { catalogFile });
    return { stores, close: () => Promise.all(stores.map(({ shop }) => shop.close())) };
  });
  const running = forSuite(async () => {
    const settings = { CATALOG_MAX_PRODUCTS: String(PRODUCTS) };
    const service = await serviceOn(await database.migrated(), { now: () => now }, settings);
    const baseUrl = await service.listen({ backgroundWork: false });
    for (const { slug, platform, shop } of shops.stores)
      await connectShop({ service }, { slug, platform }, shop);
    await service.backgroundWork.drain();
    return { baseUrl, service, close: () => service.close() };
  });
  const key = forSuite(async () => {
    const owner = await signUp(running);
    const answer = await owner.post<CreateTokenResponse>('/tokens', { name: 'Google', scope: 'agent' });
    return { secret: bodyOf(201, answer).token };
  });

  for (const slug of ['demo-shopify', 'demo-woocommerce'])
    it(`gets every cart at ${slug}, by ids of every form, and no refusal`, LONG, async (t) => {
      const ask = withKey(key.secret);
      const { items, forms } = feedOf(await productsOf(slug));
      const statuses: Record<string, number> = {};
      const latencies: number[] = [];
      const carts = Array.from({ length: CARTS / 2 }, (_, index) =>
        Array.from({ length: LINES }, (_line, line) => items[(index * LINES + line) % items.length] ?? ''),
      );
      while (carts.length > 0) {
        const batch = carts.splice(0, PER_MINUTE);
        const next = async (): Promise<void> => {
          const ids = batch.pop();
          if (!ids) return;
          const endpoint = `${running.baseUrl}/ucp/${slug}`;
          const { probed, ms } = await transferCart(ask, CART_CLIENTS.google, endpoint, ids);
          latencies.push(ms);
          const seen = outcomeOf(probed);
          statuses[seen] = (statuses[seen] ?? 0) + 1;
          return next();
        };
        await Promise.all(Array.from({ length: AT_ONCE }, next));
        now += MINUTE_MS;
      }
      latencies.sort((one, other) => one - other);
      const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))]?.toFixed(0);
      t.diagnostic(`${forms.join(', ')}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${AT_ONCE} at once`);
      assert.deepEqual(statuses, { [`201 with ${LINES} lines and a page`]: CARTS / 2 });
    });

  /** The products that the carts need, as the catalog shows them. */
  async function productsOf(slug: string): Promise<FeedProduct[]> {
    const agent = agentOf(running.baseUrl, slug, { 'x-api-key': key.secret });
    const { platform } = shops.stores.find((store) => store.slug === slug) ?? assert.fail();
    const numbers = Array.from({ length: PRODUCTS }, (_, index) => FIRST_ID + index);
    const products: FeedProduct[] = [];
    for (let from = 0; from < numbers.length; from += 100) {
      const ids = numbers.slice(from, from + 100).map((number) => `gid://${platform}/Product/${number}`);
      const answer = await agent.get<{ products: FeedProduct[] }>(
        `/catalog/lookup?ids=${encodeURIComponent(ids.join(','))}`,
      );
      products.push(...bodyOf(200, answer).products);
    }
    assert.equal(products.length, numbers.length);
    return products;
  }
});

/** Names each product by the next form that it has. */
function feedOf(products: readonly FeedProduct[]): { items: string[]; forms: string[] } {
  const forms = new Set<string>();
  const items = products.map(({ id: productId, url: productUrl, variants }, index) => {
    const variant = { id: '', ...variants[0], productId, productUrl, isOnly: true };
    const ids = toFeedIds(variant);
    const item = ids[index % ids.length] ?? assert.fail('the product has no id');
    for (const { form, of } of FEED_ID_FORMS) if (of(variant) === item) forms.add(form);
    return item;
  });
  return { items, forms: [...forms] };
}

function withKey(secret: string): Probe {
  const ask = createProbe(createGuardedFetch({ allowPrivate: true }), {
    timeoutMs: 30_000,
    maxBytes: 1024 * 1024,
  });
  return (url, request = {}) =>
    ask(url, { ...request, headers: { ...request.headers, 'x-api-key': secret } });
}

function outcomeOf(probed: Awaited<ReturnType<Probe>>): string {
  if (probed.kind === 'failure') return probed.code;
  const { line_items: lines = [], continue_url: page } = JSON.parse(probed.text);
  if (probed.status !== 201) return `${probed.status}: ${probed.text.slice(0, 200)}`;
  return `201 with ${lines.length} lines and ${page === undefined ? 'no' : 'a'} page`;
}
