import assert from 'node:assert/strict';
import { asVisitor } from './buyer.ts';
import type { OfficialProof } from './proof.ts';

/** Proves that a permalink leads a buyer's browser to the shop's checkout with the named items. */
export async function provePermalink({ ucp, goods, codes, ledger, browser, options }: OfficialProof) {
  await ledger.step('a permalink leads to the shop’s checkout, with that cart', async () => {
    return asVisitor(browser, async (page) => {
      await page.goto(
        `${ucp.store}/buy/${goods.bowl}:1,${goods.redMedium}:2?discounts/codes/0=${codes.percent}`,
      );
      await page.locator('.wc-block-components-checkout-place-order-button, #place_order').first().waitFor();
      assert.equal(new URL(page.url()).origin, new URL(options.site).origin);
      const cart = await (
        await page.request.get(`${options.site}/index.php?rest_route=/wc/store/v1/cart`)
      ).json();
      const lines = cart.items.map((item: { id: number; quantity: number }) => [item.id, item.quantity]);
      assert.deepEqual(lines, [
        [goods.bowl, 1],
        [goods.redMedium, 2],
      ]);
      assert.deepEqual(
        cart.coupons.map(({ code }: { code: string }) => code),
        [codes.percent],
      );
      return new URL(page.url()).pathname;
    });
  });
}
