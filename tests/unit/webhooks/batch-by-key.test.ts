import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchByKey } from '../../../src/webhooks/receive-webhook.ts';
import { pluck } from '../../../testing/pluck.ts';

describe('group commit', () => {
  it('writes all that comes while a batch of its key is written in the next one', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const add = batchByKey<number>(async (_, items) => {
      batches.push([...items]);
      if (batches.length === 1) await first.promise;
    });
    const added = [add('a', 1)];
    await new Promise(setImmediate);
    added.push(...[2, 3, 4].map((item) => add('a', item)));
    await new Promise(setImmediate);
    assert.deepEqual(batches, [[1]], 'one batch of a key at a time');
    await add('b', 9);
    first.resolve();
    await Promise.all(added);
    assert.deepEqual(batches, [[1], [9], [2, 3, 4]], 'another key does not wait for it');
  });

  it('gives each caller the outcome of its own batch', async () => {
    const refused = new Error('refused');
    const add = batchByKey<number>(async (_, items) => {
      if (items.includes(1)) throw refused;
    });
    const outcomes = Promise.allSettled([add('a', 1), add('a', 2), add('b', 3)]);
    await assert.rejects(add('a', 1), refused);
    assert.deepEqual(pluck(await outcomes, 'status'), ['rejected', 'rejected', 'fulfilled']);
    await add('a', 4);
  });

  it('commits a flood of one key a few times only, whatever comes between two batches', async () => {
    let batches = 0;
    let items = 0;
    const add = batchByKey<number>(async (_, batch) => {
      batches += 1;
      items += batch.length;
    });
    const added: Promise<void>[] = [];
    // A batch could begin in each of these turns of the event loop.
    for (let item = 0; item < 1_000; item += 1) {
      added.push(add('a', item));
      await new Promise(setImmediate);
    }
    await Promise.all(added);
    assert.equal(items, 1_000);
    assert.ok(batches < 100, `${batches} batches`);
  });
});
