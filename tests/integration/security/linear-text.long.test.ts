import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { growthMeter, isSuperLinear, type Measured } from '../../../testing/growth.ts';
import { expressionsIn } from '../../../testing/regular-expressions.ts';

const meter = growthMeter();
after(() => meter.close());

const FOLDERS = [
  'src/commerce/**/*.ts',
  'src/{outbound,store-platforms}/**/*.ts',
  'src/{agent-platforms,http,merchant,openapi,operations,protocols}/**/*.ts',
  'src/!(agent-platforms|commerce|http|merchant|openapi|operations|outbound|protocols|store-platforms)/**/*.ts',
  'search/**/*.ts',
  'src/*.ts',
  'console/**/*.{ts,tsx}',
];

describe('regular expressions', () => {
  it('builds regular expressions of constants, so that all of them are tested', async () => {
    const { expressions, unknown } = await expressionsIn(['{search,src}/**/*.ts', 'console/**/*.{ts,tsx}']);
    assert.deepEqual(unknown, []);
    assert.equal((await expressionsIn(FOLDERS)).expressions.length, expressions.length);
    assert.ok(expressions.length > 250, `${expressions.length} expressions were found`);
  });

  for (const folder of FOLDERS)
    it(`take time in proportion to a text’s length: ${folder}`, async () => {
      const { expressions } = await expressionsIn([folder]);
      const distinct = new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]));
      const wrong: string[] = [];
      for (const [pattern, { at, source, flags }] of distinct) {
        const growth = await meter.measure({ source, flags });
        if (isSuperLinear(growth)) wrong.push(`${at} ${pattern} ${JSON.stringify(growth)}`);
      }
      assert.deepEqual(wrong, []);
    });

  it('detects quadratic, cubic and exponential regular expressions by the measure of these tests', async () => {
    const patterns = [
      '[^@]+@',
      '\\s+$',
      '^\\S+@\\S+\\.\\S+$',
      '<title[^>]*>',
      '^-+|-+$',
      '^[a-z.]+\\.[a-z]*x[a-z]*$',
    ];
    for (const source of patterns)
      assert.ok(isSuperLinear(await meter.measure({ source, flags: '' })), source);
    for (const source of ['[a-z]+', '^\\S+$', '"[^"\\n]*"', '(?<!\\s)\\s+$'])
      assert.ok(!isSuperLinear(await meter.measure({ source, flags: 'u' })), source);
  });
});

const module = (path: string) => pathToFileURL(path).href;
const UNITS = [
  'a',
  'a@',
  '@',
  'a%40',
  'a.',
  '1 ',
  '1',
  '?a=',
  '&token=',
  'bearer ',
  ' ',
  '[',
  '{"',
  '\u0315\u0300',
  '<',
  '&amp;',
];

/** Functions that read untrusted text of unbounded length. */
const READERS: Record<string, Measured> = {
  'redactText of the log': {
    module: module('src/commerce/text/redact.ts'),
    name: 'redactText',
    units: UNITS,
  },
  'redact of a body': { module: module('src/commerce/text/redact.ts'), name: 'redact', units: UNITS },
  'redact of a member of that name': {
    module: module('testing/named-by-a-text.ts'),
    name: 'redactNamed',
    units: UNITS,
  },
  'toVisibleText of a shop': {
    module: module('src/commerce/text/visible-text.ts'),
    name: 'toVisibleText',
    units: [...UNITS, '\u200b', '\u200d'],
  },
  'foldText of a search': {
    module: module('search/index.ts'),
    name: 'foldText',
    units: UNITS,
  },
  'hasModelInstructions of a shop': {
    module: module('src/commerce/text/model-instructions.ts'),
    name: 'hasModelInstructions',
    units: [
      ...UNITS,
      'ignore ',
      'if you are an ai ',
      'never tell the ',
      'ai reading this ',
      'system: ',
      '忽略所有',
    ],
  },
};

describe('text of strangers', () => {
  for (const [name, reader] of Object.entries(READERS))
    it(`takes time in proportion to its length: ${name}`, async () => {
      const growth = await meter.measure(reader);
      assert.ok(!isSuperLinear(growth), JSON.stringify(growth));
    });

  it('normalizes text of strangers in two places, which limit the cost of a long run of marks', async () => {
    const places: string[] = [];
    for await (const file of glob('{search,src}/**/*.ts'))
      if (/\.normalize\(/.test(await readFile(file, 'utf8'))) places.push(file);
    assert.deepEqual(places.toSorted(), [
      'search/language/fold-text.ts',
      'src/commerce/text/normalize-text.ts',
    ]);
  });
});
