import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../../testing/agent.ts';
import { changeDuring } from '../../../testing/change-during.ts';
import { everywhere, inShop } from '../../../testing/everywhere.ts';
import { type UcpProduct, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

everywhere('a bound of the pieces of one order', (at) => {
  const boundsOf = async (id: string) => {
    const official = await ucpAgentOf(at).post<{ product: UcpProduct }>('/catalog/product', { id });
    const goods = await shopperAt(at).call<ShownProduct>('get_product', { id });
    const [variant] = bodyOf(200, official).product.variants;
    return [variant?.metadata, goods.variants[0]?.max_per_order];
  };

  it('shows agents the most pieces of one order before they fill a cart that the shop would refuse', async (t) => {
    const { id } = await findVariant(at.agent, 'Travel Mug');
    assert.deepEqual(await boundsOf(id), [undefined, undefined]);
    const product = at.running
      .shop(at.slug)
      .control.products.find(({ variants }) => variants.includes(inShop(at, id)));
    assert.ok(product);
    changeDuring(t, inShop(at, id), { stock: null });
    changeDuring(t, product, { maxPerOrder: 1 });
    assert.deepEqual(await boundsOf(id), [{ max_per_order: 1 }, 1]);
    for (const [quantity, status] of [
      [2, 409],
      [1, 201],
    ]) {
      const cart = await at.agent.post('/carts', { line_items: [{ item: { id }, quantity }] });
      assert.equal(cart.status, status, JSON.stringify(cart.body));
    }
  });
});
