import { z } from 'zod';
import type { LeftOutProduct } from '../../store-platform.ts';
import { type Ask, parseAnswer } from '../client.ts';
import { formatProductName } from './product-list.ts';

/** Products that are named by a call each; a page has more only when a plugin breaks every answer. */
const MAX_NAMED = 20;
const REASON = 'the site fails when it is asked for it: see the error log of PHP';

const posts = z.array(z.object({ id: z.int(), title: z.object({ rendered: z.string() }) }));

/**
 * Names products, by their places in the list by id, at which WooCommerce's answers fail. WordPress's own list of them runs none of what
 * plugins add there; where it is closed, the place is the name.
 */
export async function nameFailedProducts(ask: Ask, places: readonly number[]): Promise<LeftOutProduct[]> {
  const leftOut: LeftOutProduct[] = [];
  for (const place of places)
    leftOut.push({
      name:
        (await fetchName(ask, place, leftOut.length)) ??
        `the product at place ${place + 1} of all by their numbers`,
      reason: REASON,
    });
  return leftOut;
}

async function fetchName(ask: Ask, offset: number, before: number): Promise<string | undefined> {
  if (before >= MAX_NAMED) return undefined;
  const query = `orderby=id&order=asc&per_page=1&offset=${offset}&_fields=id,title`;
  try {
    const answer = await ask({ path: `/wp/v2/product?${query}`, anonymous: true, repeatable: false });
    const [post] = parseAnswer(posts, answer);
    return post && formatProductName(post.id, post.title.rendered);
  } catch {
    return undefined;
  }
}
