import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setQuantities } from '../../../src/commerce/checkout/set-quantities.ts';

describe('setting quantities of a cart', () => {
  const lines = [
    { variantId: 'a', quantity: 1 },
    { variantId: 'b', quantity: 2 },
  ];

  it('changes named lines in their place, keeps others, and adds new ones last', () => {
    const changes = [
      { variantId: 'c', quantity: 5 },
      { variantId: 'a', quantity: 3 },
    ];
    assert.deepEqual(setQuantities(lines, changes), [
      { variantId: 'a', quantity: 3 },
      { variantId: 'b', quantity: 2 },
      { variantId: 'c', quantity: 5 },
    ]);
  });

  it('removes a line by 0, and ignores the removal of a line that is not there', () => {
    const changes = [
      { variantId: 'a', quantity: 0 },
      { variantId: 'x', quantity: 0 },
    ];
    assert.deepEqual(setQuantities(lines, changes), [{ variantId: 'b', quantity: 2 }]);
  });

  it('changes nothing more when it is repeated', () => {
    const once = setQuantities(lines, [{ variantId: 'a', quantity: 7 }]);
    assert.deepEqual(setQuantities(once, [{ variantId: 'a', quantity: 7 }]), once);
    assert.deepEqual(setQuantities(lines, []), lines);
  });
});
