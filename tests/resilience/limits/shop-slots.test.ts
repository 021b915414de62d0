import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallPart } from '../../../src/commerce/call/caller.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { readPace } from '../../../src/store-platforms/transport/read-pace.ts';
import { createShopCapacity } from '../../../src/store-platforms/transport/shop-capacity.ts';
import {
  createShopSlots,
  type ShopCall,
  type ShopLimits,
} from '../../../src/store-platforms/transport/shop-slots.ts';

const ANSWER_MS = 110;

/** Has a shop of so many workers answer rounds of as many calls as the limit allows; returns the limits of all rounds. */
function learned(workers: number, rounds: number): { limits: number[]; proven: number } {
  const capacity = createShopCapacity(20);
  const limits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = capacity.limit();
    limits.push(limit);
    const ends = Array.from({ length: limit }, () => capacity.begin('GET /products'));
    for (const [index, end] of ends.entries())
      end('answered', ANSWER_MS * Math.ceil((index + 1) / workers), true);
  }
  return { limits, proven: capacity.proven() };
}

describe('the concurrency that a shop bears', () => {
  it('learns one call at a time for a shop with one worker, but for the trials', () => {
    const { limits, proven } = learned(1, 200);
    assert.ok(Math.max(...limits) <= 2, `${Math.max(...limits)} at once`);
    assert.equal(proven, 1);
  });

  it('learns the concurrency of a shop with many workers within a few rounds', () => {
    const { limits } = learned(16, 40);
    assert.ok(Math.max(...limits) >= 16, `${Math.max(...limits)} at once`);
    assert.ok(Math.min(...limits.slice(-10)) >= 8, `${limits.slice(-10)}`);
  });

  it('keeps the learned concurrency while nothing waits', () => {
    const capacity = createShopCapacity(20);
    for (let call = 0; call < 100; call += 1) capacity.begin('GET /products')('answered', ANSWER_MS, false);
    assert.equal(capacity.limit(), 1);
  });

  it('halves the learned concurrency when the shop refuses a call or does not answer it', () => {
    const capacity = createShopCapacity(20);
    const rounds = (count: number) => {
      for (let round = 0; round < count; round += 1) {
        const ends = Array.from({ length: capacity.limit() }, () => capacity.begin('GET /orders'));
        for (const end of ends) end('answered', ANSWER_MS, true);
      }
    };
    rounds(40);
    const before = capacity.limit();
    capacity.begin('GET /orders')('overrun', 0, true);
    assert.equal(capacity.limit(), Math.floor(before / 2));
  });
});

describe('the pace of reads', () => {
  it('leaves a shop five sixths of its time in the long run', () => {
    let now = 0;
    let calls = 0;
    const pace = readPace({ now: () => now });
    const TEN_MINUTES_MS = 600_000;
    while (now < TEN_MINUTES_MS) {
      const waitMs = pace.waitMs();
      now += waitMs === 0 ? ANSWER_MS : waitMs;
      if (waitMs > 0) continue;
      pace.spend(ANSWER_MS);
      calls += 1;
    }
    const perSecond = (calls * 1_000) / now;
    assert.ok(perSecond > 1.4 && perSecond <= 1.7, `${perSecond} a second`);
  });
});

/** Work that ends on demand. */
function openWork(name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return promise;
  };
  return { work, end: () => resolve(name) };
}

const call = (part: CallPart, changes: Partial<ShopCall> = {}): ShopCall => ({
  operation: 'GET /products',
  part,
  msLeft: 60_000,
  stop: undefined,
  ...changes,
});
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('the slots of a shop', () => {
  function slotsWith(begun: string[], changes: Partial<ShopLimits> = {}) {
    const slots = createShopSlots(changes);
    return (name: string, part: CallPart, more: Partial<ShopCall> = {}) => {
      const { work, end } = openWork(name, begun);
      return { answer: slots.run(call(part, more), work), end };
    };
  }

  it('go to sales before searches, and to searches before imports', async () => {
    const begun: string[] = [];
    const ask = slotsWith(begun);
    const all = [
      ask('first', 'sale'),
      ask('import', 'import'),
      ask('search', 'catalog'),
      ask('sale', 'sale'),
      ask('second sale', 'sale'),
    ];
    for (const each of all) each.end();
    await Promise.all(all.map(({ answer }) => answer));
    assert.deepEqual(begun, ['first', 'sale', 'second sale', 'search', 'import']);
  });

  it('let no sale wait for a search or an import, and no search for an import', async () => {
    const begun: string[] = [];
    const ask = slotsWith(begun);
    const all = [ask('import', 'import'), ask('search', 'catalog'), ask('sale', 'sale')];
    assert.deepEqual(begun, ['import', 'search', 'sale']);
    for (const each of all) each.end();
    await Promise.all(all.map(({ answer }) => answer));
  });

  it('keeps a shop’s slots open to sales when the waiting searches have reached their limit', async () => {
    const begun: string[] = [];
    const ask = slotsWith(begun, { waiting: 2 });
    const running = ask('running', 'sale');
    const searches = [ask('a', 'catalog'), ask('b', 'catalog')];
    await assert.rejects(ask('c', 'catalog').answer, isTooMany);
    const sale = ask('sale', 'sale');
    for (const each of [running, sale, ...searches]) each.end();
    await Promise.all([running, sale, ...searches].map(({ answer }) => answer));
    assert.deepEqual(begun, ['running', 'sale', 'a', 'b']);
  });

  it('waits for a slot until the caller’s time is over, and says in the refusal when to come again', async () => {
    const ask = slotsWith([]);
    const running = ask('running', 'sale');
    await assert.rejects(ask('late', 'sale', { msLeft: 5 }).answer, isTooMany);
    running.end();
    assert.equal(await running.answer, 'running');
  });

  it('refuses a slot with the time after which the sales that wait now will have been answered', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const waiting = 10;
    const slots = createShopSlots({ waiting });
    const answersIn3s = async () => {
      now += 3_000;
    };
    await slots.measure({ operation: 'POST /cart/create', part: 'sale' }, answersIn3s, () => 'failed');
    const { work, end } = openWork('running', []);
    const begun = Array.from({ length: 1 + waiting }, () => slots.run(call('sale'), work));
    const refused = await slots.run(call('sale'), work).catch((error: unknown) => error);
    end();
    await Promise.all(begun);
    assert.ok(refused instanceof CommerceError, String(refused));
    assert.equal(refused.retryAfterSeconds, 30);
    assert.match(refused.message, /30 seconds/);
  });

  it('frees the slot of a waiting call whose callers have gone', async () => {
    const begun: string[] = [];
    const ask = slotsWith(begun);
    const gone = new AbortController();
    const running = ask('running', 'sale');
    const left = ask('left', 'catalog', { stop: gone.signal });
    gone.abort(new Error('gone'));
    await assert.rejects(left.answer, /gone/);
    running.end();
    await running.answer;
    await turns();
    assert.deepEqual(begun, ['running']);
  });
});

function isTooMany(error: unknown): boolean {
  return (
    error instanceof CommerceError &&
    error.kind === 'platform_unavailable' &&
    (error.retryAfterSeconds ?? 0) >= 2
  );
}
