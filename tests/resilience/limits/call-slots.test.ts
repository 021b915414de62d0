import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { callSlots, type SlotLimits } from '../../../src/limits/call-slots.ts';

/** Work that ends on demand. */
function openWork(name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name) };
}

const limits = (changes: Partial<SlotLimits> = {}): SlotLimits => ({
  concurrency: 2,
  waiting: 2,
  maxWaitMs: 60_000,
  ...changes,
});
const isTooMany = (error: unknown) =>
  error instanceof CommerceError && error.kind === 'platform_unavailable' && error.retryAfterSeconds === 2;
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('calls in slots', () => {
  it('limits the number of running and of waiting calls', async () => {
    const begun: string[] = [];
    const inSlot = callSlots(limits());
    const works = ['a', 'b', 'c', 'd'].map((name) => openWork(name, begun));
    const answers = works.map(({ work }) => inSlot(work));
    await assert.rejects(inSlot(openWork('e', begun).work), isTooMany);
    assert.deepEqual(begun, ['a', 'b']);
    works[1]?.end();
    await answers[1];
    await turns();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const { end } of works) end();
    assert.deepEqual(await Promise.all(answers), ['a', 'b', 'c', 'd']);
  });

  it('release their slot when they fail, and their place when every waiter has given up', async () => {
    const begun: string[] = [];
    const inSlot = callSlots(limits({ concurrency: 1 }));
    const failing = Promise.withResolvers<never>();
    const first = inSlot(() => failing.promise);
    const stopping = new AbortController();
    const read = inSlot(openWork('read', begun).work, stopping.signal);
    const last = openWork('last', begun);
    const answer = inSlot(last.work);
    const stopped = new Error('gone');
    stopping.abort(stopped);
    await assert.rejects(read, stopped);
    failing.reject(new Error('failed'));
    await assert.rejects(first, /failed/);
    last.end();
    assert.equal(await answer, 'last');
    assert.deepEqual(begun, ['last']);
  });

  it('time out while waiting', async () => {
    const begun: string[] = [];
    const inSlot = callSlots(limits({ concurrency: 1, maxWaitMs: 20 }));
    const running = openWork('running', begun);
    const answer = inSlot(running.work);
    await assert.rejects(inSlot(openWork('waiting', begun).work), isTooMany);
    running.end();
    await answer;
    const next = openWork('next', begun);
    next.end();
    assert.equal(await inSlot(next.work), 'next');
  });
});
