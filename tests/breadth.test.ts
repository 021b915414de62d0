import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { toSnakeCaseName } from '../src/commerce/text/snake-case.ts';
import { merchantApi } from '../src/merchant/index.ts';
import { settings } from '../src/merchant/stores/settings.ts';

const FILES = new Map(
  globSync('src/**/*.ts', { exclude: ['**/*.generated.ts'] }).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);

/** Files that have one of the words. */
function filesWith(...words: readonly string[]): string[] {
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`);
  return [...FILES].filter(([, text]) => pattern.test(text)).map(([file]) => file);
}

function assertNarrow(files: readonly string[], max: number, remedy: string): void {
  assert.ok(files.length > 0, 'no file of src has the name');
  assert.ok(files.length <= max, `${files.length} files, more than ${max}: ${files.join(', ')}. ${remedy}`);
}

/** Breadth of an addition: a name that stands in several files has to be added to each of them. */
describe('breadth of src', () => {
  const flags = settings.filter(([, { input }]) => z.safeParse(input, true).success);

  it('gives a store settings that are on or off', () => assert.ok(flags.length > 0));

  for (const [name, { member }] of flags)
    it(`names the setting ${member} of a store in at most 4 files`, () =>
      assertNarrow(
        filesWith(name, member),
        4,
        'Declare it in store.ts, tables/stores.ts and merchant/stores/settings.ts, and read it where it acts: API, command, export and audit text derive from the declaration.',
      ));

  for (const field of [
    'rating',
    'unitPrice',
    'listPrice',
    'unlisted',
    'backorder',
    'barcode',
    'keywords',
    'maxPerOrder',
  ])
    it(`names the field ${field} of a product in at most 20 files`, () =>
      assertNarrow(
        filesWith(field, toSnakeCaseName(field)),
        20,
        'Read it in each platform, render it once for each protocol, and hand the product on as it is everywhere else.',
      ));

  it('declares tokens in one file: routes, names of operations and commands', () => {
    const actions = merchantApi.endpoints.filter(({ route }) => / \/tokens\b/.test(route));
    const names = actions.flatMap(({ id, command = [] }) => [
      id,
      ...[command].flat().map((each) => each.name),
    ]);
    assert.equal(names.length, 8);
    const declaring = [...FILES].filter(([, text]) => names.some((name) => text.includes(`'${name}'`)));
    const remedy = 'Declare route, schema, rule and command in one action: the others derive from it.';
    assertNarrow(
      declaring.map(([file]) => file),
      1,
      remedy,
    );
  });

  it('takes the members of wire enumerations from the lists of commerce', () => {
    const lists = [...FILES].filter(([file]) => file.startsWith('src/commerce/')).flatMap(listsIn);
    const wires = [...FILES].filter(([file]) => /^src\/(?:merchant|events|protocols)\//.test(file));
    assert.ok(lists.length > 30, `${lists.length} lists`);
    const copies = wires.flatMap(([file, text]) =>
      listsIn([file, text])
        .filter(({ members }) => lists.some((list) => list.members === members))
        .map(({ members }) => `${file}: ${members}`),
    );
    assert.deepEqual(copies, []);
  });

  it('finds a name that has spread', () => {
    assert.throws(() => assertNarrow(filesWith('storeId'), 4, 'Gather it.'), /more than 4: .*Gather it\./s);
    assert.throws(() => assertNarrow(filesWith('noSuchName'), 4, ''), /no file/);
  });
});

/** Lists of three texts or more, as arrays or as unions of types; the sequence does not count. */
function listsIn([file, text]: readonly [string, string]): { file: string; members: string }[] {
  const arrays = text.matchAll(/\[\s*((?:'[\w.-]+',?\s*){3,})\]/g);
  const unions = text.matchAll(/((?:'[\w.-]+'\s*\|\s*){2,}'[\w.-]+')/g);
  return [...arrays, ...unions].map(([, list = '']) => ({
    file,
    members: (list.match(/[\w.-]+/g) ?? []).sort().join(),
  }));
}
