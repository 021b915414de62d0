import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import type { ShopVariant } from '../../../simulated-shops/shop/types.ts';
import type { Gid } from '../../../src/commerce/product/products.ts';
import type { Service } from '../../../src/service.ts';
import { type Agent, agentOf, type ProductPage } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { type Served, startServed } from './served.ts';

/** Longer than the longest window. */
const SECONDS = 13;
const FRESHNESS_SECONDS = 1;
/** Age up to which a product is shown: of one on sale a sixth of the setting, of others ten times the setting. */
const MAX_AGE_MS = { sale: (FRESHNESS_SECONDS * 1_000) / 6, usual: FRESHNESS_SECONDS * 10_000 };
/** Processes agree on the instant to so many milliseconds. */
const CLOCKS_MS = 20;
const CHANGE_INTERVAL_MS = 20;
const READERS = 3;
/** Leaves the processor to other tests: readers without a pause take all of it. */
const READ_INTERVAL_MS = 20;
const LIST_PRICE = '9999.00';
const BY = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;

type Kind = keyof typeof MAX_AGE_MS;
type Answer = ProductPage & { as_of?: string; stale?: boolean };

/** SQLite lets one process write at a time. Both stores are read at once: each test lasts longer than the longest window. */
for (const { database, size } of databases.map((each) => ({
  database: each,
  size: each.name === 'SQLite' ? 2 : 3,
})))
  describe(`prices that ${size} processes on one ${database.name} show while they change`, {
    concurrency: true,
  }, () => {
    let shops: DemoStore[];
    let beside: Service;
    let processes: Served[];

    before(async () => {
      const databaseUrl = await database.fresh();
      beside = await serviceOn(databaseUrl);
      shops = await startDemoStores(0);
      for (const { slug, platform, shop } of shops) {
        // Before the first reading: that a sale begins is known from the next one.
        const [, sold = assert.fail()] = simpleProductsOf(shop);
        sold.variant.listPrice = LIST_PRICE;
        await beside.connectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
        const store = (await beside.stores.find(slug)) ?? assert.fail('no store');
        const settings = { freshnessSeconds: FRESHNESS_SECONDS };
        await beside.stores.setSettings(store.id, settings, new Date().toISOString(), BY, []);
      }
      const settings = { SANDBOX: 'off', LOG_LEVEL: 'error' };
      const ports = await Promise.all(Array.from({ length: size }, freePort));
      processes = await Promise.all(ports.map((port) => startServed({ databaseUrl, settings, port })));
    });
    after(async () => {
      for (const each of processes) await each.kill();
      await beside.close();
      for (const { shop } of shops) await shop.close();
    });

    for (const at of [0, 1])
      it(`shows no price older than the setting allows (${['shopify', 'woocommerce'][at]})`, async (t) => {
        const store = shops[at] ?? assert.fail();
        const agents = processes.map(({ baseUrl }) => agentOf(baseUrl, store.slug));
        const { usual, sale, others } = await simpleProducts(agents[0] ?? assert.fail(), store);
        const prices = { usual: changingPrice(usual), sale: changingPrice(sale) };
        usual.variant.stock = null;
        const over = AbortSignal.timeout(SECONDS * 1_000);

        /** No two readers ask for the same ids at once: an answer that is shared is as old as the first of them. */
        const read = async (agent: Agent, reader: number) => {
          for (let round = reader; !over.aborted; round += READERS, await wait(READ_INTERVAL_MS)) {
            const other = others[round % others.length] ?? assert.fail();
            const askedAt = Date.now();
            const ids = [usual, sale, other].map(({ id }) => id).join(',');
            const answer = await agent.get<Answer>(`/catalog/lookup?ids=${ids}`);
            assert.equal(answer.status, 200, JSON.stringify(answer.body));
            for (const [kind, price] of Object.entries(prices) as [Kind, ChangingPrice][])
              assertYoungEnough(answer.body, price, askedAt - MAX_AGE_MS[kind]);
            count(answer.body);
          }
        };
        const counts = { answers: 0, fromCopy: 0, shopOut: 0 };
        const count = ({ as_of: asOf, stale }: Answer) => {
          counts.answers += 1;
          if (asOf !== undefined) counts.fromCopy += 1;
          if (stale) counts.shopOut += 1;
        };
        const change = async () => {
          for (; !over.aborted; await wait(CHANGE_INTERVAL_MS))
            for (const price of Object.values(prices)) price.raise();
        };
        await Promise.all([
          change(),
          ...agents.flatMap((agent) => Array.from({ length: READERS }, (_, reader) => read(agent, reader))),
        ]);
        t.diagnostic(JSON.stringify(counts));
        assert.ok(counts.fromCopy > 0 && counts.shopOut < counts.answers / 2, JSON.stringify(counts));
      });
  });

/** Compares the shown price with that of the shop at the instant. A shop that answers too late is replaced by its copy, which says how old it is. */
function assertYoungEnough(
  { products, as_of: asOf, stale }: Answer,
  price: ChangingPrice,
  oldest: number,
): void {
  const cents = products.find(({ id }) => id === price.id)?.variants[0]?.price ?? 0;
  const atLeast = price.priceAt((stale ? Date.parse(asOf ?? '') : oldest) - CLOCKS_MS);
  assert.ok(cents >= atLeast, `${cents} is shown, ${atLeast} is older than allowed`);
}

interface SimpleProduct {
  id: Gid;
  variant: ShopVariant;
}

function simpleProductsOf({ control }: DemoStore['shop']) {
  return control.products.flatMap(({ id, variants: [variant, another] }) =>
    variant && !another ? { id, variant } : [],
  );
}

/** Returns products with one variant, once the copy shows them. */
async function simpleProducts(agent: Agent, { platform, shop }: DemoStore) {
  const simple = simpleProductsOf(shop).map((each) => ({
    ...each,
    id: `gid://${platform}/Product/${each.id}`,
  }));
  let copies: SimpleProduct[] = [];
  await eventually(async () => {
    const { body } = await agent.get<Answer>(`/catalog/lookup?ids=${simple.map(({ id }) => id).join(',')}`);
    const products: readonly { id: string }[] = body.products ?? [];
    copies = simple.filter(({ id }) => products.some((product) => product.id === id));
    return body.as_of !== undefined && !body.stale;
  }, 'the copy has the products');
  const sale = copies.find(({ variant }) => variant.listPrice === LIST_PRICE);
  const [usual, ...others] = copies.filter((each) => each !== sale);
  assert.ok(usual && sale && others.length >= READERS, `${copies.length} products`);
  return { usual, sale, others };
}

type ChangingPrice = ReturnType<typeof changingPrice>;

/** Price that rises with each change, and which knows what it was. */
function changingPrice({ id, variant }: SimpleProduct) {
  const changes: { at: number; cents: number }[] = [];
  let cents = 10_000;
  return {
    id,
    raise(): void {
      cents += 1;
      variant.price = (cents / 100).toFixed(2);
      changes.push({ at: Date.now() + 1, cents });
    },
    priceAt: (instant: number): number => changes.findLast(({ at }) => at <= instant)?.cents ?? 0,
  };
}
