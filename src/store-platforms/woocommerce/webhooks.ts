import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_STEP_REPORTS, REPORTED_STEPS } from '../../commerce/checkout/buyer-steps.ts';
import { parseJson } from '../../commerce/json/parse-json.ts';
import type { Delivery, PlatformEvent, WebhookHeaders, WebhookRequest } from '../platform-kind.ts';
import { readShape } from '../read-shape.ts';
import { isSignedWith } from '../webhook-signature.ts';
import { orderGid, toProductGid } from './items.ts';

export const WEBHOOK_HEADERS: WebhookHeaders = {
  signature: 'x-wc-webhook-signature',
  topic: 'x-wc-webhook-topic',
};

/** Delivery of all pings, which are unsigned and have no effect. */
const PING: Delivery = { id: 'ping', topic: 'ping', event: null };

export function readWebhook(request: WebhookRequest, secret: string): Delivery | 'bad_signature' {
  const signature = getHeader(request, WEBHOOK_HEADERS.signature);
  if (signature === '' && isPing(request)) return PING;
  if (!isSignedWith(secret, request.body, signature)) return 'bad_signature';
  const topic = getHeader(request, WEBHOOK_HEADERS.topic).slice(0, MAX_HEADER_LENGTH);
  const event = toEvent(topic, parseJson(Buffer.from(request.body).toString()));
  // WooCommerce's id combines webhook and second. The payload of saved settings is always the same: each of them counts.
  const id = getHeader(request, 'x-wc-webhook-delivery-id').slice(0, MAX_HEADER_LENGTH);
  return { id: `${id}:${topic === SETTINGS_TOPIC ? randomUUID() : signature}`, topic, event };
}

const SETTINGS_TOPIC = 'action.woocommerce_settings_saved';
/** Sent by the plugin itself, signed as the shop's webhooks are. */
const BUYER_STEPS_TOPIC = 'action.ucp_host_buyer_steps';

/** Headers are unsigned and may hold anything. */
const MAX_HEADER_LENGTH = 100;

function getHeader({ headers }: WebhookRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function isPing({ headers, body }: WebhookRequest): boolean {
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  return isForm && body.length < 40 && /^webhook_id=\d+$/.test(Buffer.from(body).toString());
}

const payload = z.object({
  id: z.int().positive(),
  /** `variation` for a changed variation; `parent_id` is then the product's. */
  type: z.string().catch(''),
  parent_id: z.int().catch(0),
  status: z.string().catch(''),
});

/** Null for unused topics: a coupon.deleted comes with every trashed product. */
function toEvent(topic: string, body: unknown): PlatformEvent | null {
  if (topic === SETTINGS_TOPIC) return { kind: 'shop_changed' };
  if (topic === BUYER_STEPS_TOPIC) {
    const { data } = readShape(stepReports, body);
    return data ? { kind: 'buyer_steps', reports: data.buyer_steps } : null;
  }
  const { data } = readShape(payload, body);
  if (!data) return null;
  const { id, type, parent_id: parent, status } = data;
  if (topic === 'product.deleted') return { kind: 'product_deleted', productId: toProductGid(id) };
  if (/^product\.(created|updated|restored)$/.test(topic)) {
    const product = type === 'variation' && parent > 0 ? parent : id;
    return { kind: 'product_changed', productId: toProductGid(product) };
  }
  // Opening the checkout page creates drafts; a placed order sends another event.
  const isOrder = /^order\.(created|updated|deleted|restored)$/.test(topic) && status !== 'checkout-draft';
  return isOrder ? { kind: 'order_changed', orderId: orderGid(id) } : null;
}

const stepReport = z
  .object({
    session_id: z.uuid().toLowerCase(),
    step: z.enum(REPORTED_STEPS),
    at: z.iso.datetime().transform((at) => new Date(at).toISOString()),
  })
  .transform(({ session_id: sessionId, ...report }) => ({ sessionId, ...report }));

const stepReports = z.object({ buyer_steps: z.array(stepReport).max(MAX_STEP_REPORTS) });
