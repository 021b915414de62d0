import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { sortYielding } from '../../../src/operations/catalog/sort-yielding.ts';

it('a list that is sorted with pauses has the order of one that is sorted at once', async () => {
  const item = fc.record({ rank: fc.integer({ min: 0, max: 50 }), id: fc.nat() });
  const lists = fc.array(item, { maxLength: 3_000, size: 'max' });
  const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  await fc.assert(
    fc.asyncProperty(lists, async (items) => {
      const before = [...items];
      assert.deepEqual(await sortYielding(items, byRank), items.toSorted(byRank));
      assert.deepEqual(items, before);
    }),
    { numRuns: 50 },
  );
});
