import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { toMinorUnits } from '../../../../src/commerce/money/money.ts';
import type { QuoteRequest } from '../../../../src/store-platforms/store-platform.ts';
import { pluck } from '../../../../testing/pluck.ts';
import { failureOf, refusalsOf } from './checks.ts';
import { stockOf, threeLines } from './goods.ts';
import { caller, type Open } from './opened.ts';

const quote = (lines: QuoteRequest['lines'], country: string): QuoteRequest => ({
  quoteId: randomUUID(),
  lines,
  destination: { country },
});

export function quoteTests(name: string, open: Open): void {
  const oneLine = async (t: TestContext) => {
    const opened = await open(t);
    return { ...opened, lines: (await threeLines(name, opened)).slice(0, 1) };
  };

  it('names every rate to the destination, cheapest first, in minor units of the shop', async (t) => {
    const { platform, shop } = await open(t);
    const lines = (await threeLines(name, { platform, shop })).slice(0, 2);
    const { settings } = shop.control;
    for (const country of ['US', 'AT']) {
      const { currency, quotes } = await platform.quoteFulfillment(quote(lines, country), caller);
      assert.equal(currency, settings.currency);
      const rates = settings.shippingRates.filter(({ countries }) => countries.includes(country));
      const prices = quotes.map(({ title, amount, tax }) => [title, amount - (tax ?? 0)]);
      assert.deepEqual(
        prices,
        rates.map(({ title, amount }) => [title, toMinorUnits(amount, currency)]),
      );
      assert.equal(new Set(quotes.map(({ id }) => id)).size, quotes.length);
    }
  });

  it('takes a whole address, and a province by its name, and quotes nothing where nothing is delivered', async (t) => {
    const { platform, lines } = await oneLine(t);
    const destination = {
      country: 'US',
      region: 'California',
      postalCode: '94103',
      city: 'San Francisco',
      line1: '1 Market Street',
    };
    const { quotes } = await platform.quoteFulfillment({ ...quote(lines, 'US'), destination }, caller);
    assert.ok(quotes.length > 0);
    assert.deepEqual((await platform.quoteFulfillment(quote(lines, 'BR'), caller)).quotes, []);
  });

  it('refuses a country that there is not, by its place in the request', async (t) => {
    const { platform, lines } = await oneLine(t);
    for (const country of ['QQ', 'Germany']) {
      const error = await failureOf(platform.quoteFulfillment(quote(lines, country), caller));
      assert.equal(error.kind, 'invalid_input', error.message);
      assert.deepEqual(pluck(error.details, 'path'), ['destination.country']);
    }
  });

  it('refuses what is sold out or unknown, as a cart does', async (t) => {
    const { platform, shop } = await open(t);
    const [line] = await threeLines(name, { platform, shop });
    const variantId = `gid://${name}/ProductVariant/987654321`;
    const unknown = platform.quoteFulfillment(quote([{ variantId, quantity: 1 }], 'US'), caller);
    assert.deepEqual(await refusalsOf(unknown, 'unknown_item'), [{ variantId, reason: 'unknown' }]);
    stockOf(shop, line.variantId).stock = 0;
    const soldOut = platform.quoteFulfillment(quote([line], 'US'), caller);
    assert.deepEqual(await refusalsOf(soldOut, 'item_unavailable'), [
      { variantId: line.variantId, reason: 'out_of_stock' },
    ]);
  });

  it('leaves no order, takes no stock, and asks one call', async (t) => {
    const { platform, shop } = await open(t);
    const [line] = await threeLines(name, { platform, shop });
    const { stock } = stockOf(shop, line.variantId);
    shop.control.resetCalls();
    await platform.quoteFulfillment(quote([line], 'US'), caller);
    const calls = Object.values(shop.control.calls()).reduce((sum, count) => sum + count, 0);
    assert.equal(calls, 1);
    assert.deepEqual(shop.control.orders(), []);
    assert.equal(stockOf(shop, line.variantId).stock, stock);
  });
}
