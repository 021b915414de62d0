import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { withoutTags } from '../coverage/requirements.ts';

const page = await readFile('docs/security.md', 'utf8');
const [threats = ''] = page.split('## What each may use');
const rows = threats.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Threat'));

describe('the threat model', () => {
  it('names a defense for every threat', () => {
    assert.ok(rows.length > 40, `${rows.length} threats`);
    for (const row of rows) {
      const cells = row.split('|').map((cell) => cell.trim());
      assert.equal(cells.length, 5, row);
      for (const cell of cells.slice(1, 4)) assert.notEqual(cell, '', row);
    }
  });

  for (const row of rows)
    it(`proves a row of the threat model by an existing test: ${row.split('|')[1]?.trim()}`, async () => {
      const [, file = '', title = ''] =
        /`((?:tests|connectors)\/[\w./-]+(?:\.test\.ts|Test\.php))` › (.+?) \|$/.exec(row) ?? [];
      assert.ok(file && title, 'the row names a test');
      const source = await readFile(file, 'utf8');
      if (file.endsWith('.php'))
        return assert.ok(source.includes(`function ${title}(`), `${file} has no ${title}`);
      const titles = [...source.matchAll(/\bit\(\s*(['"`])((?:(?!\1).)*)\1/g)].map(([, , each = '']) =>
        withoutTags(each),
      );
      assert.ok(
        titles.some((each) => each === title || (each.includes('$' + '{') && each.includes(title))),
        `${file} has no test "${title}"`,
      );
    });
});
