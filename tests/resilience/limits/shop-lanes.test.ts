import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CallPart } from '../../../src/commerce/call/caller.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';
import {
  createReadPace,
  createShopLanes,
  type ShopCall,
  type ShopLimits,
} from '../../../src/store-platforms/transport/shop-lanes.ts';

const ANSWER_MS = 110;

describe('the pace of reads', () => {
  it('leaves a shop five sixths of its time in the long run', () => {
    let now = 0;
    let calls = 0;
    const pace = createReadPace(
      () => 1,
      () => now,
    );
    const TEN_MINUTES_MS = 600_000;
    while (now < TEN_MINUTES_MS) {
      const waitMs = pace.waitMs();
      now += waitMs;
      if (waitMs > 0) continue;
      pace.begin();
      now += ANSWER_MS;
      pace.end();
      calls += 1;
    }
    const perSecond = (calls * 1_000) / now;
    assert.ok(perSecond > 1.4 && perSecond <= 1.7, `${perSecond} a second`);
  });

  it('counts the time of reads at once as one', () => {
    let now = 0;
    const pace = createReadPace(
      () => 1,
      () => now,
    );
    pace.begin();
    pace.begin();
    now += 4_000;
    pace.end();
    pace.end();
    assert.equal(pace.waitMs(), 0);
    pace.begin();
    now += 4_000;
    pace.end();
    assert.ok(pace.waitMs() > 0);
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
  part,
  msLeft: 60_000,
  stop: undefined,
  isOverrun: () => true,
  ...changes,
});
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('the lanes to a shop', () => {
  function lanesWith(begun: string[], changes: Partial<ShopLimits> = {}, processes = 1) {
    const lanes = createShopLanes(changes, () => processes);
    return (name: string, part: CallPart, more: Partial<ShopCall> = {}) => {
      const { work, end } = openWork(name, begun);
      return { answer: lanes.run(call(part, more), work), end };
    };
  }

  async function beginTogether(parts: readonly CallPart[], processes?: number): Promise<string[]> {
    const begun: string[] = [];
    const ask = lanesWith(begun, {}, processes);
    const all = parts.map((part) => ask(part, part));
    await turns();
    const atOnce = [...begun];
    for (const each of all) each.end();
    await Promise.all(all.map(({ answer }) => answer));
    return atOnce;
  }

  it('run four sales at once, two reads of the catalog and one of an import', async () => {
    for (const [part, count] of [
      ['sale', 4],
      ['catalog', 2],
      ['import', 1],
    ] as const)
      assert.equal((await beginTogether(new Array(6).fill(part))).length, count, part);
  });

  it('divide the calls at once among processes, and leave each process one', async () => {
    assert.equal((await beginTogether(new Array(6).fill('sale'), 2)).length, 2);
    assert.equal((await beginTogether(new Array(6).fill('sale'), 8)).length, 1);
  });

  it('begin sales before searches, and searches before imports', async () => {
    const begun: string[] = [];
    const ask = lanesWith(begun, { concurrency: 1 });
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
    assert.deepEqual(await beginTogether(['import', 'catalog', 'sale']), ['import', 'catalog', 'sale']);
  });

  it('keep room for sales when the waiting searches have reached their limit', async () => {
    const begun: string[] = [];
    const ask = lanesWith(begun, { concurrency: 1, waiting: 2 });
    const running = ask('running', 'sale');
    const searches = [ask('a', 'catalog'), ask('b', 'catalog')];
    await assert.rejects(ask('c', 'catalog').answer, isTooMany);
    const sale = ask('sale', 'sale');
    for (const each of [running, sale, ...searches]) each.end();
    await Promise.all([running, sale, ...searches].map(({ answer }) => answer));
    assert.deepEqual(begun, ['running', 'sale', 'a', 'b']);
  });

  it('halve the calls at once when the shop refuses one, and add one for each ten seconds without a refusal', async (t) => {
    let now = 1_000_000;
    t.mock.method(performance, 'now', () => now);
    const lanes = createShopLanes();
    const countAtOnce = async () => {
      const begun: string[] = [];
      const all = Array.from({ length: 6 }, () => openWork('sale', begun));
      const answers = all.map(({ work }) => lanes.run(call('sale'), work));
      await turns();
      const count = begun.length;
      for (const { end } of all) end();
      await Promise.all(answers);
      return count;
    };
    const refuse = () => assert.rejects(lanes.run(call('sale'), () => Promise.reject(new Error('429'))));
    await refuse();
    assert.equal(await countAtOnce(), 2);
    await refuse();
    await refuse();
    assert.equal(await countAtOnce(), 1);
    now += 20_000;
    assert.equal(await countAtOnce(), 3);
    now += 60_000;
    assert.equal(await countAtOnce(), 4);
  });

  it('let a call wait until the caller’s time is over, and say in the refusal when to come again', async () => {
    const ask = lanesWith([], { concurrency: 1 });
    const running = ask('running', 'sale');
    await assert.rejects(ask('late', 'sale', { msLeft: 5 }).answer, isTooMany);
    running.end();
    assert.equal(await running.answer, 'running');
  });

  it('forget a waiting call whose callers have gone', async () => {
    const begun: string[] = [];
    const ask = lanesWith(begun, { concurrency: 1 });
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
