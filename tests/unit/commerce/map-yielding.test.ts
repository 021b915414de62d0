import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mapYielding } from '../../../src/commerce/paging/map-yielding.ts';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('work over many items leaves the event loop to other requests between items that take long', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const results = await mapYielding([...Array(20).keys()], (item) => {
    busyFor(6);
    return item * 2;
  });
  clearInterval(others);
  const expected = [...Array(20).keys()].map((item) => item * 2);
  assert.deepEqual(results, expected);
  assert.ok(turns >= 10, `${turns} turns of the event loop in between`);
});
