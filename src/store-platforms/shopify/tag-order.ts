import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { PlatformOrder } from '../../commerce/order.ts';
import type { Caller } from '../store-platform.ts';
import { READ_ORDER_TAGS } from './documents/read-order-tags.ts';
import { TAG_ORDER } from './documents/tag-order.ts';
import { type Ask, dataOf } from './client.ts';

const tagsAnswer = z.object({ order: z.object({ tags: z.array(z.string()) }).nullable() });
const tagAnswer = z.object({
  tagsAdd: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
});

/**
 * Tags an order with the bare id of its session, since tags end at 40 characters. An order that has the tag is left alone:
 * every change of an order is told by a webhook, which would lead here again.
 */
export async function tagOrder(admin: Ask, order: PlatformOrder, caller: Caller): Promise<void> {
  const { id, sessionId } = order;
  if (sessionId === null) return;
  const held = await admin(
    { document: READ_ORDER_TAGS, variables: { id }, answer: tagsAnswer, effect: 'read' },
    caller,
  );
  const { order: found } = dataOf(held);
  if (!found || found.tags.some((tag) => tag.toLowerCase() === sessionId.toLowerCase())) return;
  const answer = await admin(
    {
      document: TAG_ORDER,
      variables: { id, tags: [sessionId] },
      answer: tagAnswer,
      effect: 'repeatable_write',
    },
    caller,
  );
  const [problem] = dataOf(answer).tagsAdd?.userErrors ?? [];
  if (problem) throw new CommerceError('platform_error', `The store refused the tag: ${problem.message}`);
}
