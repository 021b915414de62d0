import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickChosenVariants, toBarcodeKey, toSkuKey } from '../../../src/commerce/product/item-codes.ts';
import type { Product } from '../../../src/commerce/product/products.ts';

describe('codes of items', () => {
  it('compare SKUs without regard to case, and barcodes by their digits', () => {
    assert.equal(toSkuKey(' Tee-M '), toSkuKey('TEE-m'));
    assert.equal(toBarcodeKey('0 36000 29145 2'), toBarcodeKey('0036000291452'));
    assert.equal(toBarcodeKey('978-3-16-148410-0'), toBarcodeKey('9783161484100'));
    assert.notEqual(toBarcodeKey('36000291452'), toBarcodeKey('036000291452'), 'eleven digits are no UPC');
    assert.equal(toBarcodeKey('Part 7'), 'part 7');
  });

  it('returns no code for an empty text and for a long one', () => {
    for (const text of ['', '  ', 'x'.repeat(101)])
      assert.deepEqual([toSkuKey(text), toBarcodeKey(text)], [undefined, undefined]);
  });
});

describe('variants chosen by the address of a page', () => {
  const variant = (id: string, size: string, color: string) => ({
    id,
    title: `${size}, ${color}`,
    options: [
      { name: 'Größe', value: size },
      { name: 'Color', value: color },
    ],
  });
  const tee = {
    variants: [variant('1', 'Extra Large', 'Red'), variant('2', 'M', 'Red'), variant('3', 'M', 'Bleu Ciel')],
  } as unknown as Product;
  const codesFor = (choice: Record<string, string>) =>
    pickChosenVariants(
      tee,
      Object.entries(choice).map(([name, value]) => ({ name, value })),
    ).map(({ id }) => id);

  it('chooses variants that have all options of the address, whose words are slugs', () => {
    assert.deepEqual(codesFor({ grosse: 'extra-large', color: 'red' }), ['1']);
    assert.deepEqual(codesFor({ Color: 'bleu-ciel' }), ['3']);
    assert.deepEqual(codesFor({ color: 'red' }), ['1', '2']);
    assert.deepEqual(codesFor({ color: 'green', grosse: 'm' }), []);
  });

  it('chooses variants by the value alone when an option was renamed', () => {
    assert.deepEqual(codesFor({ size: 'm', color: 'red' }), ['2']);
    assert.deepEqual(codesFor({ color: 'm' }), [], 'an option that has kept its name has its own values');
  });

  it('chooses the only variant of a product without a choice', () => {
    const single = { variants: tee.variants.slice(0, 1) } as unknown as Product;
    assert.equal(pickChosenVariants(single, [{ name: 'size', value: 'm' }]).length, 1);
  });
});
