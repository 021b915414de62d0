import assert from 'node:assert/strict';
import { it } from 'node:test';
import { quotesResponse } from '../../src/protocols/contract/responses.ts';
import { bodyOf, type ErrorBody } from '../../testing/agent.ts';
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

  it('needs a destination’s country alone, and quotes what delivers there, which may be nothing [FUL-3]', async () => {
    const titlesFor = async (country: string) => {
      const { quotes } = bodyOf(200, await at.agent.quote([goods.mug], { country }));
      return pluck(quotes, 'title');
    };
    assert.deepEqual(await titlesFor('US'), ['Standard', 'Express']);
    assert.deepEqual(await titlesFor('us'), ['Standard', 'Express']);
    assert.deepEqual(await titlesFor('IE'), ['Standard']);
    assert.deepEqual(await titlesFor('BR'), []);
  });

  it('refuses an unknown item with 400 and names it', async () => {
    const body = {
      line_items: [{ item: { id: `gid://${at.platform}/ProductVariant/999999999` } }],
      destination: { country: 'US' },
    };
    const answer = bodyOf(400, await at.agent.post<ErrorBody>('/fulfillment/quotes', body));
    assert.equal(answer.details?.[0]?.path, 'line_items.0.item.id');
  });

  it('refuses what is sold out with 409 and names the item', async () => {
    const variant = inShop(at, goods.mug);
    variant.stock = 0;
    const { status, body } = await at.agent.post<ErrorBody>('/fulfillment/quotes', {
      line_items: [{ item: { id: goods.mug } }],
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
