import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instantPlatform } from '../../../bench/instant-platform.ts';
import type { Caller } from '../../../src/commerce/call/caller.ts';
import type { Product } from '../../../src/commerce/product/products.ts';
import { withMergedLookups } from '../../../src/store-platforms/merging-lookups.ts';
import { product } from '../catalog/goods.ts';

const CALLER = { requestId: 'test' };
const gid = (number: number) => `gid://instant/Product/${number}`;

/** Shop whose answers come on demand. */
function shopOnDemand() {
  const lookups: {
    ids: readonly string[];
    caller: Caller;
    stop: AbortSignal | undefined;
    answer(products?: Product[]): void;
  }[] = [];
  const platform = withMergedLookups({
    ...instantPlatform(),
    lookupProducts: (ids, caller) => {
      const { promise, resolve } = Promise.withResolvers<Product[]>();
      const all = () => ids.map((id) => product(Number(id.split('/').at(-1)), id));
      lookups.push({ ids, caller, stop: caller.gone?.(), answer: (products = all()) => resolve(products) });
      return promise;
    },
  });
  return { lookups, platform };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('look-ups of products at one shop', () => {
  it('travel together while one is under way, and each gets its own in its sequence', async () => {
    const { lookups, platform } = shopOnDemand();
    const first = platform.lookupProducts([gid(1)], CALLER);
    const others = [[gid(3), gid(2)], [gid(2)], [gid(4)]].map((ids) => platform.lookupProducts(ids, CALLER));
    lookups[0]?.answer();
    await first;
    await turns();
    assert.deepEqual(lookups[1]?.ids, [gid(3), gid(2), gid(4)]);
    lookups[1]?.answer([2, 3].map((number) => product(number, 'found')));
    const answers = (await Promise.all(others)).map((products) => products.map(({ id }) => id));
    assert.deepEqual(answers, [[gid(3), gid(2)], [gid(2)], []]);
  });

  it('wait in bounds: further ones go to the shop’s slots, which refuse what is too much', async () => {
    const { lookups, platform } = shopOnDemand();
    for (let number = 1; number <= 130; number += 1)
      void platform.lookupProducts([gid(number)], CALLER).catch(() => undefined);
    await turns();
    assert.equal(lookups.length, 30);
  });

  it('sends look-ups of products a hundred ids at a time', async () => {
    const { lookups, platform } = shopOnDemand();
    const first = platform.lookupProducts([gid(1)], CALLER);
    const others = Array.from({ length: 30 }, (_, index) =>
      platform.lookupProducts(
        Array.from({ length: 8 }, (_, number) => gid(index * 8 + number + 10)),
        CALLER,
      ),
    );
    for (let call = 0; call < 4; call += 1) {
      lookups[call]?.answer();
      await turns();
    }
    await Promise.all([first, ...others]);
    assert.deepEqual(
      lookups.map(({ ids }) => ids.length),
      [1, 96, 96, 48],
    );
  });

  it('cancels a look-up when all waiters have gone, and fails it for all when the shop fails', async () => {
    const { lookups, platform } = shopOnDemand();
    const gone = [new AbortController(), new AbortController()];
    const first = platform.lookupProducts([gid(1)], CALLER);
    const both = gone.map(({ signal }, index) =>
      platform.lookupProducts([gid(index + 2)], { ...CALLER, gone: () => signal }),
    );
    lookups[0]?.answer();
    await first;
    await turns();
    const settled = Promise.allSettled(both);
    gone[0]?.abort();
    assert.equal(lookups[1]?.stop?.aborted, false);
    gone[1]?.abort();
    await turns();
    assert.equal(lookups[1]?.stop?.aborted, true);
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });

  it('learn of a read that their call has joined, and join none that began before a change', async () => {
    const { lookups, platform } = shopOnDemand();
    const first = platform.lookupProducts([gid(1)], CALLER);
    const joined: string[] = [];
    const others = [7, 9, 8].map((notBefore, index) =>
      platform.lookupProducts([gid(index + 2)], {
        ...CALLER,
        notBefore,
        onJoined: (beganAt) => void joined.push(`${index} ${beganAt}`),
      }),
    );
    lookups[0]?.answer();
    await first;
    await turns();
    assert.equal(lookups[1]?.caller.notBefore, 9);
    lookups[1].caller.onJoined?.(10);
    assert.deepEqual(joined, ['0 10', '1 10', '2 10']);
    lookups[1].answer();
    await Promise.all(others);
  });

  it('sends a look-up without waiting when its caller knows of a change', async () => {
    const { lookups, platform } = shopOnDemand();
    const first = platform.lookupProducts([gid(1)], CALLER);
    const fresh = platform.lookupProducts([gid(2)], { ...CALLER, fresh: true });
    lookups[1]?.answer();
    assert.equal((await fresh).length, 1);
    lookups[0]?.answer();
    await first;
  });
});
