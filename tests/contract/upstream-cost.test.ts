import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findVariant, pay } from '../../testing/agent.ts';
import { everywhere, inShop, type Somewhere } from '../../testing/everywhere.ts';

/** Returns the number of calls that the shop got while `work` ran. */
async function callsFor(at: Somewhere, work: () => Promise<unknown>): Promise<number> {
  const { control } = at.running.shop(at.slug);
  control.resetCalls();
  await work();
  return Object.values(control.calls()).reduce((sum, count) => sum + count, 0);
}

everywhere('upstream cost', (at) => {
  it('search asks once, and on WooCommerce at most once more for variations [CAT-4]', async () => {
    const calls = await callsFor(at, () => at.agent.search('shirt'));
    assert.ok(calls >= 1 && calls <= (at.platform === 'shopify' ? 1 : 2), `${calls} calls`);
  });

  it('lookup asks once on Shopify, at most twice on WooCommerce, whatever is asked for', async () => {
    const { products } = await at.agent.search('e', 20);
    const ids = products.flatMap((product, index) =>
      index % 2 ? [product.id] : [product.variants.at(-1)?.id ?? ''],
    );
    const calls = await callsFor(at, () => at.agent.get(`/catalog/lookup?ids=${ids.join(',')}`));
    assert.ok(calls >= 1 && calls <= (at.platform === 'shopify' ? 1 : 2), `${calls} calls`);
  });

  it('identical reads in flight are one call', async () => {
    const one = await callsFor(at, () => at.agent.search('lamp'));
    const ten = await callsFor(at, () =>
      Promise.all(Array.from({ length: 10 }, () => at.agent.search('lamp'))),
    );
    assert.ok(ten < 10 * one, `${ten} calls for ten searches`);
  });

  it('create from variant GIDs asks once, get at most once in some seconds, complete once', async () => {
    const mug = await findVariant(at.agent, 'mug');
    inShop(at, mug.id).stock = null;
    let session = { id: '', continue_url: null as string | null };
    assert.equal(
      await callsFor(at, async () => {
        session = (await at.agent.createSession([mug.id])).body;
      }),
      1,
    );
    const reads = [1, 2, 3, 4, 5];
    const callsOfReads = await callsFor(at, () =>
      Promise.all(reads.map(() => at.agent.readSession(session.id))),
    );
    assert.ok(callsOfReads <= 1, `${callsOfReads} calls for five reads`);
    await at.agent.replaceLines(session.id, [[mug.id, 2]]);
    await pay((await at.agent.readSession(session.id)).body);
    const calls = await callsFor(at, () => at.agent.complete(session.id));
    assert.ok(calls <= 2, `${calls} calls`);
  });

  it('create from a product known from a search asks once', async () => {
    const mug = await findVariant(at.agent, 'mug');
    for (const id of [mug.productId, mug.url])
      assert.equal(await callsFor(at, () => at.agent.createSession([id])), 1);
  });
});
