import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortenQuery } from '../../search/query/fewer-words.ts';
import { search } from '../../search/search.ts';
import { pluck } from '../../testing/pluck.ts';
import { document, indexOf } from './documents.ts';

describe('texts of products and queries', () => {
  it('compares texts without case, accents and punctuation, in any script', () => {
    const documents = [
      document(1, 'Café Mug', { description: 'Thick walls' }),
      document(2, 'Straße shoe', { tags: ['Åse'] }),
      document(3, '山田の抹茶'),
      document(4, 'Gift 🎁 box', { options: ['Grün / XL'] }),
      document(5, 'İstanbul Øl über 1e5 3-in-1 user@example.com http://a.b/c'),
      document(6, 'قَهْوَة أحمر שָׁלוֹם'),
    ];
    const index = indexOf('en', documents);
    const cases: [text: string, keys: number[]][] = [
      ['CAFE', [1]],
      ['café mu', [1]],
      ['mug caf', [1]],
      ['mugs', [1]],
      ['thick wall', [1]],
      ['strasse', [2]],
      ['shoes ase', [2]],
      ['抹茶', [3]],
      ['茶', [3]],
      ['酒', []],
      ['🎁', [4]],
      ['grun xl', [4]],
      ['istanbul ol uber', [5]],
      ['1e5', [5]],
      ['3-in-1', [5]],
      ['example.com', [5]],
      ['قهوة احمر', [6]],
      ['שלום', [6]],
    ];
    for (const [text, keys] of cases) assert.deepEqual(search(index, { text, first: 10 }).keys, keys, text);
  });

  it('hold no syntax of a query language', () => {
    const index = indexOf('en', [document(1, 'Near mug AND lamp')]);
    const texts = [
      ...['"', "'", '*', 'mug*', '"mug', 'mug"', "mug'", 'NEAR(mug lamp)', 'mug NEAR lamp', 'words:mug'],
      ...[
        'mug:*',
        '-mug',
        '^mug',
        'mug AND',
        'mug OR lamp',
        'NOT mug',
        '(mug',
        '{mug}',
        '+mug',
        'mug & !lamp',
      ],
      ...[
        'mug | lamp',
        'mug <-> lamp',
        '\\mug',
        "mug'); drop table products; --",
        '%',
        '_',
        '💥',
        '$',
        '',
        ' ',
      ],
      ...['&', '!', '\ud83d', 'a\u0000b', 'x'.repeat(512), 'mug '.repeat(120)],
    ];
    for (const text of texts) {
      const { keys } = search(index, { text, first: 10 });
      assert.ok(keys.length <= 1, text);
      if (/^\W*mug\W*$/.test(text)) assert.deepEqual(keys, [1], text);
    }
  });
});

describe('a query in fewer words', () => {
  for (const [text, shorter] of [
    ['please show me a carbon paddle for touring', ['carbon paddle touring', 'paddle']],
    ['waterproof hiking boots for women, size 8', ['waterproof hiking boot women 8', 'boot']],
    ['chaussures de randonnée pour femme', ['chaussures randonnee femme', 'chaussures']],
    ['mug', []],
    ['Mugs', ['mug']],
    ['!!!', []],
    ['8', []],
  ] as const)
    it(`shortens "${text}" to ${shorter.join(' | ') || 'nothing'}`, () =>
      assert.deepEqual(pluck(shortenQuery(text), 'text'), shorter));

  it('names the words that it lacks', () =>
    assert.deepEqual(pluck(shortenQuery('please show me a carbon paddle for touring'), 'dropped'), [
      [],
      ['carbon', 'touring'],
    ]));
});
