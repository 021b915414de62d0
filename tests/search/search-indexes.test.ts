import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SearchDocument } from '../../search/indexing/search-document.ts';
import { type CatalogSource, createIndexes } from '../../search/indexing/search-indexes.ts';
import { search } from '../../search/search.ts';
import { pluck } from '../../testing/pluck.ts';
import { document } from './documents.ts';

/** A copy of catalogs in memory whose reads are counted. */
function catalogs(stores: Record<string, SearchDocument[]>) {
  const reads: string[] = [];
  const changes: Awaited<ReturnType<CatalogSource['readChanges']>>[] = [];
  const source: CatalogSource = {
    readAll: async (storeId) => {
      reads.push(`all ${storeId}`);
      const documents = stores[storeId] ?? [];
      return {
        mark: '1',
        pieces: (async function* () {
          for (let from = 0; from < documents.length; from += 10) yield documents.slice(from, from + 10);
        })(),
      };
    },
    readChanges: async (storeId, mark) => {
      reads.push(`since ${mark} ${storeId}`);
      return changes.length > 0 ? changes.shift() : { documents: [], removed: [], mark };
    },
  };
  return { source, reads, changes };
}

function opened(stores: Record<string, SearchDocument[]>, maxBytes = 1e7) {
  const clock = { now: 1 };
  const copy = catalogs(stores);
  const indexes = createIndexes(copy.source, {
    maxBytes,
    maxAgeMs: 1_000,
    now: () => clock.now,
    pause: async () => undefined,
  });
  const find = async (storeId: string, text: string) => {
    const index = await indexes.get(storeId);
    return index && search(index, { text, first: 10 }).keys;
  };
  return { ...copy, clock, indexes, find };
}

const mugs = (count: number) => Array.from({ length: count }, (_, key) => document(key, `Mug number${key}`));

describe('search indexes of stores', () => {
  it('builds an index once, for all callers that wait for it', async () => {
    const { find, reads } = opened({ a: mugs(25) });
    const results = await Promise.all([find('a', 'mugs'), find('a', 'mugs'), find('a', 'number7')]);
    assert.deepEqual(pluck(results, 'length'), [10, 10, 1]);
    assert.deepEqual(reads, ['all a']);
  });

  it('reads what has changed when the index is older than its bound', async () => {
    const { find, reads, clock, changes } = opened({ a: mugs(2) });
    await find('a', 'mug');
    clock.now = 1_001;
    await find('a', 'mug');
    assert.deepEqual(reads, ['all a']);
    clock.now = 1_002;
    changes.push({ documents: [document(5, 'Lamp')], removed: [0], mark: '2' });
    assert.deepEqual(await find('a', 'lamp'), [5]);
    assert.deepEqual(await find('a', 'mug'), [1]);
    clock.now = 3_000;
    await find('a', 'mug');
    assert.deepEqual(reads, ['all a', 'since 1 a', 'since 2 a']);
  });

  it('rebuilds an index when its changes are no longer known', async () => {
    const { find, reads, clock, changes } = opened({ a: mugs(2) });
    await find('a', 'mug');
    clock.now = 2_000;
    changes.push(undefined);
    assert.equal((await find('a', 'mug'))?.length, 2);
    assert.deepEqual(reads, ['all a', 'since 1 a', 'all a']);
  });

  it('builds an index anew when most of its words are left over from earlier products', async () => {
    const { find, reads, clock, changes } = opened({ a: mugs(2) });
    await find('a', 'mug');
    for (let change = 1; change <= 120; change++) {
      const description = Array.from({ length: 100 }, (_, word) => `word${change}x${word}`).join(' ');
      clock.now += 2_000;
      changes.push({ documents: [document(0, 'Mug', { description })], removed: [], mark: '1' });
      await find('a', 'mug');
    }
    assert.equal(reads.filter((read) => read === 'all a').length, 2);
  });

  it('evicts the store that was searched longest ago when memory runs out', async () => {
    const { indexes } = opened({ a: mugs(50), b: mugs(50), c: mugs(50) }, 70_000);
    await indexes.get('a');
    await indexes.get('b');
    await indexes.get('a');
    await indexes.get('c');
    assert.ok(indexes.bytes() <= 70_000, String(indexes.bytes()));
    const states = ['a', 'b', 'c'].map((store) => indexes.held(store) !== undefined);
    assert.deepEqual(states, [true, false, true]);
  });

  it('refuses to index a catalog beyond the memory for all, and reads it again only later', async () => {
    const { indexes, reads, clock } = opened({ a: mugs(500) }, 70_000);
    assert.equal(await indexes.get('a'), undefined);
    assert.equal(await indexes.get('a'), undefined);
    assert.deepEqual(reads, ['all a']);
    clock.now = 2 * 60 * 60_000;
    await indexes.get('a');
    assert.deepEqual(reads, ['all a', 'all a']);
  });

  it('builds again after a failure', async () => {
    const { source, find } = opened({ a: mugs(2) });
    const readAll = source.readAll;
    source.readAll = async () => {
      throw new Error('the database is locked');
    };
    await assert.rejects(find('a', 'mug'), /locked/);
    source.readAll = readAll;
    assert.equal((await find('a', 'mug'))?.length, 2);
  });

  it('drops an index that no search has asked for within an hour', async () => {
    const { indexes, clock } = opened({ a: mugs(2), b: mugs(2) });
    await indexes.get('a');
    clock.now = 30 * 60_000;
    await indexes.get('b');
    clock.now = 61 * 60_000;
    await indexes.get('b');
    assert.equal(indexes.held('a'), undefined);
    assert.ok(indexes.held('b'));
  });

  it('reads the language of a catalog that was empty when it was first searched', async () => {
    const empty: SearchDocument[] = [];
    const { find, clock } = opened({ a: empty });
    assert.deepEqual(await find('a', 'mug'), []);
    const german =
      'Die Tassen sind für den Kaffee und nicht für die Suppe, aber auch für den Tee und das Wasser.';
    empty.push(...[1, 2, 3].map((key) => document(key, 'Kaffeetasse', { description: german })));
    clock.now = 2_000;
    assert.equal((await find('a', 'kaffeetassen'))?.length, 3);
  });

  it('forgets a store', async () => {
    const { indexes, find } = opened({ a: mugs(2) });
    await find('a', 'mug');
    indexes.forget('a');
    assert.equal(indexes.held('a'), undefined);
  });
});
