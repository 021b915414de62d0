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
  const body = parseJson(Buffer.from(request.body).toString());
  const event = topic === BUYER_STEPS_TOPIC ? readSteps(body) : toEvent(topic, readShape(payload, body).data);
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

type Payload = z.infer<typeof payload>;

/** Null for unused topics: a coupon.deleted comes with every trashed product. */
function toEvent(topic: string, changed: Payload | undefined): PlatformEvent | null {
  if (topic === SETTINGS_TOPIC) return { kind: 'shop_changed' };
  if (!changed) return null;
  if (topic === 'product.deleted') return { kind: 'product_deleted', productId: toProductGid(changed.id) };
  if (/^product\.(created|updated|restored)$/.test(topic)) return toProductChanged(changed);
  return /^order\.(created|updated|deleted|restored)$/.test(topic) ? orderChanged(changed) : null;
}

const stepReports = z.object({
  buyer_steps: z
    .array(
      z
        .object({
          session_id: z.uuid().toLowerCase(),
          step: z.enum(REPORTED_STEPS),
          at: z.iso.datetime().transform((at) => new Date(at).toISOString()),
        })
        .transform(({ session_id: sessionId, ...report }) => ({ sessionId, ...report })),
    )
    .max(MAX_STEP_REPORTS),
});

function readSteps(body: unknown): PlatformEvent | null {
  const { data } = readShape(stepReports, body);
  return data ? { kind: 'buyer_steps', reports: data.buyer_steps } : null;
}

function toProductChanged({ id, type, parent_id: parent }: Payload): PlatformEvent {
  const product = type === 'variation' && parent > 0 ? parent : id;
  return { kind: 'product_changed', productId: toProductGid(product) };
}

/** Null for drafts, which opening the checkout page creates; a placed order sends another event. */
function orderChanged({ id, status }: Payload): PlatformEvent | null {
  return status === 'checkout-draft' ? null : { kind: 'order_changed', orderId: orderGid(id) };
}
