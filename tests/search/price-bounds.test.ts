import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { priceBoundsIn } from '../../search/query/price-bounds.ts';
import { toSearchCurrency } from '../../src/commerce/money/money.ts';

describe('prices that a query allows', () => {
  for (const [text, currency, filter] of [
    ['a mug under 20 dollars', 'USD', { maxPrice: 2_000 }],
    ['a bag between 50 and 100 dollars', 'USD', { minPrice: 5_000, maxPrice: 10_000 }],
    ['pens from $5 to $10', 'USD', { minPrice: 500, maxPrice: 1_000 }],
    ['shirts that cost at most $50', 'USD', { maxPrice: 5_000 }],
    ['a desk up to 1.299,99 €', 'EUR', { maxPrice: 129_999 }],
    ['a desk for $1,299.99 or less', 'USD', { maxPrice: 129_999 }],
    ['no more than 25 dollars', 'USD', { maxPrice: 2_500 }],
    ['within a budget of 170 dollars', 'USD', { maxPrice: 17_000 }],
    ['I have 30 dollars', 'USD', { maxPrice: 3_000 }],
    ['boots under 200, waterproof', 'CHF', { maxPrice: 20_000 }],
    ['a gift over 100 dollars', 'USD', { minPrice: 10_000 }],
    ['sake under 3000 yen, less than ¥3000', 'JPY', { maxPrice: 3_000 }],
    ['Tasche unter 50 Euro', 'EUR', { maxPrice: 5_000 }],
    ['un sac moins de 50 €', 'EUR', { maxPrice: 5_000 }],
    ['an armchair for no more than 60 euros', 'EUR', { maxPrice: 6_000 }],
    ['a desk that does not cost more than 80 €', 'EUR', { maxPrice: 8_000 }],
    ["I don't want to pay more than 40 euros", 'EUR', { maxPrice: 4_000 }],
    ['a bed frame, not above 120 euros', 'EUR', { maxPrice: 12_000 }],
    ['an office chair, 75 or less please', 'EUR', { maxPrice: 7_500 }],
    ['capris, 48 dollars or below', 'USD', { maxPrice: 4_800 }],
    ['a lamp for 60 euros tops', 'EUR', { maxPrice: 6_000 }],
    ['chocolate for 50 cents or less', 'EUR', { maxPrice: 50 }],
    ['a watch, not under 50 dollars', 'USD', { minPrice: 5_000 }],
    ['a watch for 50 dollars or more', 'USD', { minPrice: 5_000 }],
    ['Stuhl, nicht über 50 Euro', 'EUR', { maxPrice: 5_000 }],
    ['chaise, 50 € ou moins', 'EUR', { maxPrice: 5_000 }],
    ['väska under 500 kr', 'SEK', { maxPrice: 50_000 }],
    ['mugs up to 25', 'USD', { maxPrice: 2_500 }],
    ['a scarf, up to 25, in red', 'EUR', { maxPrice: 2_500 }],
    ['a present for my aunt, I can spend 40', 'USD', { maxPrice: 4_000 }],
    ['desk lamp, budget 79.99', 'EUR', { maxPrice: 7_999 }],
    ['a jacket for at most 120', 'EUR', { maxPrice: 12_000 }],
    ['Tassen bis zu 25', 'EUR', { maxPrice: 2_500 }],
  ] as const)
    it(`reads price bounds from "${text}" in ${currency}`, () =>
      assert.deepEqual(priceBoundsIn(text, toSearchCurrency(currency)).filter, filter));

  for (const [text, currency] of [
    ['under 20 euros', 'USD'],
    ['under $20', 'EUR'],
    ['heater under 300 watts', 'USD'],
    ['a blanket of at least 130 cm', 'USD'],
    ['phone max 256', 'USD'],
    ['shoes in size 42 or less', 'USD'],
    ['toys for ages 3 and under', 'USD'],
    ['shoes in sizes up to 46', 'USD'],
    ['shirts up to 5XL', 'USD'],
    ['a drive of up to 8 terabytes', 'USD'],
    ['a mattress up to 2 m long', 'USD'],
    ['toys, aged up to 3', 'USD'],
    ['toys for ages 3 up to 6', 'USD'],
    ['$20 mug', 'USD'],
    ['over 100 dollars but under 50 dollars', 'USD'],
  ] as const)
    it(`reads no price bounds from "${text}" in ${currency}`, () => {
      const { filter, texts } = priceBoundsIn(text, toSearchCurrency(currency));
      assert.deepEqual({ filter, texts }, { filter: {}, texts: [] });
    });

  it('come with the words that say so', () =>
    assert.deepEqual(
      priceBoundsIn('a bag over 50 dollars, at most $100', toSearchCurrency('USD')).texts.toSorted(),
      ['at most $100', 'over 50 dollars'],
    ));
});
