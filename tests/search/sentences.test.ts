import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainSearch } from '../../search/explain.ts';
import { search } from '../../search/search.ts';
import { toSearchCurrency } from '../../src/commerce/money/money.ts';
import { document, indexOf, titlesShop } from './documents.ts';

describe('common words of a sentence', () => {
  const { ask } = titlesShop('en', [
    'Travel Mug',
    'White Shirt',
    'Long Tote',
    'Book',
    'Cooking Pan',
    'Cast Iron',
  ]);

  it('keeps common words of a sentence from being corrected into words of the shop', () => {
    for (const text of [
      'a mug to take along while traveling',
      'mug that costs less',
      'notes about a mug',
      'mug for my feet',
    ])
      assert.deepEqual(ask(text).relaxation?.corrected ?? [], [], text);
  });

  it('finds the words of a sentence in another form', () => {
    const cases: [locale: string, title: string, text: string][] = [
      ['en', 'Travel Mug', 'traveling'],
      ['en', 'Travel Mug', 'something for travellers who travelled'],
      ['en', 'Cooking Pan', 'cook'],
      ['en', 'Scented Candle', 'scent'],
      ['de', 'Kochen ohne Mühe', 'gekocht oder kochend'],
      ['fr', 'Sac de voyage', 'voyager'],
      ['es', 'Libro para cocinar', 'cocinando'],
      ['it', 'Libro per cucinare', 'cucinando'],
      ['pt', 'Mala para viajar', 'viajando'],
      ['nl', 'Reizen in stijl', 'reizend'],
      ['sv', 'Resa lätt', 'resande'],
    ];
    for (const [locale, title, text] of cases)
      assert.deepEqual(titlesShop(locale, [title]).find(text), [title], `${locale}: ${text}`);
  });

  it('count for less than the noun that a sentence asks for', () => {
    const { find } = titlesShop('en', [
      'Small Room Divider',
      'Desk',
      'Oak Desk',
      ...Array.from({ length: 20 }, (_, place) => `Desk number${place}`),
    ]);
    assert.equal(find('I would like a nice small desk for my room')[0], 'Desk');
    assert.equal(find('something for a small room')[0], 'Small Room Divider');
  });

  it('reads function words as nouns where they end a phrase', () => {
    const { find, ask } = titlesShop('en', ['Watering Hose', 'Watering Can, 5 l', 'Travel Mug']);
    for (const text of [
      'watering can',
      'a watering can for my balcony',
      'watering can 5 l',
      'can for plants',
    ])
      assert.equal(find(text)[0], 'Watering Can, 5 l', text);
    for (const text of [
      'a travel mug that I can take along',
      'a mug mother can drink from',
      'can I get a mug',
    ]) {
      assert.equal(find(text)[0], 'Travel Mug', text);
      assert.ok(!ask(text).relaxation?.dropped.some((word) => word.startsWith('can')), text);
    }
  });

  it('leave typos in other words to be corrected', () => {
    const { relaxation } = ask('a trvael mug for my mother');
    assert.deepEqual(relaxation?.corrected, [{ from: 'trvael', to: 'travel' }]);
  });

  it('count for less than what the product is when they are about a buyer', () => {
    const shop = titlesShop('en', ['Mother and Father Gift Card', 'Cooking Pan', 'Friend Gift']);
    assert.equal(shop.find('a gift for my mother, who likes cooking')[0], 'Cooking Pan');
    assert.equal(shop.find('gift for my mother')[0], 'Mother and Father Gift Card');
  });

  it('stand for goods that serve them where the shop has no such word', () => {
    const shop = titlesShop('en', ['Wool Socks', 'Fountain Pen', 'Terracotta Pot']);
    assert.deepEqual(shop.find('something to keep my feet warm'), ['Wool Socks']);
    assert.deepEqual(shop.find('for a person who writes letters'), ['Fountain Pen']);
    const kitchen = titlesShop('en', ['Insulated Food Flask', 'Lunchbox', 'Oxford Shirt']);
    for (const text of ['something that keeps my soup hot', 'take my lunch with me', 'sandwiches for school'])
      assert.ok(!kitchen.find(text).includes('Oxford Shirt') && kitchen.find(text).length > 0, text);
  });
});

