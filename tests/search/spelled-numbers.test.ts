import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainSearch } from '../../search/explain.ts';
import { priceBoundsIn } from '../../search/query/price-bounds.ts';
import { withDigits } from '../../search/query/spelled-numbers.ts';
import { toSearchCurrency } from '../../src/commerce/money/money.ts';
import { document, indexOf, titlesShop } from './documents.ts';

describe('spelled numbers', () => {
  for (const [code, text, digits] of [
    ['en', 'a set of four, size forty-two', 'a set of 4, size 42'],
    ['en', 'one thousand two hundred and fifty grams', '1250 grams'],
    ['en', 'two or three, two three', '2 or 3, 2 3'],
    ['en', 'between a hundred and two hundred', 'between 100 and 200'],
    ['de', 'vierundzwanzig, zweihundertfünfzig und dreißig', '24, 250 und 30'],
    ['fr', 'quatre-vingt-dix-sept, soixante-quinze, deux cents', '97, 75, 200'],
    ['es', 'ciento veintidós, treinta y dos, quinientos', '122, 32, 500'],
    ['it', 'ventuno, trentotto, duecentocinquanta, duemila', '21, 38, 250, 2000'],
    ['nl', 'tweeënveertig, tussen vijf en twintig', '42, tussen 5 en 20'],
    ['pt', 'quarenta e dois, duzentos e cinquenta', '42, 250'],
    ['sv', 'fyrtiotvå, tvåhundrafemtio', '42, 250'],
    ['de', 'under thirty dollars', 'under 30 dollars'],
    ['ja', 'size forty two', 'size 42'],
  ] as const)
    it(`reads spelled numbers from "${text}" in ${code}`, () =>
      assert.equal(withDigits(text, code).text, digits));

  for (const [code, text] of [
    ['en', 'a warm one, no one-piece, often a tent'],
    ['fr', 'un vélo neuf'],
    ['it', 'sei un amico'],
    ['de', 'ein Einhorn, Achtung'],
    ['sv', 'en kopp'],
  ] as const)
    it(`reads no spelled numbers from "${text}" in ${code}`, () =>
      assert.equal(withDigits(text, code).text, text));

  it('bound prices in the words of the language', () => {
    const bounds: [code: string, text: string, currency: string, filter: object][] = [
      ['en', 'two mugs under thirty dollars', 'USD', { maxPrice: 3_000 }],
      ['en', 'a bag between fifty and a hundred dollars', 'USD', { minPrice: 5_000, maxPrice: 10_000 }],
      ['de', 'Becher unter fünfundzwanzig Euro', 'EUR', { maxPrice: 2_500 }],
      ['fr', 'un sac à moins de cinquante euros', 'EUR', { maxPrice: 5_000 }],
      ['sv', 'en väska under femhundra kr', 'SEK', { maxPrice: 50_000 }],
      ['en', 'heater under three hundred watts', 'USD', {}],
    ];
    for (const [code, text, currency, filter] of bounds)
      assert.deepEqual(priceBoundsIn(text, toSearchCurrency(currency), code).filter, filter, text);
  });
});

describe('a search with spelled numbers', () => {
  it('finds what a shop writes in digits or in words', () => {
    const { find } = titlesShop('en', ['Glasses, Set of 4', 'Bowls, Set of Four', 'Plates, Set of 6']);
    assert.deepEqual(find('a set of four').slice(0, 2).toSorted(), [
      'Bowls, Set of Four',
      'Glasses, Set of 4',
    ]);
    const suits = titlesShop('en', ['Three Piece Suit', '3-Piece Suit', 'Plain Suit']);
    assert.deepEqual(suits.find('three piece suit').slice(0, 2).toSorted(), [
      '3-Piece Suit',
      'Three Piece Suit',
    ]);
  });

  it('finds a size', () => {
    const index = indexOf('en', [
      document(1, 'Boot', { options: ['Size', '41'] }),
      document(2, 'Boot', { options: ['Size', '42'] }),
    ]);
    const { words } = explainSearch(
      index,
      { text: 'boots in size forty two', currency: toSearchCurrency('USD') },
      [],
    );
    assert.deepEqual(
      words.map(({ text, use }) => [text, use]),
      [
        ['boots', 'searched'],
        ['42', 'searched'],
        ['in', 'ignored'],
        ['size', 'ignored'],
      ],
    );
  });

  it('ignores how many pieces a query wants', () => {
    const { ask, find } = titlesShop('en', [
      'Tea for Two',
      'Ceramic Mug',
      'Four Seasons Tent',
      'Summer Tent',
    ]);
    for (const text of ['two mugs', '2 mugs', 'I need six ceramic mugs', 'two mugs under thirty dollars']) {
      assert.deepEqual(find(text), ['Ceramic Mug'], text);
      assert.equal(ask(text).relaxation, undefined, text);
    }
    assert.equal(find('four seasons tent')[0], 'Four Seasons Tent');
  });

  it('keeps a quoted phrase as it is', () => {
    const { find } = titlesShop('en', ['Tea for Two', 'Tea 2']);
    assert.equal(find('"tea for two"')[0], 'Tea for Two');
  });
});
