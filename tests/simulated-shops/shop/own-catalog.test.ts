import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import {
  type CatalogLine,
  catalogLine,
  readCatalogFile,
} from '../../../simulated-shops/shop/catalog-file.ts';
import { numbersOf, ownProducts } from '../../../simulated-shops/shop/own-catalog.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const folder = forSuite(temporaryFolder);

async function fileOf(text: string): Promise<string> {
  const file = folder.file('catalog.jsonl');
  await writeFile(file, text);
  return file;
}

const lineOf = (line: object): CatalogLine => catalogLine.parse({ id: '1', title: 'Mug', ...line });

describe('catalog file of the simulated shops', () => {
  it('reads a catalog file with its currency, and skips empty lines', async () => {
    const { currency, lines } = await readCatalogFile(
      await fileOf('{"id":"1","title":"Mug"}\r\n\n{"id":"b","title":"Cup","currency":"EUR"}'),
    );
    assert.equal(currency, 'EUR');
    assert.deepEqual(pluck(lines, 'id'), ['1', 'b']);
  });

  const refused: [name: string, text: string, expected: RegExp][] = [
    ['what is not JSON', '{"id":"1","title":"Mug"}\nnonsense', /catalog\.jsonl, line 2: is not JSON/],
    ['a line without a title', '\n{"id":"1"}', /line 2: title: /],
    ['a price that is no decimal string', '{"id":"1","title":"M","price":"1,50"}', /line 1: price: must be/],
    ['a number where a string belongs', '{"id":"1","title":"M","price":1.5}', /line 1: price: /],
    ['an id that comes twice', '{"id":"1","title":"M"}\n{"id":"1","title":"N"}', /line 2: id: .*line 1/],
    [
      'a second currency',
      '{"id":"1","title":"M","currency":"EUR"}\n{"id":"2","title":"N","currency":"USD"}',
      /line 2: currency: is USD, but EUR/,
    ],
    ['a line of more than a megabyte', `{"id":"1","title":"${'x'.repeat(1_100_000)}"}`, /line 1: is longer/],
    ['an empty file', '\n', /has no products/],
  ];
  for (const [name, text, expected] of refused)
    it(`refuses ${name} and names the line`, async () =>
      assert.rejects(readCatalogFile(await fileOf(text)), expected));

  it('refuses a file that is not there', () =>
    assert.rejects(readCatalogFile(folder.file('nothing')), /nothing cannot be read: ENOENT/));
});

describe('products of a catalog file', () => {
  it('keep ids that are numbers, and get numbers behind them otherwise', () =>
    assert.deepEqual(numbersOf([{ id: 'a' }, { id: '70' }, { id: '007' }, { id: '3' }]), [71, 70, 72, 3]));

  it('creates a variant for each combination of options, or as few as hold every value when these are too many', () => {
    const [few] = ownProducts(
      [lineOf({ sku: 'A', gtin: '9506000034003', options: { Size: ['S', 'M'], Color: ['Red'] } })],
      'EUR',
    );
    assert.deepEqual(pluck(few?.variants, 'id', 'options', 'sku', 'barcode'), [
      [2, ['S', 'Red'], 'A', '9506000034003'],
      [3, ['M', 'Red'], 'A-2', undefined],
    ]);
    const sizes = Array.from({ length: 12 }, (_, index) => `${index}`);
    const [many] = ownProducts(
      [lineOf({ options: { Size: sizes, Width: sizes, Color: ['Red', 'Blue'] } })],
      'EUR',
    );
    assert.equal(many?.variants.length, 12);
    for (const place of [0, 1])
      assert.equal(new Set(many.variants.map(({ options }) => options[place])).size, 12);
    assert.equal(new Set(many.variants.map(({ options }) => options[2])).size, 2);
  });

  it('gives products unique handles, and prices in the digits of the currency', () => {
    const lines = [
      lineOf({ id: '1', price: '12.5' }),
      lineOf({ id: '2' }),
      lineOf({ id: '3', title: '湯呑み' }),
    ];
    const products = ownProducts(lines, 'KWD');
    assert.deepEqual(pluck(products, 'handle'), ['mug', 'mug-2', 'product-3']);
    assert.equal(products[0]?.variants[0]?.price, '12.500');
  });

  it('sells fifty thousand products of a catalog file on both platforms', async (t) => {
    const lines = Array.from({ length: 50_000 }, (_, index) => ({
      id: String(index + 1),
      title: `Thing ${index + 1}`,
      description: `<p>The thing of number ${index + 1}, for every day.</p>`,
      categories: [`Rack ${index % 40} > Box ${index % 400}`],
    }));
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const stores = await startDemoStores(0, { catalogFile: await fileOf(text) });
    t.after(() => Promise.all(stores.map((each) => each.shop.close())));
    for (const { shop } of stores) assert.equal(shop.control.products.length, 50_000);
    const woo = stores.find(({ platform }) => platform === 'woocommerce')?.shop ?? assert.fail();
    const { consumerKey, consumerSecret } = woo.credentials;
    const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
    const answer = await fetch(`${woo.url}/wp-json/wc/v3/products?search=thing+49999&_fields=id`, {
      headers: { authorization },
    });
    assert.deepEqual(pluck((await answer.json()) as { id: number }[], 'id'), [49_999]);
  });
});
