import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEPLOYED } from '../testing/deployed-settings.ts';
import { forSuite } from '../testing/for-suite.ts';
import { CHANGED_FOR_TESTS, TEST_SETTINGS } from '../testing/test-service.ts';

describe('objects of a suite', () => {
  const cart = forSuite(() => ({ id: 'cart-1', note: undefined as string | undefined }));

  it('gives a suite the members of the object that was made for it', () =>
    assert.deepEqual([cart.id, cart.note], ['cart-1', undefined]));

  it('fail on a misspelled member', () => {
    assert.throws(() => Reflect.get(cart, 'ids'), /has no ids, only id, note/);
  });

  it('can be awaited and compared', async () => {
    assert.equal((await cart).id, 'cart-1');
    assert.deepEqual({ ...cart }, { id: 'cart-1', note: undefined });
  });
});

describe('services of tests', () => {
  it('differ from deployed ones in the settings of the table alone', () => {
    const changed = Object.entries(TEST_SETTINGS).filter(
      ([name, value]) => Reflect.get(DEPLOYED, name) !== value,
    );
    const table = CHANGED_FOR_TESTS.settings.map(([name]) => name);
    assert.deepEqual(changed.map(([name]) => name).toSorted(), table.toSorted());
  });
});
