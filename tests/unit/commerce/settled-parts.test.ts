import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settleParts } from '../../../src/commerce/checkout/settled-parts.ts';

describe('parts of a sum', () => {
  it('stay as they are where they make it', () => {
    assert.deepEqual(settleParts([3, 0, 4], 7), [3, 0, 4]);
    assert.deepEqual(settleParts([], 0), []);
  });

  it('bear what rounding left over: the largest first, of equals the first, and none without a part', () => {
    assert.deepEqual(settleParts([5, 9, 5], 20), [5, 10, 5]);
    assert.deepEqual(settleParts([5, 9, 5], 21), [6, 10, 5]);
    assert.deepEqual(settleParts([5, 9, 5], 16), [4, 8, 4]);
    assert.deepEqual(settleParts([0, 2, 0], 3), [0, 3, 0]);
  });

  it('returns undefined when the sum is further off than rounding can be', () => {
    assert.equal(settleParts([5, 9, 5], 23), undefined);
    assert.equal(settleParts([0, 0], 1), undefined);
    assert.equal(settleParts([], 10), undefined);
  });
});
