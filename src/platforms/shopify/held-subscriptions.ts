import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import { LIST_WEBHOOKS } from './documents/list-webhooks.ts';
import { type Ask, dataOf } from './graphql.ts';

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

/** All of the app's, page after page. */
export async function heldSubscriptions(
  admin: Ask,
  caller: Caller,
  after: string | null = null,
): Promise<HeldSubscription[]> {
  const answer = await admin(
    { document: LIST_WEBHOOKS, variables: { after }, answer: listAnswer, effect: 'read' },
    caller,
  );
  const { nodes, pageInfo } = dataOf(answer).webhookSubscriptions;
  if (!pageInfo.hasNextPage) return nodes;
  return [...nodes, ...(await heldSubscriptions(admin, caller, pageInfo.endCursor))];
}
