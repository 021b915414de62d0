import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { inColumns } from '../../src/cli/table.ts';

it('a table of the command line aligns columns after wide letters, emoji and combined letters', () => {
  const rows = [
    ['陶器の店', 'a'],
    ['Mugs 🏺', 'b'],
    ['Cafe\u0301', 'c'],
    ['plain', 'd'],
  ];
  assert.deepEqual(stripVTControlCharacters(inColumns(['NAME', 'X'], rows)).split('\n'), [
    'NAME      X',
    '陶器の店  a',
    'Mugs 🏺   b',
    'Cafe\u0301      c',
    'plain     d',
  ]);
});
