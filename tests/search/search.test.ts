import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putDocuments } from '../../search/indexing/search-index.ts';
import { search } from '../../search/search.ts';
import { document, indexOf, titlesShop } from './documents.ts';

describe('search ranking', () => {
  it('puts products with all words before products with some', () => {
    const { find } = titlesShop('en', ['Red Red Red Mug', 'Blue Teapot', 'Blue Mug', 'Red Blanket']);
    assert.equal(find('blue mug')[0], 'Blue Mug');
    assert.deepEqual(find('blue mug').length, 3);
  });

  it('puts a product that the query names by its identifier first', () => {
    const index = indexOf('en', [
      document(1, 'WD 40 X lubricant WD 40 X'),
      document(2, 'Lubricant', { identifiers: ['WD-40/X', '4006381333931'] }),
    ]);
    for (const text of ['wd40x', 'WD 40 X', 'lubricant wd-40-x', '4006381333931', '04006381333931'])
      assert.equal(search(index, { text, first: 1 }).keys[0], 2, text);
  });

  it('counts no words of a known identifier as left out', () => {
    const index = indexOf('en', [
      document(1, 'Board', { identifiers: ['4006381333931'] }),
      document(2, 'Tray', { identifiers: ['4006381333948'] }),
    ]);
    for (const text of ['4006381333931', '04006381333931', '4006381 333931', 'board 4006381333931']) {
      const { keys, relaxation } = search(index, { text, first: 1 });
      assert.deepEqual({ keys, relaxation }, { keys: [1], relaxation: undefined }, text);
    }
    const { relaxation } = search(index, { text: 'board 4006381333931 4006381333955', first: 1 });
    assert.deepEqual(relaxation?.dropped, ['4006381333955']);
  });

  it('weighs a title more than a description', () => {
    const index = indexOf('en', [
      document(1, 'Shelf', { description: 'Holds a lamp.' }),
      document(2, 'Lamp', { description: 'Stands on a shelf.' }),
    ]);
    assert.deepEqual(search(index, { text: 'lamp', first: 2 }).keys, [2, 1]);
  });

  it('puts what is in stock before its equals that are not', () => {
    const index = indexOf('en', [
      document(1, 'Blue Mug', { available: false }),
      document(2, 'Blue Mug'),
      document(3, 'Mug'),
    ]);
    assert.deepEqual(search(index, { text: 'blue mug', first: 3 }).keys, [2, 1, 3]);
  });

  it('puts a phone before what is made for it', () => {
    const { find } = titlesShop('en', ['Case for Acme Phone', 'Acme Blue Slim Phone']);
    assert.equal(find('acme phone')[0], 'Acme Blue Slim Phone');
  });

  it('puts a thing before an accessory that is named by it', () => {
    const english = titlesShop('en', ['Keyboard Cover', 'Office Keyboard', 'Black Keyboard with Cover']);
    assert.deepEqual(english.find('keyboard').slice(0, 2), ['Office Keyboard', 'Keyboard Cover']);
    assert.equal(english.find('keyboard cover')[0], 'Keyboard Cover');
    assert.equal(english.find('black keyboard')[0], 'Black Keyboard with Cover');
    const spanish = titlesShop('es', ['Funda Portátil', 'Portátil Ligero']);
    assert.deepEqual(spanish.find('portátil'), ['Portátil Ligero', 'Funda Portátil']);
  });

  it('puts the words of a quoted phrase in their order first', () => {
    const { find } = titlesShop('en', ['Guide to the field', 'A long field guide to the birds of the coast']);
    assert.equal(find('"field guide"')[0], 'A long field guide to the birds of the coast');
    assert.equal(find('field "guide to the birds"')[0], 'A long field guide to the birds of the coast');
  });

  it('finds joined and parted words by each other', () => {
    const { find } = titlesShop('en', ['Headset', 'Smart watch', 'T-Shirt', 'Wi-Fi antenna']);
    assert.equal(find('head set')[0], 'Headset');
    assert.equal(find('smartwatch')[0], 'Smart watch');
    assert.equal(find('tshirt')[0], 'T-Shirt');
    assert.equal(find('wifi')[0], 'Wi-Fi antenna');
  });

  it('ranks by the size of a query without requiring its word', () => {
    const { ask } = titlesShop('en', ['Canvas Shoe 41', 'Canvas Shoe 42']);
    assert.deepEqual(ask('canvas shoe size 42').keys[0], 1);
    assert.equal(ask('canvas shoe size 42').relaxation, undefined);
  });

  it('ignores prices and words about shopping in a query', () => {
    const { ask } = titlesShop('en', ['Desk 50', 'Walnut Desk']);
    const result = ask('please find the best cheap walnut desk under $50');
    assert.equal(result.keys[0], 1);
    assert.equal(result.relaxation, undefined);
  });

  it('ignores the cents of a price of thousands, and prices in other currencies', () => {
    const { ask } = titlesShop('en', ['Desk 99', 'Desk 15', 'Walnut Desk']);
    for (const price of ['under $1,299.99', 'up to 1.299,99 €', 'less than 15 CHF', 'between ₹15 and ₹99']) {
      const { keys, relaxation } = ask(`walnut desk ${price}`);
      assert.deepEqual([keys[0], relaxation], [2, undefined], price);
    }
  });

  it('ignores a maximum price without a currency, but finds an identifier of the same digits', () => {
    const index = indexOf('en', [
      document(0, 'Ink 300 Black', { identifiers: ['300'] }),
      document(1, 'Monitor 144 Hz'),
      document(2, 'Phone Max 256'),
      document(3, 'Heater 300 W'),
    ]);
    const ask = (text: string) => search(index, { text, first: 10 });
    const prices = ['under 300', 'below 300, in black', 'less than 300.', 'under $300', 'cheaper than 1,300'];
    for (const price of prices) assert.equal(ask(`monitor 144hz ${price}`).keys[0], 1, price);
    assert.deepEqual(ask('monitor 144hz under 300'), { keys: [1], hasMore: false });
    assert.equal(ask('heater under 300 watts').keys[0], 3, 'it is a measure');
    assert.deepEqual(ask('phone max 256'), { keys: [2], hasMore: false }, 'it may be a size');
    for (const text of ['under 300', '300']) assert.equal(ask(text).keys[0], 0, text);
  });

  it('searches for words about shopping when there are no others', () =>
    assert.deepEqual(titlesShop('en', ['The Best Of', 'Mug']).find('best'), ['The Best Of']));

  it('finds nothing by a text without words', () =>
    assert.deepEqual(titlesShop('en', ['Mug']).ask('?!').keys, []));

  it('lists all products for an empty text, in stock first', () => {
    const index = indexOf('en', [document(1, 'Mug', { available: false }), document(2, 'Lamp')]);
    assert.deepEqual(search(index, { text: ' ', first: 5 }).keys, [2, 1]);
  });

  it('ranks the same whatever the order and the steps in which products came', () => {
    const titles = Array.from(
      { length: 300 },
      (_, key) => `Mug ${key % 7} ${'blue '.repeat(key % 3)}lamp${key % 5}`,
    );
    const documents = titles.map((title, key) => document(key, title, { available: key % 4 > 0 }));
    const once = indexOf('en', documents);
    const stepwise = indexOf('en', [document(5, 'Other words here'), document(6, 'Blue blue blue mug')]);
    for (const each of documents.toReversed()) putDocuments(stepwise, [each]);
    for (const text of ['blue mug', 'lamp3', 'mug 4 lamp2', 'bleu'])
      assert.deepEqual(search(stepwise, { text, first: 50 }), search(once, { text, first: 50 }), text);
  });
});

