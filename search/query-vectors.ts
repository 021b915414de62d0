import { LRUCache } from 'lru-cache';
import { limitEntries } from '../src/commerce/paging/max-entries.ts';
import type { Embedder } from '../src/commerce/product/embedder.ts';
import { toVector, type Vector } from './indexing/vectors.ts';

/** Returns the vector of a query; undefined while the model does not answer in time. */
export type QueryVector = (text: string) => Promise<Vector | undefined>;

/** A search does not wait longer for the model: it answers by words alone. */
const TIMEOUT_MS = 400;
/** After a failure the model is left alone for so long. */
const REST_MS = 30_000;
const MAX_KNOWN = 2_000;
/** Further searches at the same time answer by words: a stranger's many texts occupy the model no longer than these. */
const MAX_UNDER_WAY = 16;

/** Asks the model once for a repeated text; concurrent requests share the answer. */
export function createQueryVectors(
  { embed }: Embedder,
  { now, onFailure }: { now: () => number; onFailure: (error: unknown) => void },
): QueryVector {
  const vectors = new LRUCache<string, Promise<Vector | undefined>>(limitEntries(MAX_KNOWN));
  let restsUntil = 0;
  let underWay = 0;

  async function ask(text: string): Promise<Vector | undefined> {
    underWay += 1;
    try {
      const [vector = []] = await embed([text], TIMEOUT_MS);
      return toVector(vector);
    } catch (error) {
      vectors.delete(text);
      restsUntil = now() + REST_MS;
      onFailure(error);
      return undefined;
    } finally {
      underWay -= 1;
    }
  }

  return async (text) => {
    const vector = vectors.get(text);
    if (vector || text === '' || now() < restsUntil || underWay >= MAX_UNDER_WAY) return vector;
    const request = ask(text);
    vectors.set(text, request);
    return request;
  };
}
