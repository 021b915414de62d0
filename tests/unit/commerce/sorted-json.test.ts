import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sortedJson } from '../../../src/commerce/json/sorted-json.ts';

describe('sortedJson', () => {
  it('writes the same value, with the members of each object in the order of their names', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = sortedJson(value);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
        assert.equal(sortedJson(JSON.parse(text)), text);
      }),
    ));

  it('is equal for objects whose members differ in order alone', () => {
    const one = { b: [{ y: 1, x: null }], a: 'ü' };
    assert.equal(sortedJson(one), '{"a":"ü","b":[{"x":null,"y":1}]}');
    assert.equal(sortedJson({ a: 'ü', b: [{ x: null, y: 1 }] }), sortedJson(one));
    assert.notEqual(sortedJson([1, 2]), sortedJson([2, 1]));
  });

  it('writes values that are nested deeper than JSON.stringify can follow', () => {
    const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    assert.equal(sortedJson(JSON.parse(text)), text);
  });
});
