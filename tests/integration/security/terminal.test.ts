import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatColumns } from '../../../src/cli/shell/format.ts';
import { toHarmless } from '../../../src/cli/shell/terminal.ts';

const CLEAR = '\u001b[2J\u001b[H';
const TITLE = '\u001b]0;pwned\u0007';

describe('the name of a shop in a terminal', () => {
  it('forges no row of a table and moves no cursor', () => {
    const name = `Shop${CLEAR}\r\n✓ all is well\u0085\u009b2J\u202egnp.exe\u2028x`;
    const table = formatColumns(['SLUG', 'NAME'], [['shop', name]]);
    assert.equal(table.split('\n').length, 2, 'a head and one row');
    const [, row = ''] = table.split('\n');
    assert.doesNotMatch(row, /[\p{Cc}\u2028\u202e]/u);
  });

  it('shows the control characters of a shop’s name written out in every other message', () => {
    assert.equal(toHarmless(`a${CLEAR}b`), 'a\\u001b[2J\\u001b[Hb');
    assert.equal(toHarmless(TITLE), '\\u001b]0;pwned\\u0007');
    assert.equal(toHarmless('over\r[31mwritten'), 'over\\u000d[31mwritten');
    assert.equal(toHarmless('invoice\u202efdp.exe'), 'invoice\\u202efdp.exe');
    assert.equal(toHarmless('hidden \u001b[8mtext'), 'hidden \\u001b[8mtext');
  });

  it('leaves the commands’ own colours, lines and tabs', () => {
    const text = '\u001b[32m✓\u001b[39m done\n\tnext';
    assert.equal(toHarmless(text), text);
  });

  it('leaves JSON unchanged', () => {
    const value = { name: `a${CLEAR}\u009b2J\u2028` };
    assert.deepEqual(JSON.parse(toHarmless(JSON.stringify(value))), value);
  });
});
