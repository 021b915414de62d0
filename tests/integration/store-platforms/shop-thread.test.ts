import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markAsUntransferable } from 'node:worker_threads';
import { createShopThread } from '../../../src/store-platforms/transport/shop-thread.ts';

const entry = new URL('./stuck-thread.ts', import.meta.url);
const open = (timeouts = {}) =>
  createShopThread<string, string>(entry, { runTimeoutMs: 200, waitTimeoutMs: 60_000, ...timeouts });

describe('a thread that works on what shops sent', () => {
  it('ends a task that takes too long, or breaks it, and goes on with the next', async () => {
    const thread = open();
    for (const bad of ['endless', 'broken']) {
      assert.equal(await thread.run('shop', bad), 'too_slow');
      assert.deepEqual(await thread.run('shop', 'good'), { result: 'good' });
    }
    await thread.close();
  });

  it('leaves a task here that cannot be sent, and goes on with the next', async () => {
    const thread = open();
    const memory = new ArrayBuffer(8);
    markAsUntransferable(memory);
    assert.equal(await thread.run('shop', 'good', [memory]), 'busy');
    assert.equal(memory.byteLength, 8);
    assert.deepEqual(await thread.run('shop', 'good'), { result: 'good' });
    await thread.close();
  });

  it('serves shops in rotation, so that one with many slow tasks holds up another for two of them at most', async () => {
    const thread = open();
    const settled: string[] = [];
    const run = async (shop: string, task: string) => {
      await thread.run(shop, task);
      settled.push(shop);
    };
    await Promise.all([...Array.from({ length: 4 }, () => run('slow', 'endless')), run('quick', 'good')]);
    assert.ok(settled.indexOf('quick') <= 2, settled.join(' '));
    await thread.close();
  });

  it('takes no more tasks than fit into its queue, and lets none wait for ever', async () => {
    const thread = open({ runTimeoutMs: 5_000, waitTimeoutMs: 100 });
    const tasks = Array.from({ length: 60 }, () => thread.run('slow', 'endless'));
    assert.equal(await tasks.at(-1), 'busy');
    assert.equal(await tasks.at(10), 'busy');
    await thread.close();
  });

  it('gives the place of a waiting task of the shop with the most to a task of a shop with fewer', async () => {
    const thread = open({ maxWaiting: 2 });
    const [first, second] = Array.from({ length: 2 }, () => thread.run('shop', 'good'));
    const other = thread.run('other', 'good');
    const third = thread.run('third', 'good');
    assert.deepEqual(await Promise.all([second, third]), ['busy', 'busy']);
    for (const each of [first, other]) assert.deepEqual(await each, { result: 'good' });
    await thread.close();
  });

  it('takes no more than its limit, so that what waits fits into the memory', async () => {
    const thread = open({ maxWaiting: 2 });
    const [begun, , , beyond] = Array.from({ length: 4 }, () => thread.run('shop', 'good'));
    assert.equal(await beyond, 'busy');
    assert.deepEqual(await begun, { result: 'good' });
    await thread.close();
  });
});
