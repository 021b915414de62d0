import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { parseShopJson } from '../../../src/store-platforms/parse-shop-json.ts';
import { readJson } from '../../../src/store-platforms/woocommerce/client/read-json.ts';

const list = (count: number, render: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => render(index)).join(',');

const WIDE = `[{${list(40_000, (index) => `"k${index}":0`)}}]`;

const HOSTILE = {
  'one object of distinct names': WIDE,
  'many objects of distinct names': `[${list(100, (object) => `{${list(900, (index) => `"k${object}-${index}":0`)}}`)}]`,
  'few names in distinct sequences': `[${list(60, (outer) => `[${list(1_000, (inner) => `{"k${inner}":0,"m${outer}":0}`)}]`)}]`,
  'names with escaped quotes': `[{${list(40_000, (index) => `"k${index}\\"":{"\\\\":0}`)}}]`,
  'names behind spaces': `[{${list(40_000, (index) => `"k${index}" \n: 0`)}}]`,
};

function isRefused(error: unknown): boolean {
  return error instanceof CommerceError && error.kind === 'platform_error' && /20000/.test(error.message);
}

describe('answers with very many names of members', () => {
  for (const [what, body] of Object.entries(HOSTILE))
    it(`refuses ${what} before they are parsed`, (t) => {
      const parse = t.mock.method(JSON, 'parse');
      assert.throws(() => parseShopJson(body), isRefused);
      assert.equal(parse.mock.callCount(), 0);
    });

  it('refuses them behind a text with a quote, too', () => {
    assert.throws(() => readJson(`Notice: "\n${WIDE}`), isRefused);
  });

  it('reads many objects with the same names, and with the few more that plugins add', () => {
    const body = `[${list(5_000, (index) => `{"id":${index},"name":"a: \\"b\\": {","extra${index % 100}":[1]}`)}]`;
    assert.deepEqual(parseShopJson(body), JSON.parse(body));
  });
});
