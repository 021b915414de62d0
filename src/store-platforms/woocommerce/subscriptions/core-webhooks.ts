import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Caller, Subscription, SubscriptionReport } from '../../store-platform.ts';
import { type Ask, CORE, parseAnswer, query } from '../client.ts';

/** Topics of the webhooks. Refunds have none of their own (order.updated tells of them), settings only the hook that saves them. */
const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'action.woocommerce_settings_saved',
] as const;

const wooWebhook = z.object({
  id: z.int(),
  name: z.string(),
  /** active, paused, or disabled: by WooCommerce itself after a row of failures. */
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
});

type WooWebhook = z.infer<typeof wooWebhook>;

const FIELDS = Object.keys(wooWebhook.shape).join(',');
const PER_PAGE = 100;
const MAX_PAGES = 10;
/** Surplus ones are removed one by one; what is above this is left for the next look. */
const MAX_OURS = 50;
const UNKNOWN = 'woocommerce_rest_shop_webhook_invalid_id';

/** One webhook for each topic, active, at our address and with our secret; those of others are left alone. */
export async function subscribeByCore(
  ask: Ask,
  wanted: Subscription,
  caller: Caller,
): Promise<SubscriptionReport> {
  const ours = await readOurs(ask, wanted, caller);
  const report: SubscriptionReport = { created: [], mended: [], fine: [] };
  // One after the other: WooCommerce pings each new one before it answers.
  for (const topic of TOPICS) {
    const found = ours.filter((webhook) => webhook.topic === topic);
    report[await settle(ask, { topic, ...wanted }, found, caller)].push(topic);
  }
  return report;
}

/** One call and one for each webhook: those that lead here, and those that were given our secret. */
export async function unsubscribeByCore(ask: Ask, wanted: Subscription, caller: Caller): Promise<string[]> {
  const ours = await readOurs(ask, wanted, caller);
  for (const webhook of ours) await remove(ask, webhook, caller);
  return ours.map(({ topic }) => topic);
}

/**
 * Ours of the shop's newest 1,000. What a shop lists beyond that, or again, is not looked at; a webhook of ours that stands behind
 * them is made anew, and then is one of the newest.
 */
async function readOurs(ask: Ask, wanted: Subscription, caller: Caller): Promise<WooWebhook[]> {
  const operation = 'GET /webhooks';
  const ours = new Map<number, WooWebhook>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `${CORE}/webhooks?${query({ per_page: PER_PAGE, page, _fields: FIELDS })}`;
    const answer = await ask({ operation, path }, caller);
    const listed = parseAnswer(z.array(wooWebhook), answer, operation);
    for (const webhook of listed) {
      if (ours.size < MAX_OURS && isOurs(webhook, wanted)) ours.set(webhook.id, webhook);
    }
    if (listed.length === 0 || page >= Number(answer.headers.get('x-wp-totalpages') ?? 1)) break;
  }
  return [...ours.values()];
}

/**
 * What leads here is ours, and what was given our secret: so a service that has moved finds its own, and of two services
 * that share a shop neither touches the other's.
 */
function isOurs({ name, topic, delivery_url: url }: WooWebhook, wanted: Subscription): boolean {
  return url === wanted.address || name === nameFor({ topic, ...wanted });
}

const OUR_NAME = 'ucp-host';

interface Wanted extends Subscription {
  topic: string;
}

async function settle(
  ask: Ask,
  wanted: Wanted,
  found: readonly WooWebhook[],
  caller: Caller,
): Promise<keyof SubscriptionReport> {
  const best = found.find((webhook) => isRight(webhook, wanted)) ?? found.find(isMendable);
  const surplus = found.filter((webhook) => webhook !== best);
  if (!best) await create(ask, wanted, caller);
  else if (!isRight(best, wanted)) await mend(ask, best, wanted, caller);
  for (const webhook of surplus) await remove(ask, webhook, caller);
  if (found.length === 0) return 'created';
  return best && surplus.length === 0 && isRight(best, wanted) ? 'fine' : 'mended';
}

/** The row of failures is not forgotten with the status: a disabled one would be so again at once, and is made anew. */
function isMendable({ status }: WooWebhook): boolean {
  return status !== 'disabled';
}

function isRight(webhook: WooWebhook, wanted: Wanted): boolean {
  return (
    webhook.status === 'active' && webhook.delivery_url === wanted.address && webhook.name === nameFor(wanted)
  );
}

/** The secret is never told again: its fingerprint in the name says whether the webhook has the right one. */
function nameFor({ topic, secret }: Wanted): string {
  const fingerprint = createHash('sha256').update(`ucp-host webhook ${secret}`).digest('hex').slice(0, 8);
  return `${OUR_NAME} ${topic} (${fingerprint})`;
}

function toBody(wanted: Wanted): object {
  const { topic, address, secret } = wanted;
  return { name: nameFor(wanted), status: 'active', topic, delivery_url: address, secret };
}

/** Twice made would be twice there: a lost answer is found out by the next look at the list. */
async function create(ask: Ask, wanted: Wanted, caller: Caller): Promise<void> {
  const operation = 'POST /webhooks';
  await ask({ operation, path: `${CORE}/webhooks`, body: toBody(wanted), repeatable: false }, caller);
}

async function mend(ask: Ask, { id }: WooWebhook, wanted: Wanted, caller: Caller): Promise<void> {
  const operation = 'POST /webhooks/{id}';
  await ask({ operation, path: `${CORE}/webhooks/${id}`, body: toBody(wanted) }, caller);
}

async function remove(ask: Ask, { id }: WooWebhook, caller: Caller): Promise<void> {
  const operation = 'DELETE /webhooks/{id}';
  const path = `${CORE}/webhooks/${id}?force=true`;
  await ask({ operation, path, deletes: true, answers: [UNKNOWN] }, caller);
}
