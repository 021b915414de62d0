import assert from 'node:assert/strict';
import { product } from './agent.ts';
import type { Proof } from './proof.ts';
import { until } from './until.ts';

/** Proves that agents see the merchant's changes. */
export async function proveEvents({ agent, admin, merchant, goods, ledger, slug }: Proof): Promise<void> {
  await ledger.step('a product is edited: the event arrives, and lookup shows it', async () => {
    const began = Date.now();
    await admin.rest('PUT', `/wc/v3/products/${goods.lamp}`, { regular_price: '81.50' });
    const isOurs = (event: { product: string | null; received_at: string }) =>
      event.product === product(goods.lamp) && Date.parse(event.received_at) >= began - 1000;
    const event = await until(
      'the event arrives',
      async () => {
        await admin.knock();
        const { body } = await merchant.get(`/stores/${slug}/webhooks?per_page=100`);
        return body.items.find(isOurs);
      },
      150_000,
    );
    assert.equal(event.signature, 'valid');
    const lookup = await until('lookup shows it', async () => {
      const { body } = await agent.get(`/catalog/lookup?ids=${encodeURIComponent(product(goods.lamp))}`);
      return body.products[0].price_range.min === 8150 && body;
    });
    assert.equal(lookup.products.length, 1);
    return `${event.topic}, ${event.effect}`;
  });
}
