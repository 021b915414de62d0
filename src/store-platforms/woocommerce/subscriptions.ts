import type { z } from 'zod';
import type { Subscription, SubscriptionReport } from '../store-platform.ts';
import { type Ask, CONNECTOR, parseAnswer } from './client.ts';
import { webhooksAnswer, webhooksRemoved } from './connector-wire.ts';
import { subscribeByCore, unsubscribeByCore } from './subscriptions/core-webhooks.ts';

/**
 * Answers of older plugins, and of sites connected with a manually created key, whose webhooks the service manages through
 * core.
 */
const NOT_MANAGED = ['rest_no_route', 'ucp_host_not_pairing'];

/**
 * Lets the plugin of a paired site manage its webhooks: it changes them one request at a time, so concurrent calls never create
 * two for one topic.
 */
export async function subscribe(ask: Ask, subscription: Subscription): Promise<SubscriptionReport> {
  const report = await askPlugin(ask, 'mend', webhooksAnswer, subscription);
  return report ?? subscribeByCore(ask, subscription);
}

export async function unsubscribe(ask: Ask, subscription: Subscription): Promise<string[]> {
  const answer = await askPlugin(ask, 'remove', webhooksRemoved, subscription);
  return answer?.removed ?? unsubscribeByCore(ask, subscription);
}

async function askPlugin<T>(
  ask: Ask,
  what: 'mend' | 'remove',
  schema: z.ZodType<T>,
  { address, secret }: Subscription,
): Promise<T | undefined> {
  const body = { address, secret };
  const answer = await ask({ path: `${CONNECTOR}/webhooks/${what}`, body, answers: NOT_MANAGED });
  return answer.errorCode === undefined ? parseAnswer(schema, answer) : undefined;
}
