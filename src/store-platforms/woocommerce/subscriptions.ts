import type { z } from 'zod';
import type { Caller, Subscription, SubscriptionReport } from '../store-platform.ts';
import { type Ask, CONNECTOR, parseAnswer } from './client.ts';
import { webhooksAnswer, webhooksRemoved } from './connector-wire.ts';
import { subscribeByCore, unsubscribeByCore } from './subscriptions/core-webhooks.ts';

/** Older plugins have no such route; and a service whose key a merchant made by hand looks after its webhooks itself. */
const NOT_THE_PLUGINS = ['rest_no_route', 'ucp_host_not_pairing'];

/**
 * The plugin of a paired site owns its webhooks, and changes them one request at a time: pairing, its daily check and this
 * call never make two for one topic.
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
  const answer = await ask({ operation, path, body: { address, secret }, answers: NOT_THE_PLUGINS }, caller);
  return answer.errorCode === undefined ? parseAnswer(schema, answer, operation) : undefined;
}
