import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { pageOf } from './page.ts';

const PAGE = new URL('../../../docs/failure-modes.md', import.meta.url);

it('docs/failure-modes.md says what is expected here', async () => {
  const page = pageOf();
  if (process.env.UPDATE_DOCS) await writeFile(PAGE, page);
  const message = 'Write it anew: UPDATE_DOCS=1 node --test tests/resilience/failures/page.test.ts';
  assert.equal(await readFile(PAGE, 'utf8').catch(() => ''), page, message);
});
