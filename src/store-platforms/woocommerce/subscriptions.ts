import type { z } from 'zod';
import type { Caller, Subscription, SubscriptionReport } from '../store-platform.ts';
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
export async function subscribe(ask: Ask, wanted: Subscription, caller: Caller): Promise<SubscriptionReport> {
  const report = await askPlugin(ask, 'mend', webhooksAnswer, wanted, caller);
  return report ?? subscribeByCore(ask, wanted, caller);
}

export async function unsubscribe(ask: Ask, wanted: Subscription, caller: Caller): Promise<string[]> {
  const answer = await askPlugin(ask, 'remove', webhooksRemoved, wanted, caller);
  return answer?.removed ?? unsubscribeByCore(ask, wanted, caller);
}

async function askPlugin<T>(
  ask: Ask,
  what: 'mend' | 'remove',
  schema: z.ZodType<T>,
  { address, secret }: Subscription,
  caller: Caller,
): Promise<T | undefined> {
  const operation = `POST /webhooks/${what}`;
  const path = `${CONNECTOR}/webhooks/${what}`;
  const answer = await ask({ operation, path, body: { address, secret }, answers: NOT_MANAGED }, caller);
  return answer.errorCode === undefined ? parseAnswer(schema, answer, operation) : undefined;
}
