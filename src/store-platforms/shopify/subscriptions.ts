import type { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import type { Subscription, SubscriptionReport } from '../store-platform.ts';
import type { adminAnswers } from './client/operations.generated.ts';
import { type Admin, type Answer, unwrapData } from './client.ts';
import { CREATE_WEBHOOK, DELETE_WEBHOOK, LIST_WEBHOOKS, UPDATE_WEBHOOK } from './documents/subscriptions.ts';
import { SUBSCRIBED_TOPICS } from './webhooks.ts';
import { nextOf } from './wire.ts';

/** One call, and one per change. Throws `platform_error` when the shop refuses a required topic, after handling all others. */
export async function subscribe(admin: Admin, { address }: Subscription): Promise<SubscriptionReport> {
  const subscriptions = await fetchOwnSubscriptions(admin, address);
  const report: SubscriptionReport = { created: [], repaired: [], fine: [] };
  const refusals: string[] = [];
  for (const { topic, need } of SUBSCRIBED_TOPICS) {
    const ours = subscriptions.filter((each) => each.topic === topic);
    const { state, refusal } = await ensure(admin, { topic, address, ours });
    if (refusal === undefined) report[state].push(topic);
    else if (need === 'required') refusals.push(`${topic}: ${refusal}`);
  }
  if (refusals.length === 0) return report;
  throw new CommerceError('platform_error', `The store refused to send events. ${refusals.join(' ')}`);
}

/** One call, and one per subscription. Throws when the shop refuses a deletion, after handling all others. */
export async function unsubscribe(admin: Admin, { address }: Subscription): Promise<string[]> {
  const subscriptions = await fetchOwnSubscriptions(admin, address);
  const refusals: string[] = [];
  for (const { id, topic } of subscriptions) {
    const refusal = await removeSubscription(admin, id);
    // A subscription removed meanwhile counts as removed.
    if (refusal !== undefined && !/does not exist/i.test(refusal)) refusals.push(`${topic}: ${refusal}`);
  }
  if (refusals.length === 0) return subscriptions.map(({ topic }) => topic);
  throw new CommerceError('platform_error', `The store goes on sending events. ${refusals.join(' ')}`);
}

/** Ensures one complete subscription for the topic and removes surplus ones of this service. */
async function ensure(
  admin: Admin,
  { topic, address, ours }: { topic: string; address: string; ours: readonly AppSubscription[] },
): Promise<{ state: keyof SubscriptionReport; refusal?: string | undefined }> {
  const subscription = { uri: address, format: 'JSON' } as const;
  const good = ours.find(({ uri, format, filter }) => uri === address && format === 'JSON' && !filter);
  const survivor = good ?? ours.find((each) => each.uri === address) ?? ours[0];
  if (!survivor) {
    return { state: 'created', refusal: readRefusal(await admin(CREATE_WEBHOOK, { topic, subscription })) };
  }
  const surplus = ours.filter((each) => each !== survivor);
  for (const { id } of surplus) await removeSubscription(admin, id);
  if (good) return { state: surplus.length > 0 ? 'repaired' : 'fine' };
  const variables = { id: survivor.id, subscription: { ...subscription, filter: '' } };
  return { state: 'repaired', refusal: readRefusal(await admin(UPDATE_WEBHOOK, variables)) };
}

async function removeSubscription(admin: Admin, id: string): Promise<string | undefined> {
  return readRefusal(await admin(DELETE_WEBHOOK, { id }));
}

/** Returns undefined on success or when already done. */
function readRefusal(answer: Answer<Record<string, { userErrors: { message: string }[] } | null>>) {
  const denied = answer.errors.find(({ code }) => code === 'ACCESS_DENIED');
  if (denied) return `It needs ${denied.requiredAccess ?? 'another access scope'}.`;
  const problems = Object.values(unwrapData(answer)).flatMap((payload) => payload?.userErrors ?? []);
  return problems.find(({ message }) => !/already been taken/i.test(message))?.message;
}

type ListedSubscriptions = z.output<typeof adminAnswers.ListWebhooks>;
type AppSubscription = ListedSubscriptions['webhookSubscriptions']['nodes'][number];

const MAX_PAGES = 10;
/** Surplus ones are removed one by one; any above this wait for the next check. */
const MAX_OURS = 50;

/** Lists this service's subscriptions, even under an earlier host, among the app's first 1,000. Stops when the shop repeats a cursor. */
async function fetchOwnSubscriptions(admin: Admin, address: string): Promise<AppSubscription[]> {
  const ours = new Map<string, AppSubscription>();
  const places = new Set<string | null>();
  const { pathname } = new URL(address);
  let after: string | null = null;
  while (!places.has(after) && places.size < MAX_PAGES) {
    places.add(after);
    const answer: Answer<ListedSubscriptions> = await admin(LIST_WEBHOOKS, { after });
    const { nodes, pageInfo } = unwrapData(answer).webhookSubscriptions;
    // Others of the app have another path.
    for (const node of nodes)
      if (ours.size < MAX_OURS && URL.parse(node.uri)?.pathname === pathname) ours.set(node.id, node);
    after = nextOf(pageInfo);
  }
  return [...ours.values()];
}
