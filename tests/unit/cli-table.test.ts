import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { formatColumns } from '../../src/cli/shell/format.ts';

it('a table of the command line aligns columns after wide letters, emoji and combined letters', () => {
  const rows = [
    ['陶器の店', 'a'],
    ['Mugs 🏺', 'b'],
    ['Cafe\u0301', 'c'],
    ['plain', 'd'],
  ];
  assert.deepEqual(stripVTControlCharacters(formatColumns(['NAME', 'X'], rows)).split('\n'), [
    'NAME      X',
    '陶器の店  a',
    'Mugs 🏺   b',
    'Cafe\u0301      c',
    'plain     d',
  ]);
});

it('a table fits the terminal: its widest columns but the first are shortened, and a file gets whole cells', () => {
  const rows = [['northwind-outfitters-of-the-far-north', 'shopify', 'cart order discount fulfillment, ok']];
  const head = ['SLUG', 'PLATFORM', 'STATE'];
  const lines = (columns?: number) =>
    stripVTControlCharacters(formatColumns(head, rows, columns)).split('\n');
  for (const line of lines(60)) assert.ok(line.length <= 60, `${line.length}: ${line}`);
  assert.match(lines(60)[1] ?? '', /^northwind-outfitters-of-the-far-north {2}shopify .*…$/);
  assert.match(lines()[1] ?? '', /far-north {2}shopify +cart order discount fulfillment, ok$/);
  assert.equal(lines(5).length, 2, 'a very narrow one gets what fits no more');
});
