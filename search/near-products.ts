import { LRUCache } from 'lru-cache';
import type { SearchIndex } from './indexing/search-index.ts';
import { pickNearestKeys, toVector, type Vector } from './indexing/vectors.ts';
import { toWantedText } from './query/read-query.ts';

/** Model that turns texts into vectors of what they mean. */
interface Embedder {
  embed(texts: readonly string[], timeoutMs: number): Promise<readonly number[][]>;
}

/** Returns the keys of products that mean what a text means, the nearest first; none while the model does not answer in time. */
export type FindNear = (index: SearchIndex, text: string) => Promise<readonly number[]>;

/** A search does not wait longer for the model: it answers by words alone. */
const TIMEOUT_MS = 400;
/** After a failure the model is left alone for so long. */
const REST_MS = 30_000;
const MAX_KNOWN = 2_000;
/** Further searches at the same time answer by words: a stranger's many texts occupy the model no longer than these. */
const MAX_UNDER_WAY = 16;

/** Asks the model once for a repeated text; concurrent requests share the answer. */
export function createFindNear(
  { embed }: Embedder,
  { now, onFailure }: { now: () => number; onFailure: (error: unknown) => void },
): FindNear {
  const vectors = new LRUCache<string, Promise<Vector | undefined>>({ max: MAX_KNOWN });
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

  async function findVector(text: string): Promise<Vector | undefined> {
    const vector = vectors.get(text);
    if (vector || text === '' || now() < restsUntil || underWay >= MAX_UNDER_WAY) return vector;
    const request = ask(text);
    vectors.set(text, request);
    return request;
  }

  return async ({ vectors: ofProducts, vocabulary }, text) => {
    if (ofProducts.size === 0) return [];
    const vector = await findVector(toWantedText(text, vocabulary.language));
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    return vector ? pickNearestKeys(ofProducts, vector, pause) : [];
  };
}
