import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { askAdmin, createCart, readCart, variantOf } from './storefront.ts';

const FIND = `query OrdersFind($query: String!) { orders(first: 5, query: $query) { nodes {
  id updatedAt email tags cartToken displayFinancialStatus displayFulfillmentStatus cancelledAt
  customAttributes { key value }
  totalPriceSet { presentmentMoney { amount } }
  fulfillments(first: 5) { displayStatus trackingInfo(first: 5) { number } } } } }`;

interface Found {
  orders: {
    nodes: {
      id: string;
      updatedAt: string;
      email: string;
      tags: string[];
      displayFinancialStatus: string;
      displayFulfillmentStatus: string;
      cancelledAt: string | null;
      customAttributes: { key: string; value: string }[];
      totalPriceSet: { presentmentMoney: { amount: string } };
      fulfillments: { displayStatus: string; trackingInfo: { number: string }[] }[];
    }[];
  };
}

describe('The hosted checkout of the simulated Shopify', () => {
  const shop = forSuite(() => startShopifyShop());

  async function cartWith(handle: string, quantity: number) {
    const { cart } = await createCart(shop, {
      lines: [{ merchandiseId: variantOf(shop, handle), quantity }],
      attributes: [{ key: 'service_session_id', value: 'session-1' }],
    });
    assert.ok(cart);
    return cart;
  }

  async function orderOf(checkoutUrl: string) {
    const token = new URL(checkoutUrl).pathname.split('/').at(-1);
    const { data } = await askAdmin<Found>(shop, FIND, { query: `cart_token:'${token}'` });
    return data?.orders.nodes[0];
  }

  it('shows the cart, escaped, with one button', async () => {
    const cart = await cartWith('tea-cream-set', 1);
    const page = await (await fetch(cart.checkoutUrl)).text();
    assert.match(page, /Tea &amp; &quot;Cream&quot; &lt;Set&gt;/);
    assert.equal(page.match(/<button/g)?.length, 1);
    assert.match(page, /Pay now/);
    assert.doesNotMatch(page, /https?:\/\/(?!127\.0\.0\.1)/);
  });

  it('makes an order of an empty POST, with what the cart carried', async () => {
    const cart = await cartWith('cafe-mug', 2);
    const paid = await fetch(cart.checkoutUrl, { method: 'POST' });
    assert.equal(paid.status, 200);
    assert.match(await paid.text(), /Thank you/);
    const order = await orderOf(cart.checkoutUrl);
    assert.deepEqual(order?.customAttributes, [{ key: 'service_session_id', value: 'session-1' }]);
    assert.deepEqual([order?.tags, order?.displayFinancialStatus], [[], 'PAID']);
    // 29.00 and 8 % tax and 5.00 for shipping.
    assert.equal(order?.totalPriceSet.presentmentMoney.amount, '36.32');
    assert.equal(shop.control.orders().at(-1)?.sessionId, 'session-1');
    assert.equal(await readCart(shop, cart.id), null);
  });

  it('reads the form', async () => {
    const cart = await cartWith('cafe-mug', 1);
    const body = new URLSearchParams({ email: 'grace@example.com', country: 'DE', shipping: 'express' });
    await fetch(cart.checkoutUrl, { method: 'POST', body });
    const order = await orderOf(cart.checkoutUrl);
    assert.equal(order?.email, 'grace@example.com');
    assert.equal(order?.totalPriceSet.presentmentMoney.amount, '30.66');
  });

  it('shows the sums for another country and rate before anything is paid', async () => {
    const cart = await cartWith('cafe-mug', 1);
    const page = await (await fetch(`${cart.checkoutUrl}&country=DE&shipping=express`)).text();
    assert.match(page, /30\.66 USD/);
    const far = await (await fetch(`${cart.checkoutUrl}&country=JP&shipping=express`)).text();
    assert.doesNotMatch(far, /Express/);
  });

  it('makes one order of two taps and takes the stock once', async () => {
    const cart = await cartWith('cast-iron-pan', 2);
    const before = shop.control.orders().length;
    const taps = [1, 2].map(() => fetch(cart.checkoutUrl, { method: 'POST' }));
    const pages = await Promise.all((await Promise.all(taps)).map((response) => response.text()));
    assert.equal(shop.control.orders().length, before + 1);
    assert.equal(pages[0], pages[1]);
    const pan = shop.control.products.find((product) => product.handle === 'cast-iron-pan');
    assert.equal(pan?.variants[0]?.stock, 10);
  });

  it('sells the last piece once', async () => {
    const carts = [await cartWith('silk-scarf', 2), await cartWith('silk-scarf', 2)];
    const answers = await Promise.all(carts.map((cart) => fetch(cart.checkoutUrl, { method: 'POST' })));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409]);
  });

  it('needs the key of the cart', async () => {
    const cart = await cartWith('cafe-mug', 1);
    const bare = cart.checkoutUrl.split('?')[0] ?? '';
    assert.equal((await fetch(bare)).status, 404);
    assert.equal((await fetch(`${bare}?key=wrong`, { method: 'POST' })).status, 404);
  });

  it('moves an order through its life', async () => {
    const cart = await cartWith('cafe-mug', 1);
    await fetch(cart.checkoutUrl, { method: 'POST' });
    const id = shop.control.orders().at(-1)?.id ?? 0;
    const move = (to: string) =>
      fetch(`${shop.url}/_sandbox/orders/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to }),
      });
    const bought = await orderOf(cart.checkoutUrl);
    assert.equal((await move('shipped')).status, 200);
    const shipped = await orderOf(cart.checkoutUrl);
    assert.equal(shipped?.fulfillments[0]?.displayStatus, 'IN_TRANSIT');
    assert.ok(shipped.fulfillments[0]?.trackingInfo[0]?.number);
    assert.ok(shipped.updatedAt > (bought?.updatedAt ?? ''));
    await move('delivered');
    assert.equal((await orderOf(cart.checkoutUrl))?.fulfillments[0]?.displayStatus, 'DELIVERED');
    await move('refunded');
    assert.equal((await orderOf(cart.checkoutUrl))?.displayFinancialStatus, 'REFUNDED');
    assert.equal((await move('eaten')).status, 400);
  });
});