describe('everyday words for goods', () => {
  it('find goods that the shop calls by another name', () => {
    const titles = [
      'Running Sweatshirt',
      'City Backpack',
      'Track Pant',
      'TV Bench',
      'Jump Rope',
      'Bedside Table',
      'Chest of Drawers',
      'Cot',
    ];
    const { find } = titlesShop('en', titles);
    for (const [text, title] of [
      ['a jumper for running', 'Running Sweatshirt'],
      ['a rucksack', 'City Backpack'],
      ['jogging bottoms', 'Track Pant'],
      ['a TV stand', 'TV Bench'],
      ['a skipping rope', 'Jump Rope'],
      ['nightstand', 'Bedside Table'],
      ['a dresser for the bedroom', 'Chest of Drawers'],
      ['a crib for our baby', 'Cot'],
    ] as const)
      assert.equal(find(text)[0], title, text);
  });

  it('find them as well where hardly a product holds the word itself', () => {
    const footstools = Array.from({ length: 12 }, (_, place) => `Footstool ${place}`);
    const { find } = titlesShop('en', ['Ottoman Bed', ...footstools]);
    assert.equal(find('ottoman')[0], 'Ottoman Bed');
    assert.equal(find('ottoman').length, 10);
  });

  it('find goods by synonyms before other forms of the word', () =>
    assert.deepEqual(titlesShop('en', ['Sweat Towel', 'Wool Pullover']).find('sweater'), ['Wool Pullover']));
});

