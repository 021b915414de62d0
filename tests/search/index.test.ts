import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyChanges,
  createSearchIndex,
  indexBytes,
  putDocuments,
  removeDocuments,
} from '../../search/indexing/search-index.ts';
import { countOf, findWord } from '../../search/indexing/vocabulary.ts';
import { getLanguage } from '../../search/language/language.ts';
import { search } from '../../search/search.ts';
import { document, indexOf } from './documents.ts';

const manyMugs = (count: number) =>
  Array.from({ length: count }, (_, key) => document(key, `Mug number${key}`));

describe('search index', () => {
  it('finds a changed product by its new words only', () => {
    const index = indexOf('en', [document(1, 'Red Mug'), document(2, 'Lamp')]);
    putDocuments(index, [document(1, 'Blue Teapot')]);
    assert.deepEqual(search(index, { text: 'mug', first: 5 }).keys, []);
    assert.deepEqual(search(index, { text: 'teapot', first: 5 }).keys, [1]);
    assert.equal(index.keys.size, 2);
  });

  it('finds a removed product no more, and counts its words no more', () => {
    const index = indexOf('en', manyMugs(10));
    removeDocuments(index, new Set([3, 4, 99]));
    assert.equal(index.keys.size, 8);
    assert.equal(search(index, { text: 'mug', first: 20 }).keys.length, 8);
    assert.equal(countOf(index.vocabulary, findWord(index.vocabulary, 'mug') ?? 0), 8);
    assert.equal(findWord(index.vocabulary, 'number3'), undefined);
  });

  it('empties the index when all products are removed', () => {
    const index = indexOf('en', manyMugs(10));
    removeDocuments(index, new Set(index.keys));
    assert.deepEqual([index.segments, index.titleWords, index.descriptionWords], [[], 0, 0]);
  });

  it('keeps few segments, none beyond its bound, and every product, through thousands of changes', () => {
    const index = indexOf('en', manyMugs(5_000));
    for (let key = 0; key < 200; key++) putDocuments(index, [document(key, `Cup number${key}`)]);
    assert.equal(index.keys.size, 5_000);
    assert.ok(index.segments.length < 16, String(index.segments.length));
    assert.ok(index.segments.every(({ keys }) => keys.length <= 2_048));
    assert.equal(search(index, { text: 'cup', first: 1_000 }).keys.length, 200);
    assert.deepEqual(search(index, { text: 'number4321', first: 1 }).keys, [4_321]);
  });

  it('lets other work run between batches of changes', async () => {
    const index = createSearchIndex(getLanguage('en'));
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    await applyChanges(index, { documents: manyMugs(100), removed: [] }, pause);
    assert.equal(pauses, 3);
    assert.ok(indexBytes(index) > 100 * 40);
  });
});
