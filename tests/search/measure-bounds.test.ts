import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { search } from '../../search/search.ts';
import { document, indexOf, titlesShop } from './documents.ts';

const SOFAS = indexOf('en', [
  document(1, 'Sofa', { description: 'Width: 180 cm. Depth: 240 cm. Height: 80 cm.' }),
  document(2, 'Sofa', { description: 'Width: 228 cm. Depth: 95 cm. Height: 83 cm.' }),
  document(3, 'Sofa', { description: 'A sofa for the whole family.' }),
  document(4, 'Sofa', { description: 'It is 2.5 m wide and 90 cm high.' }),
  document(5, 'Sofa cover', { tags: ['Width', '230 cm'] }),
]);
const findSofas = (text: string) => search(SOFAS, { text, first: 10 }).keys;

describe('measures that a query bounds', () => {
  for (const [text, keys] of [
    ['a sofa wider than two metres', [2, 4, 5, 3]],
    ['a sofa no wider than 200 cm', [1, 3]],
    ['a sofa of at least 2.3 m in width', [4, 5, 3]],
    ['a sofa that is lower than 85 cm', [1, 2, 3, 5]],
    ['a sofa with a depth of 1 metre or less', [2, 3, 4, 5]],
    ['a sofa between 1.7 and 1.9 m wide', [1, 3]],
  ] as const)
    it(`keeps what is within and what says nothing: "${text}"`, () =>
      assert.deepEqual(new Set(findSofas(text)), new Set(keys)));

  it('ranks what says that it is within before what says nothing', () =>
    assert.deepEqual(findSofas('a sofa no wider than 200 cm'), [1, 3]));

  it('compares weights, volumes and numbers of things in any unit', () => {
    const { find } = titlesShop('en', [
      'Sugar 500 g',
      'Sugar 1 kg',
      'Rice 5 kg',
      'Rice 800 g',
      'Backpack 18 l',
      'Backpack 2500 cl',
      'Chest of 3 drawers',
      'Chest of 6 drawers',
    ]);
    for (const [text, titles] of [
      ['sugar, more than half a kilo', ['Sugar 1 kg']],
      ['rice in bags of at least 1000 grams', ['Rice 5 kg']],
      ['rice, less than a kilo or 1 kg or less', ['Rice 800 g']],
      ['a backpack with at least 20 litres', ['Backpack 2500 cl']],
      ['a chest with at least six drawers', ['Chest of 6 drawers']],
    ] as const)
      assert.deepEqual(find(text), titles, text);
  });

  it('finds an amount that is written in another unit', () => {
    const { find } = titlesShop('en', ['Sugar 1 kg', 'Sugar 500 g', 'Sugar 250 g']);
    assert.equal(find('half a kilo of sugar')[0], 'Sugar 500 g');
    assert.equal(find('a quarter of a kilo of sugar')[0], 'Sugar 250 g');
    assert.equal(find('a kilo of sugar')[0], 'Sugar 1 kg');
  });

  it('lists products beyond the measure when none is within, and says so', () => {
    const { ask } = titlesShop('en', ['Sofa 150 cm', 'Sofa 160 cm']);
    const { keys, relaxation } = ask('a sofa of at least 3 metres');
    assert.deepEqual([keys, relaxation?.dropped], [[0, 1], ['at least 3 metres']]);
  });

  it('reads bounds in other languages', () =>
    assert.deepEqual(
      titlesShop('de', ['Schrank 70 cm breit', 'Schrank 90 cm breit']).find(
        'Schrank, nicht breiter als 80 cm',
      ),
      ['Schrank 70 cm breit'],
    ));
});