describe('a word that a sentence excludes', () => {
  const titles = ['Leather Bag', 'Canvas Bag', 'Suede Bag', 'Canvas Travel Mug', 'Enamel Mug'];

  it('omits products with a word that a sentence excludes', () => {
    const { find } = titlesShop('en', titles);
    const cases: [text: string, titles: string[]][] = [
      ['not leather bag', ['Canvas Bag', 'Suede Bag']],
      ['a bag that is not leather', ['Canvas Bag', 'Suede Bag']],
      ['bag, no leather or suede', ['Canvas Bag']],
      ['a bag that is neither leather nor suede', ['Canvas Bag']],
      ['a bag without leather, nylon or suede', ['Canvas Bag']],
      ['a bag other than leather', ['Canvas Bag', 'Suede Bag']],
      ['leather-free bag', ['Canvas Bag', 'Suede Bag']],
      ['a mug, but not a travel mug', ['Enamel Mug']],
      ['a bag, suede not included', ['Leather Bag', 'Canvas Bag']],
      ['I don’t want a canvas bag; a bag without suede, please', ['Leather Bag']],
      ['a bag without nylon', ['Leather Bag', 'Canvas Bag', 'Suede Bag']],
    ];
    for (const [text, expected] of cases) assert.deepEqual(find(text).toSorted(), expected.toSorted(), text);
  });

  it('omits products with an excluded word in every language of the rules', () => {
    const cases: [locale: string, titles: string[], text: string][] = [
      ['de', ['Tasche aus Stoff', 'Ledertasche'], 'Tasche ohne Leder'],
      ['de', ['Tasche aus Stoff', 'Ledertasche'], 'Tasche, kein Leder'],
      ['de', ['Joghurt', 'Joghurt mit Zucker'], 'zuckerfreier Joghurt'],
      ['fr', ['Sac toile', 'Sac cuir'], 'un sac sans cuir'],
      ['es', ['Bolso tela', 'Bolso cuero'], 'bolso sin cuero'],
      ['it', ['Borsa tela', 'Borsa pelle'], 'borsa senza pelle'],
      ['nl', ['Tas stof', 'Tas leer'], 'tas zonder leer'],
      ['pt', ['Bolsa pano', 'Bolsa couro'], 'bolsa sem couro'],
      ['sv', ['Tyg väska', 'Läder väska'], 'väska utan läder'],
    ];
    for (const [locale, [match = '', ...left], text] of cases)
      assert.deepEqual(titlesShop(locale, [...left, match]).find(text), [match], text);
  });

  it('includes the opposite of a word that the shop lacks', () => {
    const { find } = titlesShop('en', ['Scented Candle', 'Beeswax Candle']);
    assert.deepEqual(find('unscented candle'), ['Beeswax Candle']);
  });

  it('ranks a product first that says that it lacks the excluded word', () => {
    const index = indexOf('en', [
      document(1, 'Drink', { description: 'With sugar.' }),
      document(2, 'Drink', { description: 'Water and fruit.' }),
      document(3, 'Drink', { description: 'No added sugar.' }),
      document(4, 'Drink', { description: 'Sugar free.' }),
    ]);
    const keys = search(index, { text: 'a drink without sugar', first: 10 }).keys;
    assert.deepEqual([keys[0], keys.toSorted()], [4, [2, 3, 4]]);
    assert.equal(search(index, { text: 'sugar free drink', first: 10 }).keys[0], 4);
  });

  it('ranks a product first whose own word says that it lacks the excluded one', () => {
    const { find } = titlesShop('en', [
      'Cooking Butter',
      'Salted Butter',
      'Unsalted Butter',
      'Eggless Mayo',
      'Mayo',
    ]);
    assert.deepEqual(find('butter without salt'), ['Unsalted Butter', 'Cooking Butter']);
    assert.deepEqual(find('mayo without egg'), ['Eggless Mayo', 'Mayo']);
  });

  it('keeps a product with an excluded option when other options may be bought', () => {
    const index = indexOf('en', [
      document(1, 'Running Shoe', { options: ['Color', 'Black', 'Moss'] }),
      document(2, 'Running Shoe', { tags: ['Color', 'Black'] }),
    ]);
    assert.deepEqual(search(index, { text: 'running shoes, not black', first: 10 }).keys, [1]);
  });

  it('searches for negations that are part of a name, a number or a quotation', () => {
    const { find } = titlesShop('en', ['No-Show Socks', 'Non-stick Pan', 'Perfume No 5', 'Not Tea']);
    assert.equal(find('no show socks')[0], 'No-Show Socks');
    assert.equal(find('non-stick pan')[0], 'Non-stick Pan');
    assert.equal(find('perfume no 5')[0], 'Perfume No 5');
    assert.equal(find('"not tea"')[0], 'Not Tea');
  });

  it('leaves the whole catalog when nothing else is asked for', () =>
    assert.deepEqual(titlesShop('en', ['Wool Hat', 'Cap']).find('no wool'), ['Cap']));

  it('explains which word of a query excludes products', () => {
    const index = indexOf('en', [document(1, 'Leather Bag'), document(2, 'Canvas Bag')]);
    const { words } = explainSearch(
      index,
      { text: 'bag without leather', currency: toSearchCurrency('USD') },
      [2],
    );
    assert.deepEqual(
      words.map(({ text, use }) => [text, use]),
      [
        ['bag', 'searched'],
        ['leather', 'excluded'],
      ],
    );
  });
});

describe('a list for a sentence', () => {
  const titles = ['Red Enamel Camping Mug', 'Red Chair', 'Enamel Sign', 'Mug'];
  const shop = titlesShop('en', [...titles, ...Array.from({ length: 40 }, (_, index) => `Poster ${index}`)]);

  it('ends where products hold too little of it', () => {
    const { keys, hasMore } = shop.ask('a red mug of enamel that is for camping');
    assert.equal(keys[0], 0);
    assert.ok(!keys.includes(1), 'a red chair is no answer');
    assert.equal(hasMore, false);
  });

  it('ends at the same place on every page', () => {
    const text = 'a red mug of enamel that is for camping';
    const all = shop.ask(text).keys;
    const second = shop.ask(text, { first: 10, seen: new Set(all.slice(0, 1)) });
    assert.deepEqual(second.keys, all.slice(1));
  });

  it('goes on for key words, which may be browsed', () =>
    assert.deepEqual(shop.ask('red enamel mug').keys.toSorted(), [0, 1, 2, 3]));
});
