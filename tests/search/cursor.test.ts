import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCursor, writeCursor } from '../../search/cursor.ts';
import { putDocuments, removeDocuments } from '../../search/indexing/search-index.ts';
import { search } from '../../search/search.ts';
import { document, indexOf } from './documents.ts';

describe('search cursor', () => {
  it('carries any keys', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat(), { maxLength: 200 }), (keys) =>
        assert.deepEqual(
          readCursor(writeCursor(keys) ?? ''),
          new Set(keys.toSorted((one, other) => one - other)),
        ),
      ),
    );
  });

  it('returns undefined for a text that is no cursor', () => {
    for (const text of ['', 'rank-!', 'rank-gA', 'copy-1-5', `rank-${'A'.repeat(30_000)}`, 'rank-AQA='])
      assert.equal(readCursor(text), undefined, text);
  });

  it('ends before it is longer than a request line', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, place) => place * 1_000);
    assert.ok((writeCursor(keys(2_000)) ?? '').length <= 6_000);
    assert.equal(writeCursor(keys(5_000)), undefined);
  });

  it('shows every product once while products change, come and go between pages', () => {
    const titles = Array.from({ length: 40 }, (_, key) =>
      document(key, `Mug ${'blue '.repeat(1 + (key % 5))}`),
    );
    const index = indexOf('en', titles);
    const keys: number[] = [];
    for (let page = 0; page < 8; page++) {
      const seen = readCursor(writeCursor(keys) ?? '') ?? new Set();
      keys.push(...search(index, { text: 'blue mug', first: 5, seen }).keys);
      putDocuments(index, [document(39, 'Blue mug'), document(100 + page, 'Lamp blue')]);
      putDocuments(index, [document(keys[0] ?? 0, 'Blue Mug, the newest')]);
      removeDocuments(index, new Set([100 + page]));
    }
    assert.deepEqual(
      keys.toSorted((one, other) => one - other),
      titles.map(({ key }) => key),
    );
  });
});
