import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toSortedJson } from '../../../src/commerce/json/sorted-json.ts';

describe('sortedJson', () => {
  it('writes the same value, with the members of each object in the order of their names', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toSortedJson(value);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
        assert.equal(toSortedJson(JSON.parse(text)), text);
      }),
    ));

  it('writes equal text for objects whose members differ in order alone', () => {
    const one = { b: [{ y: 1, x: null }], a: 'ü' };
    assert.equal(toSortedJson(one), '{"a":"ü","b":[{"x":null,"y":1}]}');
    assert.equal(toSortedJson({ a: 'ü', b: [{ x: null, y: 1 }] }), toSortedJson(one));
    assert.notEqual(toSortedJson([1, 2]), toSortedJson([2, 1]));
  });

  it('writes values that are nested deeper than JSON.stringify can follow', () => {
    const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    assert.equal(toSortedJson(JSON.parse(text)), text);
  });
});
