import type { Blocks } from '../../outbound/guarded-fetch/ask-whole.ts';
import { cutAnswer, decodeAnswer, type ReadAnswer } from './cut-answer.ts';
import { createShopThread } from './shop-thread.ts';

/** Smaller answers are decoded and parsed in less time than a thread needs to take over. */
const MIN_BYTES_OF_THREAD = 512 * 1024;

/** Answers that wait hold their bytes, 10 MB each; further ones are read at once, here. */
const MAX_WAITING = 5;

const thread = createShopThread<Blocks, ReadAnswer>(new URL('./cut-in-thread.ts', import.meta.url), {
  maxWaiting: MAX_WAITING,
});

/** Reads the answer of the shop at a URL; a large one in a thread, so that requests are served meanwhile and its text leaves no garbage here. */
export async function readAnswer(url: string, blocks: Blocks, size: number): Promise<ReadAnswer> {
  if (size < MIN_BYTES_OF_THREAD) return decodeAnswer(blocks);
  const outcome = await thread.run(
    new URL(url).host,
    blocks,
    blocks.map(({ buffer }) => buffer),
  );
  if (outcome === 'busy') return cutAnswer(blocks);
  return outcome === 'too_slow' ? { flaw: 'too large to be read in time' } : outcome.result;
}
