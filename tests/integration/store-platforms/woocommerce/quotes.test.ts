import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { WooCommerceShopOptions } from '../../../../simulated-shops/woocommerce/start.ts';
import type { Destination } from '../../../../src/commerce/checkout/fulfillment.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { failureOf, refusalsOf } from '../battery/checks.ts';
import { caller, openSite } from './scripted-site.ts';
import { openSimulatedShop } from './simulated-shop.ts';

const MUG = 'gid://woocommerce/ProductVariant/3200';
const CONSULTATION = 'gid://woocommerce/ProductVariant/200';
const VIENNA: Destination = { country: 'AT', postalCode: '1010', city: 'Wien', line1: 'Graben 1' };

const quoteRequest = (variantId: string, destination: Destination, quantity = 1) => ({
  quoteId: randomUUID(),
  lines: [{ variantId, quantity }],
  destination,
});

describe('a fulfillment quote', () => {
  const open = async (
    t: { after(close: () => Promise<void>): void },
    options: WooCommerceShopOptions = {},
  ) => {
    const opened = await openSimulatedShop(options);
    t.after(() => opened.shop.close());
    return opened;
  };

  it('quotes in one call what the buyer pays for each rate, the cheapest first', async (t) => {
    const { platform, shop } = await open(t);
    shop.control.settings.shippingRates.reverse();
    const quoted = await platform.quoteFulfillment(quoteRequest(MUG, { country: 'US' }), caller);
    const noDetails = { description: null };
    assert.deepEqual(quoted, {
      currency: 'USD',
      pricesIncludeTax: true,
      quotes: [
        { id: 'flat_rate:standard', title: 'Standard', amount: 540, tax: 40, ...noDetails },
        { id: 'flat_rate:express', title: 'Express', amount: 1620, tax: 120, ...noDetails },
      ],
    });
    assert.deepEqual(shop.control.calls(), { 'POST /cart/create': 1 });
  });

  it('quotes nothing where nothing is delivered, and a free rate when nothing has to be sent', async (t) => {
    const { platform } = await open(t);
    const nowhere = await platform.quoteFulfillment(quoteRequest(MUG, { country: 'AQ' }), caller);
    assert.deepEqual(nowhere, { currency: 'USD', pricesIncludeTax: true, quotes: [] });
    const virtual = await platform.quoteFulfillment(quoteRequest(CONSULTATION, { country: 'AQ' }), caller);
    assert.deepEqual(pluck(virtual.quotes, 'id', 'amount'), [['no_shipping', 0]]);
  });

  it('refuses items as a cart does', async (t) => {
    const { platform } = await open(t);
    const unknown = 'gid://woocommerce/ProductVariant/987654';
    const quote = platform.quoteFulfillment(quoteRequest(unknown, VIENNA), caller);
    assert.deepEqual(await refusalsOf(quote, 'unknown_item'), [{ variantId: unknown, reason: 'unknown' }]);
    const twice = platform.quoteFulfillment(
      quoteRequest('gid://woocommerce/ProductVariant/300', VIENNA, 2),
      caller,
    );
    assert.equal((await refusalsOf(twice, 'item_unavailable'))[0]?.reason, 'unbuyable');
    const strange = platform.quoteFulfillment(quoteRequest('gid://shopify/ProductVariant/1', VIENNA), caller);
    assert.equal((await failureOf(strange)).kind, 'unknown_item');
  });

  it('names the country that is malformed, or unknown to the shop', async (t) => {
    const { platform, shop } = await open(t);
    for (const country of ['Austria', '', 'XX']) {
      const error = await failureOf(platform.quoteFulfillment(quoteRequest(MUG, { country }), caller));
      assert.equal(error.kind, 'invalid_input');
      assert.equal(error.details[0]?.path, 'destination.country');
    }
    assert.deepEqual(shop.control.calls(), { 'POST /cart/create': 1 });
  });

  it('leaves nothing behind: a later cart of that id is new, and empty of the destination', async (t) => {
    const { platform, shop } = await open(t);
    const input = quoteRequest(MUG, VIENNA);
    await platform.quoteFulfillment(input, caller);
    const cart = await platform.createCart({ cartId: input.quoteId, lines: input.lines }, caller);
    assert.equal(cart.totals.shipping, null);
    assert.deepEqual(shop.control.orders(), []);
  });
});

it('leaves out what has to be fetched at the shop, as a whole or one of several parcels', async (t) => {
  const ids = ['flat_rate:1', 'local_pickup:3', 'pickup_location:0'];
  const inParcels = ['flat_rate:1+local_pickup:3', 'pickup_location:0+flat_rate:1'];
  const shipping_rates = [...ids, ...inParcels].map((id) => ({ id, title: id, amount: 750 }));
  const { platform } = await openSite(t, {
    'POST /wc-ucp-host/v1/cart/create': () => ({
      body: { currency: 'USD', needs_shipping: true, shipping_rates },
    }),
  });
  const { quotes, pricesIncludeTax } = await platform.quoteFulfillment(quoteRequest(MUG, VIENNA), caller);
  assert.deepEqual(pluck(quotes, 'id'), ['flat_rate:1']);
  assert.equal(pricesIncludeTax, undefined, 'an older connector tells no tax of its rates');
});

it('says to the connector that nothing shall be stored', async (t) => {
  const body = { currency: 'usd', needs_shipping: true, shipping_rates: [] };
  const { platform, requests } = await openSite(t, {
    'POST /wc-ucp-host/v1/cart/create': () => ({ body }),
  });
  const input = quoteRequest(MUG, { ...VIENNA, country: ' at', region: 'Wien' });
  const quoted = await platform.quoteFulfillment(input, caller);
  assert.deepEqual(quoted, { currency: 'USD', pricesIncludeTax: true, quotes: [] });
  assert.deepEqual(requests[0]?.body, {
    cart_id: input.quoteId,
    items: [{ id: 3200, quantity: 1 }],
    destination: { country: 'AT', region: 'Wien', postal_code: '1010', city: 'Wien', line1: 'Graben 1' },
    quote: true,
  });
});