describe('search relaxation', () => {
  const { ask } = titlesShop('en', [
    'Wireless Headphones',
    'Lamp',
    'Wool Blanket',
    'Refrigerator',
    'Camera Bag',
  ]);

  it('says nothing when the query is answered as written', () =>
    assert.equal(ask('wireless headphone').relaxation, undefined));

  it('drops words that the shop does not have, and says so', () => {
    const result = ask('lamp xylophone');
    assert.deepEqual(result.keys, [1]);
    assert.deepEqual(result.relaxation, { dropped: ['xylophone'], corrected: [], partial: false });
  });

  it('corrects one typo in four to seven letters and two in longer words', () => {
    assert.deepEqual(ask('lmap').relaxation?.corrected, [{ from: 'lmap', to: 'lamp' }]);
    assert.deepEqual(ask('wirelss haedphnes').relaxation?.corrected, [
      { from: 'wirelss', to: 'wireless' },
      { from: 'haedphnes', to: 'headphones' },
    ]);
    assert.deepEqual(ask('wxoxl').keys, []);
  });

  it('corrects no word that the shop has', () => {
    const shop = titlesShop('en', ['Larp guide', 'Lamp', 'Lamp', 'Lamp']);
    assert.deepEqual(shop.find('larp'), ['Larp guide']);
  });

  it('takes no misspelled word for two others', () => {
    const shop = titlesShop('en', ['Leap of faith', 'Spinning top', 'Laptop']);
    assert.deepEqual(shop.find('leaptop'), ['Laptop']);
  });

  it('uses the shop’s own word for what the buyer calls otherwise', () => {
    const result = ask('fridge');
    assert.deepEqual(result.keys, [3]);
    assert.deepEqual(result.relaxation?.corrected, [{ from: 'fridge', to: 'refrigerator' }]);
  });

  it('says that the products hold some of the words only', () => {
    const result = ask('wool lamp');
    assert.deepEqual(new Set(result.keys), new Set([1, 2]));
    assert.equal(result.relaxation?.partial, true);
  });
});

describe('search filters', () => {
  const index = indexOf('en', [
    document(1, 'Red Mug', { minPrice: 500, maxPrice: 900, categories: ['Home > Kitchen'], brand: 'Acme' }),
    document(2, 'Blue Mug', { minPrice: 1_000, maxPrice: 3_000, available: false, categories: ['Gifts'] }),
    document(3, 'Mug', { minPrice: 5_000, maxPrice: 5_000, categories: ['Home > Bath'], brand: 'Café & Co' }),
  ]);
  const keys = (filter: object, first = 10) =>
    search(index, { text: 'mug', first, filter }).keys.toSorted((one, other) => one - other);

  it('keeps products of which some variant may be in the range of prices', () => {
    assert.deepEqual(keys({ minPrice: 900, maxPrice: 1_500 }), [1, 2]);
    assert.deepEqual(keys({ minPrice: 3_001 }), [3]);
    assert.deepEqual(keys({ maxPrice: 499 }), []);
  });

  it('keeps what is available, or what is not', () => {
    assert.deepEqual(keys({ available: true }), [1, 3]);
    assert.deepEqual(keys({ available: false }), [2]);
  });

  it('keeps products of a category by its name or path, whatever its case', () => {
    assert.deepEqual(keys({ categories: ['home'] }), [1, 3]);
    assert.deepEqual(keys({ categories: ['HOME > kitchen', 'gifts'] }), [1, 2]);
    assert.deepEqual(keys({ categories: ['Garden'] }), []);
  });

  it('filters before a page is cut', () => assert.deepEqual(keys({ minPrice: 5_000 }, 1), [3]));
});
