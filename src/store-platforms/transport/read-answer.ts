import { hasMoreParts } from '../../commerce/json/json-parts.ts';
import type { Blocks } from '../../outbound/guarded-fetch/ask-whole.ts';
import { decodeAnswer, MAX_CHEAP_PARTS, type ReadAnswer } from './cut-answer.ts';
import { createShopThread } from './shop-thread.ts';

/** Smaller answers are decoded and parsed in less time than a thread needs to take over. */
const MIN_BYTES_OF_THREAD = 512 * 1024;

/** Answers that wait hold their bytes, 10 MB each. */
const MAX_WAITING = 10;

const thread = createShopThread<Blocks, ReadAnswer>(new URL('./cut-in-thread.ts', import.meta.url), {
  maxWaiting: MAX_WAITING,
});

/**
 * Reads the answer of the shop at a URL; a large one in a thread, so that requests are served meanwhile and its text leaves no garbage
 * here. Resolves `busy` when too many answers wait.
 */
export async function readAnswer(url: string, blocks: Blocks, size: number): Promise<ReadAnswer | 'busy'> {
  if (size < MIN_BYTES_OF_THREAD) {
    const decoded = decodeAnswer(blocks);
    if ('flaw' in decoded || !hasMoreParts(decoded.text, MAX_CHEAP_PARTS)) return decoded;
  }
  const outcome = await thread.run(
    new URL(url).host,
    blocks,
    blocks.map(({ buffer }) => buffer),
  );
  if (outcome === 'busy') return outcome;
  return outcome === 'too_slow' ? { flaw: 'too large to be read in time' } : outcome.result;
}
