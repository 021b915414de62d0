import assert from 'node:assert/strict';
import { line, product, variant } from './agent.ts';
import type { Proof } from './proof.ts';

/** Proves search and carts. */
export async function proveGoods({ agent, goods, ledger }: Proof): Promise<void> {
  await ledger.step('search finds a product by its words', async () => {
    const { status, body } = await agent.get('/catalog/search?q=Proofware%20mug');
    assert.equal(status, 200);
    const [firstProduct] = body.products;
    assert.equal(firstProduct.id, product(goods.mug));
    assert.equal(firstProduct.price_range.min, 2000);
    return firstProduct.title;
  });
  await ledger.step('lookup knows products and variations', async () => {
    const ids = [product(goods.tee), variant(goods.redMedium), product(goods.gone)].join(',');
    const { body } = await agent.get(`/catalog/lookup?ids=${encodeURIComponent(ids)}`);
    const [tee, gone] = body.products;
    assert.deepEqual([tee.price_range.min, tee.price_range.max], [2400, 2600]);
    assert.equal(gone.availability, 'out_of_stock');
    return `${body.products.length} products, ${tee.variants.length} variants`;
  });
  const refused = (what: string, id: number, quantity: number) =>
    ledger.step(`${what} refused`, async () => {
      const { status, body } = await agent.post('/checkout-sessions', { line_items: [line(id, quantity)] });
      assert.ok(status >= 400 && status < 500, `answered ${status}`);
      return `${status} ${body.error}`;
    });
  const sold = (what: string, id: number) =>
    ledger.step(`${what} can be bought`, async () => {
      const { status, body } = await agent.post('/checkout-sessions', { line_items: [line(id)] });
      assert.equal(status, 201, body.error);
      return `${body.totals.subtotal} ${body.currency}`;
    });
  await refused('a product that is out of stock is', goods.gone, 1);
  await refused('two pieces of a product that is sold individually are', goods.print, 2);
  await sold('one piece of a product that is sold individually', goods.print);
  await refused('a variation that leaves its colour open is', goods.anyColour, 1);
  await sold('a variation that is chosen in full', goods.redMedium);
  await sold('a product on backorder', goods.stool);
  await ledger.step('shipping is quoted, and none for a virtual product', async () => {
    const quote = async (id: number) => {
      const destination = { country: 'US', region: 'CA', postal_code: '94110' };
      const { status, body } = await agent.post('/fulfillment/quotes', {
        line_items: [line(id)],
        destination,
      });
      assert.equal(status, 200, body.error);
      return body;
    };
    const [lamp, ebook] = [await quote(goods.lamp), await quote(goods.ebook)];
    const amounts = (body: typeof lamp) => JSON.stringify(body.quotes ?? body.options ?? body).slice(0, 140);
    return `${amounts(lamp)}; virtual: ${amounts(ebook)}`;
  });
}
