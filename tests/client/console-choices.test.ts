import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** Members of each choice that the API declares. */
const CHOICES = readFileSync('client/schema.generated.ts', 'utf8')
  .match(/"[\w.]+"(?: \| "[\w.]+")+/g)
  ?.map((union) => new Set(union.match(/[\w.]+/g)));

const BOUND = /\b(?:min|max|minLength|maxLength)=\{[\d_]+\}/g;
/** Array of texts, or of choices with their labels. */
const LIST = /\[\s*(?:'[\w.]+',?\s*|\{[^{}[\]]*\bvalue: '[\w.]+'[^{}[\]]*\},?\s*){2,}\]/g;

function boundsIn(code: string): string[] {
  return code.match(BOUND) ?? [];
}

/** Lists whose members are all of one choice of the API. */
function choicesIn(code: string): string[] {
  const lists = code.match(LIST) ?? [];
  return lists.filter((list) => {
    const values = Array.from(list.matchAll(/(?:\bvalue: |[[,]\s*)'([\w.]+)'/g), ([, value = '']) => value);
    return CHOICES?.some((choice) => values.every((value) => choice.has(value)));
  });
}

describe('the console', () => {
  const files = globSync('console/**/*.{ts,tsx}', {
    exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
  });

  for (const [what, partsIn] of [
    ['bound', boundsIn],
    ['list of members', choicesIn],
  ] as const)
    it(`repeats no ${what} of the API`, () => {
      assert.ok(files.length > 150);
      const repeats = files.flatMap((file) =>
        partsIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
      );
      assert.deepEqual(
        repeats,
        [],
        'take it from bounds.generated.ts, or from a table with one label for each member',
      );
    });

  it('would be refused a bound and a list of members', () => {
    assert.equal(boundsIn('<TextInput maxLength={40} />').length, 1);
    assert.equal(
      choicesIn(
        "const SCOPES = [\n  { value: 'read', label: 'Read' },\n  { value: 'agent', label: 'A' },\n];",
      ).length,
      1,
    );
    assert.equal(choicesIn("const NAMES = ['cart', 'order'];").length, 0);
    assert.equal(choicesIn("const NAMES = ['pending', 'dead'];").length, 1);
  });
});
