import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import { LIST_WEBHOOKS } from './documents/list-webhooks.ts';
import { type Answer, type Ask, dataOf } from './client.ts';

const heldSubscription = z.object({
  id: z.string(),
  topic: z.string(),
  uri: z.string(),
  format: z.string(),
  filter: z.string().nullable(),
});

const listAnswer = z.object({
  webhookSubscriptions: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(heldSubscription),
  }),
});

export type HeldSubscription = z.output<typeof heldSubscription>;

const MAX_PAGES = 10;
/** Surplus ones are removed one by one; what is above this is left for the next look. */
const MAX_OURS = 50;

/** Those of the app's first 1,000 that `isOurs` knows. A shop that gives a place twice has no more to say. */
export async function heldSubscriptions(
  admin: Ask,
  isOurs: (held: HeldSubscription) => boolean,
  caller: Caller,
): Promise<HeldSubscription[]> {
  const ours = new Map<string, HeldSubscription>();
  const places = new Set<string | null>();
  let after: string | null = null;
  while (!places.has(after) && places.size < MAX_PAGES) {
    places.add(after);
    const question = { document: LIST_WEBHOOKS, variables: { after }, answer: listAnswer };
    const answer: Answer<z.output<typeof listAnswer>> = await admin({ ...question, effect: 'read' }, caller);
    const { nodes, pageInfo } = dataOf(answer).webhookSubscriptions;
    for (const held of nodes) if (ours.size < MAX_OURS && isOurs(held)) ours.set(held.id, held);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return [...ours.values()];
}
