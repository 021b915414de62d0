import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** Part of a template in the content of a file. */
const VALUE = '$' + '{value}';

describe('the check of words', () => {
  it('refuses a comment that begins with no verb and no noun', async () => {
    const complaints = await lint('/** What is kept of a cart. */\nexport const cart = 1;\n');
    assert.match(complaints, /begins with no verb/);
  });

  it('refuses a retired word in a name, in a comment and in the title of a test', async () => {
    const name = 'export const merchantDesk = 1;\n';
    const comment = '/** Runs the upkeep of a store. */\nexport const runs = 1;\n';
    const complaints = await lint(`${name}${comment}it('says what nobody asked', () => {});\n`);
    for (const say of [/:1 .*say merchant context/, /:2 .*say jobs/, /:4 .*say the noun/])
      assert.match(complaints, say);
  });

  it('refuses a title that begins with a preposition, a conjunction or a relative', async () => {
    const titles = [
      "it('of one team is mailed')",
      "test('When it was paid begins anew')",
      `it(\`with ${VALUE} is disconnected\`)`,
      `it(\`(${VALUE}) gets a few calls\`)`,
      "describe('while the database is gone')",
      "everywhere('what a shop bears')",
    ];
    const complaints = await listComplaints(`${titles.join(';\n')};\n`);
    assert.equal(complaints.length, titles.length, complaints.join('\n'));
    for (const [index, complaint] of complaints.entries())
      assert.match(complaint, new RegExp(`:${index + 1} begins with no verb`));
  });

  it('accepts a title that is a predicate or names a thing', async () => {
    const titles = [
      "describe('a shop')",
      "it('forbids a title with a preposition')",
      `it(\`${VALUE} with a fault is slow\`)`,
      "test.diagnostic('of no title')",
    ];
    assert.equal(await lint(`${titles.join(';\n')};\n`), '');
  });

  it('refuses a comment that a type would say', async () => {
    const types = ['ISO instant', 'ISO.', 'ISO instants, UTC', 'GIDs', 'JSON: Warning[]'];
    const comments = [...types, 'ISO 4217.'].map(
      (text, index) => `/** ${text} */\nexport const at${index} = 1;\n`,
    );
    const complaints = await listComplaints(comments.join(''));
    assert.equal(complaints.length, types.length, complaints.join('\n'));
    for (const [index, complaint] of complaints.entries())
      assert.match(complaint, new RegExp(`:${2 * index + 1} .* is a type`));
  });

  it('refuses a retired word in a comment of PHP', async () => {
    assert.match(await lint('<?php\n// Sends the farewell.\n', 'plugin.php'), /unpair notification/);
  });

  it('accepts plain words, names of the wire and code in backticks', async () => {
    const code = "/** Sends `told` to the shop. */\nexport const row = { tries_left: 1, name: 'told' };\n";
    assert.equal(await lint(code), '');
  });
});

/** Returns what the check prints about a file with this content. */
/** Returns the complaints of a file, one for each line of it that is refused. */
async function listComplaints(content: string): Promise<string[]> {
  return (await lint(content)).match(/^.*file\.ts:\d+ .*$/gm) ?? [];
}

async function lint(content: string, name = 'file.ts'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-words-'));
  try {
    await writeFile(join(folder, name), content);
    return await new Promise((resolve) => {
      execFile(process.execPath, ['testing/lint-words.ts', folder], (_error, stdout) => resolve(stdout));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
