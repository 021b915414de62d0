import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toRating, toUnitPrice } from '../../../../src/store-platforms/shopify/catalog/to-product.ts';

function unitPriceOf(content: [number, string | null], reference: [number, string | null]) {
  const [quantityValue, quantityUnit] = content;
  const [referenceValue, referenceUnit] = reference;
  const unitPriceMeasurement = { quantityValue, quantityUnit, referenceValue, referenceUnit };
  return toUnitPrice({ unitPrice: { amount: 100, currency: 'EUR' }, unitPriceMeasurement });
}

describe('unit price of a Shopify variant', () => {
  it('writes the content in whole steps of the unit of the reference', () => {
    const kg = { amount: 100, unit: 'kg', reference: 1 };
    assert.deepEqual(unitPriceOf([250, 'G'], [1, 'KG']), { ...kg, measure: { value: 250, scale: 3 } });
    assert.deepEqual(unitPriceOf([0.75, 'L'], [100, 'ML']), {
      amount: 100,
      unit: 'ml',
      reference: 100,
      measure: { value: 750, scale: 0 },
    });
    assert.deepEqual(unitPriceOf([1.5, 'KG'], [1, 'KG']), { ...kg, measure: { value: 15, scale: 1 } });
    assert.deepEqual(unitPriceOf([6, 'ITEM'], [1, 'ITEM'])?.measure, { value: 6, scale: 0 });
  });

  it('leaves out measures that no power of ten leads between, and senseless ones', () => {
    assert.equal(unitPriceOf([16, 'OZ'], [1, 'LB']), undefined);
    assert.equal(unitPriceOf([250, 'G'], [1, 'L']), undefined);
    assert.equal(unitPriceOf([1, 'UNKNOWN'], [1, 'UNKNOWN']), undefined);
    assert.equal(unitPriceOf([0, 'G'], [1, 'KG']), undefined);
    assert.equal(unitPriceOf([1e21, 'G'], [1, 'KG']), undefined);
    assert.equal(unitPriceOf([1, null], [1, null]), undefined);
    assert.equal(toUnitPrice({ unitPrice: null, unitPriceMeasurement: null }), undefined);
  });
});

describe('rating of a Shopify product', () => {
  const rating = { value: '{"value":"4.5","scale_min":"1.0","scale_max":"5.0"}' };

  it('reads the standard metafields of review apps', () => {
    const stars = { value: 4.5, min: 1, max: 5 };
    assert.deepEqual(toRating({ rating, ratingCount: { value: '12' } }), { ...stars, count: 12 });
    assert.deepEqual(toRating({ rating, ratingCount: null }), stars);
  });

  it('leaves out what has another form or no ratings', () => {
    assert.equal(toRating({ rating, ratingCount: { value: '0' } }), undefined);
    assert.equal(toRating({ rating: { value: '4.5 stars' }, ratingCount: null }), undefined);
    assert.equal(toRating({ rating: { value: '{"value":"9","scale_min":"1","scale_max":"5"}' } }), undefined);
    assert.equal(toRating({}), undefined);
  });
});
