import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const LINES = {
  catalog: ['Walnut Stool', 'Oak Table'].map((title, index) => ({
    id: `${index + 1}`,
    title,
    price: '10.00',
  })),
  queries: [{ id: 'q1', text: 'stool' }],
  judgments: [{ query: 'q1', product: '1', grade: 3 }],
};

it('a bench on a catalog of one’s own writes no page but the one that is named', async () => {
  await using folder = await temporaryFolder();
  for (const [name, lines] of Object.entries(LINES))
    await writeFile(folder.file(`${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const files = Object.keys(LINES).flatMap((name) => [`--${name}`, folder.file(`${name}.jsonl`)]);
  const before = await pagesOfBench();
  await promisify(execFile)(process.execPath, [
    'bench/bench.ts',
    'search',
    ...files,
    '--record',
    folder.file('page.md'),
  ]);
  assert.match(await readFile(folder.file('page.md'), 'utf8'), /\| woocommerce \| the service \| 1\.000 \|/);
  assert.deepEqual(await pagesOfBench(), before);
});

async function pagesOfBench(): Promise<string[]> {
  const names = (await readdir('bench')).filter((name) => /\.(?:md|json)$/.test(name));
  return Promise.all(names.map((name) => readFile(`bench/${name}`, 'utf8')));
}
