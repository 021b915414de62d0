import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, it } from 'node:test';
import type { ItemReference } from '../../../src/commerce/product/products.ts';
import { createItemCache } from '../../../src/operations/call/shown-products.ts';
import type { Service } from '../../../src/service.ts';
import { type Agent, agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { changeDuring } from '../../../testing/change-during.ts';
import { inShop, onEveryStore, type Somewhere } from '../../../testing/everywhere.ts';
import { serviceOn } from '../../../testing/test-service.ts';

onEveryStore('items that are known from the copy', (at) => {
  const started: Service[] = [];
  before(() => at.running.settle());
  beforeEach(() => shop(at).resetCalls());
  afterEach(async () => {
    for (const service of started.splice(0)) await service.close();
  });

  /** As after a restart: it remembers nothing but what is in the database. */
  async function newProcess(): Promise<Agent> {
    const service = await serviceOn(at.running.databaseUrl);
    started.push(service);
    return agentOf(await service.listen({ backgroundWork: false }), at.slug);
  }

  it('a product or its address is bought with one call, also after a restart', async () => {
    const shirt = await findVariant(at.agent, 'shirt');
    for (const id of [shirt.productId, shirt.url, shirt.id]) {
      const agent = await newProcess();
      shop(at).resetCalls();
      const body = bodyOf(201, await agent.createSession([id]));
      assert.equal(body.line_items[0]?.item.id, shirt.id);
      assert.match(body.line_items[0]?.item.title ?? '', /shirt/i);
      assert.equal(countCalls(at), 1, `${id}: ${JSON.stringify(shop(at).calls())}`);
    }
  });

  it('the lines of a session are replaced without asking for their titles', async () => {
    const [shirt, mug] = [await findVariant(at.agent, 'shirt'), await findVariant(at.agent, 'mug')];
    const { body } = await at.agent.createSession([shirt.id]);
    const calls = await countingReplace(await newProcess(), body.id, mug.id);
    assert.equal((await at.agent.replaceLines(body.id, [shirt.id])).status, 200);
    const store = await at.running.service.stores.find(at.slug);
    await at.running.service.products.remove(store?.id ?? '', [mug.productId], new Date().toISOString());
    const unknown = await countingReplace(await newProcess(), body.id, mug.id);
    assert.equal(unknown - calls, at.platform === 'shopify' ? 1 : 0, 'only Shopify has to be asked for them');
  });

  async function countingReplace(agent: Agent, sessionId: string, variantId: string): Promise<number> {
    shop(at).resetCalls();
    assert.equal((await agent.replaceLines(sessionId, [variantId])).status, 200);
    return countCalls(at);
  }

  it('asks the shop anew for cached items that turn out to have sold out since', async (t) => {
    const { products } = await at.agent.search('shirt');
    const choice = products.find((each) => each.variants.filter(({ available }) => available).length >= 2);
    const first = choice?.variants.find(({ available }) => available);
    assert.ok(choice && first);
    const stocked = inShop(at, first.id);
    changeDuring(t, stocked, { stock: 0 });
    const agent = await newProcess();
    shop(at).resetCalls();
    assert.notEqual(bodyOf(201, await agent.createSession([choice.id])).line_items[0]?.item.id, first.id);
    shop(at).resetCalls();
    assert.equal((await agent.createSession([choice.id])).status, 201);
    assert.equal(countCalls(at), 1, 'once');
  });

  it('removes products deleted without an event from the copy at the next import [CAT-15]', async () => {
    const gone = await findVariant(at.agent, 'lamp');
    const number = Number(gone.productId.split('/').at(-1));
    shop(at).deleteProduct(number, { silently: true });
    await at.running.settle();
    assert.ok(await inCopy(at, gone.productId), 'nobody has told');
    at.running.advance(25 * 60 * 60_000);
    await at.running.settle();
    assert.equal(await inCopy(at, gone.productId), false);
    assert.equal((await (await newProcess()).createSession([gone.productId])).status, 400);
  });
});

function shop(at: Somewhere) {
  return at.running.shop(at.slug).control;
}

function countCalls(at: Somewhere): number {
  return Object.values(shop(at).calls()).reduce((sum, count) => sum + count, 0);
}

async function inCopy({ running, slug }: Somewhere, productId: string): Promise<boolean> {
  const store = await running.service.stores.find(slug);
  return (await running.service.products.findByIds(store?.id ?? '', [productId])).products.length === 1;
}

it('the item cache evicts the least recently used entry above 100,000 entries', () => {
  const items = createItemCache();
  const handle = (index: number): ItemReference => ({ kind: 'handle', handle: `mug-${index}` });
  for (let index = 0; index < 100_000; index += 1)
    items.keep('store', handle(index), { variantId: String(index) });
  assert.equal(items.find('store', handle(0))?.variantId, '0');
  items.keep('store', handle(100_000), { variantId: '100000' });
  const variantIds = [0, 1, 2, 100_000].map((index) => items.find('store', handle(index))?.variantId);
  assert.deepEqual(variantIds, ['0', undefined, '2', '100000']);
});
