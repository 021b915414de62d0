import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Offer, Reading, Surface } from '../../../src/cli/doctor/parity/offers.ts';
import type { Product } from '../../../src/commerce/product/products.ts';
import { type Agent, agentOf, bodyOf } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { seeded, seedOf } from '../../../testing/seeded.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { openParityWorld } from './parity-world.ts';

/** A search is at most so far behind the copy, by a clock that no test can set. */
const MAX_INDEX_AGE_MS = 1_100;

describe('surfaces of a store', () => {
  const seed = seedOf('PARITY_SEED');
  const running = forSuite(() => startTestService({ database: anyDatabase }));

  for (const platform of PLATFORMS)
    describe(platform, () => {
      const slug = `demo-${platform}`;
      const world = forSuite(() => openParityWorld(running, slug, seeded(seed)));

      /** PayPal takes prices in dollars only. */
      const listShown = () =>
        world.surfaces.filter(
          ({ name }) => name !== 'feed paypal.csv' || running.shop(slug).control.settings.currency === 'USD',
        );

      /** Some products with variants, whose prices are on every surface, in a copy that knows the shop's currency. */
      async function renewThree(): Promise<Product[]> {
        const products = world.renew(world.sample(20));
        await world.importAll();
        await sleep(MAX_INDEX_AGE_MS);
        return products.toSorted((one, other) => other.variants.length - one.variants.length).slice(0, 3);
      }

      it('show what the shop sold within the age that they state, while it changes at random', async () => {
        await world.importAll();
        for (const freshness of [600, 0]) {
          await world.setFreshness(freshness);
          for (let changes = 0; changes < 50; changes += 1) world.change();
          running.advance(20_000);
          const { faults, count } = await world.compare(world.surfaces, world.sample(4));
          assert.deepEqual(faults, [], `PARITY_SEED=${seed}`);
          assert.ok(count > 200, `${count} values were compared`);
        }
      });

      it('show faults when they repeat former answers as those of now', async () => {
        const products = await renewThree();
        const delayed = world.surfaces.map(delay);
        for (const surface of delayed) await surface.read(products);
        const renewed = world.renew(products);
        await world.importAll();
        const { faults } = await world.compare(delayed, renewed);
        assert.deepEqual(new Set(pluck(faults, 'surface')), new Set(pluck(listShown(), 'name')));
      });

      it('show ids that become a cart at the price that they show', async () => {
        const products = await renewThree();
        for (const surface of listShown()) await buyAt(surface, products, agentOf(running.baseUrl, slug));
      });
    });
});

/** Buys by each id of a surface. */
async function buyAt({ name, read }: Surface, products: readonly Product[], agent: Agent): Promise<void> {
  const readings = await read(products);
  // A feed has the whole catalog.
  const ids = new Set(products.flatMap(({ id, variants }) => [id, ...variants.map((each) => each.id)]));
  const offers = readings
    .flatMap((each) => each.offers)
    .filter(({ id, available }) => available !== false && ids.has(id));
  const variants = offers.filter(({ id }) => id.includes('/ProductVariant/'));
  // A range of prices; tools of one product show the lowest price alone.
  const ranges = offers.filter((offer) => offer['highest price'] !== undefined);
  assert.ok(variants.length + ranges.length > 0, `the ${name} shows nothing to buy`);
  if (variants.length > 0) await buyVariants(agent, variants);
  for (const range of ranges.slice(0, variants.length > 0 ? 1 : 3)) await buyProduct(agent, range);
}

async function buyVariants(agent: Agent, offers: readonly Offer[]): Promise<void> {
  const prices = new Map(offers.map(({ id, price }) => [id, price]));
  const { line_items: lines } = bodyOf(201, await agent.createCart([...prices.keys()]));
  assert.deepEqual(new Map(lines.map(({ item }) => [item.id, item.price])), prices);
}

async function buyProduct(
  agent: Agent,
  { id, price = 0, 'highest price': highest = 0 }: Offer,
): Promise<void> {
  const [line] = bodyOf(201, await agent.createCart([id])).line_items;
  assert.ok(line && line.item.price >= price && line.item.price <= highest, id);
}

/** Surface behind a cache that states no age. */
function delay({ name, read }: Surface): Surface {
  let former: Reading[] | undefined;
  return {
    name,
    async read(products) {
      const readings = await read(products);
      const [{ asOf, readAt } = assert.fail('nothing was read')] = readings;
      const offers = (former ?? readings).map((reading) => ({ ...reading, asOf, readAt }));
      former = readings;
      return offers;
    },
  };
}
