import assert from 'node:assert/strict';
import { it } from 'node:test';
import { quotesResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type ErrorBody, findVariant } from '../../testing/agent.ts';
import { everywhere, inShop, unlimited } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';

const SPRINGFIELD = {
  country: 'US',
  region: 'IL',
  postal_code: '62704',
  city: 'Springfield',
  line1: '12 Maple St',
};

everywhere('fulfillment quotes', (at) => {
  const goods = unlimited(at, 'mug');

  it('answers POST /fulfillment/quotes with 200, the envelope, the currency and the quotes, cheapest first [FUL-1]', async () => {
    const body = bodyOf(200, await at.agent.quote([[goods.mug, 2]], SPRINGFIELD));
    const { ucp, currency, prices_include_tax, quotes } = quotesResponse.parse(body);
    assert.ok('dev.ucp.shopping.fulfillment' in ucp.capabilities);
    assert.equal(currency, 'USD');
    // Tax of 8 %, which Shopify reports only in its checkout.
    const priced = {
      shopify: [
        ['Standard', 500, undefined],
        ['Express', 1500, undefined],
      ],
      woocommerce: [
        ['Standard', 540, 40],
        ['Express', 1620, 120],
      ],
    };
    assert.deepEqual(pluck(quotes, 'title', 'amount', 'tax'), priced[at.platform as keyof typeof priced]);
    assert.equal(prices_include_tax, at.platform === 'woocommerce');
    assert.equal(new Set(quotes.map(({ id }) => id)).size, quotes.length);
  });

  it('needs only a destination’s country, in upper or lower case', async () => {
    for (const country of ['US', 'us']) {
      assert.ok(bodyOf(200, await at.agent.quote([goods.mug], { country })).quotes.length > 0);
    }
  });

  it('quotes only methods that deliver to the country', async () => {
    const { body } = await at.agent.quote([goods.mug], { country: 'IE', city: 'Cork' });
    assert.deepEqual(pluck(body.quotes, 'title'), ['Standard']);
  });

  it('answers an empty list for an undeliverable destination [FUL-3]', async () => {
    assert.deepEqual(bodyOf(200, await at.agent.quote([goods.mug], { country: 'BR' })).quotes, []);
  });

  it('takes a product GID or a product URL as well', async () => {
    const { productId, url } = await findVariant(at.agent, 'shirt');
    for (const id of [productId, url]) {
      assert.ok(bodyOf(200, await at.agent.quote([id], SPRINGFIELD)).quotes.length > 0);
    }
  });

  const lines = () => [{ item: { id: goods.mug } }];
  const BAD: [name: string, body: () => object, path: string][] = [
    ['no destination', () => ({ line_items: lines() }), 'destination'],
    ['a destination that is no object', () => ({ line_items: lines(), destination: 'US' }), 'destination'],
    ['no country', () => ({ line_items: lines(), destination: { city: 'Rome' } }), 'destination.country'],
    [
      'a country in words',
      () => ({ line_items: lines(), destination: { country: 'Italy' } }),
      'destination.country',
    ],
    [
      'a country that is none',
      () => ({ line_items: lines(), destination: { country: 'XX' } }),
      'destination.country',
    ],
    [
      'a city that is no text',
      () => ({ line_items: lines(), destination: { country: 'IT', city: 7 } }),
      'destination.city',
    ],
    ['no lines', () => ({ destination: { country: 'IT' } }), 'line_items'],
    ['an empty list of lines', () => ({ line_items: [], destination: { country: 'IT' } }), 'line_items'],
    [
      'an unknown item',
      () => ({
        line_items: [{ item: { id: `gid://${at.platform}/ProductVariant/999999999` } }],
        destination: { country: 'US' },
      }),
      'line_items.0.item.id',
    ],
  ];
  for (const [name, body, path] of BAD)
    it(`refuses ${name} with 400 and names ${path}`, async () => {
      const answer = bodyOf(400, await at.agent.post<ErrorBody>('/fulfillment/quotes', body()));
      assert.equal(answer.details?.[0]?.path, path);
    });

  it('refuses what is sold out with 409 and names the item', async () => {
    const variant = inShop(at, goods.mug);
    variant.stock = 0;
    const { status, body } = await at.agent.post<ErrorBody>('/fulfillment/quotes', {
      line_items: lines(),
      destination: SPRINGFIELD,
    });
    variant.stock = null;
    assert.equal(status, 409, JSON.stringify(body));
    assert.ok(body.error.includes(goods.mug));
  });

  it('leaves carts of the same goods and the shop’s orders unchanged [FUL-4]', async () => {
    const cart = (await at.agent.createCart([goods.mug])).body;
    const orders = at.running.shop(at.slug).control.orders().length;
    await Promise.all([1, 2, 3].map(() => at.agent.quote([[goods.mug, 5]], SPRINGFIELD)));
    assert.deepEqual((await at.agent.updateCart(cart.id, {})).body.totals, cart.totals);
    assert.equal(at.running.shop(at.slug).control.orders().length, orders);
  });

  it('answers 503 with Retry-After when the shop throttles', async () => {
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'throttled' });
    const { status, headers } = await at.agent.quote([goods.mug], SPRINGFIELD);
    control.clearFaults();
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });
});
