import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type FulfillmentEvent,
  type LineProgress,
  mergeProgress,
  type PlatformProgress,
} from '../../../src/commerce/order/order-progress.ts';
import { pluck } from '../../../testing/pluck.ts';

const AT = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T11:00:00.000Z';

function line(id: string, quantity: number, current = quantity): LineProgress {
  return {
    id,
    variantId: null,
    title: id,
    price: 100,
    quantity,
    current,
    fulfilled: 0,
    discount: 0,
    isSent: null,
  };
}

function reported(lines: LineProgress[], more: Partial<PlatformProgress> = {}, at = AT) {
  const nothing = { hasMoreLines: false, taxIncluded: false, events: [], refunds: [], estimates: [] };
  return { progress: { ...nothing, lines, ...more }, at, isCanceled: false };
}

function event(id: string, changes: Partial<FulfillmentEvent> = {}): FulfillmentEvent {
  return { id, type: 'shipped', at: AT, lines: [{ lineId: 'a', quantity: 1 }], tracking: null, ...changes };
}

describe('progress of an order', () => {
  it('begins with the bought lines, and stays the same when they are reported again', () => {
    const first = mergeProgress(null, reported([line('a', 2), line('b', 1)]));
    assert.deepEqual(pluck(first.lines, 'original'), [2, 1]);
    assert.deepEqual(first.edits, []);
    assert.deepEqual(mergeProgress(first, reported([line('a', 2), line('b', 1)], {}, LATER)), first);
  });

  it('keeps a line that is no longer reported as removed, in its place, and a new one after it', () => {
    const first = mergeProgress(null, reported([line('a', 2), line('b', 1)]));
    const after = mergeProgress(first, reported([line('c', 4), line('b', 1)], {}, LATER));
    assert.deepEqual(pluck(after.lines, 'id', 'original', 'quantity', 'current'), [
      ['a', 2, 0, 0],
      ['b', 1, 1, 1],
      ['c', 0, 4, 4],
    ]);
    assert.deepEqual(after.edits, [
      { lineId: 'a', quantity: -2, at: LATER },
      { lineId: 'c', quantity: 4, at: LATER },
    ]);
    const back = mergeProgress(after, reported([line('a', 2), line('b', 1), line('c', 4)], {}, LATER));
    assert.deepEqual(back.edits.at(-1), { lineId: 'a', quantity: 2, at: LATER });
  });

  it('takes for an edit only what did not come back', () => {
    const first = mergeProgress(null, reported([line('a', 5)]));
    const refunds: PlatformProgress['refunds'] = [
      { id: '1', type: 'refund', at: AT, amount: 100, lines: [{ lineId: 'a', quantity: 2 }] },
    ];
    assert.deepEqual(mergeProgress(first, reported([line('a', 5, 3)], { refunds })).edits, []);
    assert.deepEqual(mergeProgress(first, reported([line('a', 5, 2)], { refunds }, LATER)).edits, [
      { lineId: 'a', quantity: -1, at: LATER },
    ]);
    assert.deepEqual(
      mergeProgress(first, { ...reported([line('a', 5, 0)], { refunds }), isCanceled: true }).edits,
      [],
    );
  });

  it('forgets nothing that has happened, and lets no later word change when or of what', () => {
    const first = mergeProgress(null, reported([line('a', 2)], { events: [event('shipped-1')] }));
    const tracking = { carrier: 'Post', number: '7', url: null };
    const again = event('shipped-1', { at: LATER, lines: [], tracking });
    const after = mergeProgress(first, reported([line('a', 2)], { events: [again] }, LATER));
    assert.deepEqual(after.events, [event('shipped-1', { tracking })]);
    assert.deepEqual(mergeProgress(after, reported([line('a', 2)], {}, LATER)).events, after.events);
  });
});
