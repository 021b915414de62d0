import { z } from 'zod';
import type { StepReport } from '../../commerce/checkout/buyer-steps.ts';
import { parseJson } from '../../commerce/json/parse-json.ts';
import { isUuid } from '../../commerce/text/uuid.ts';
import type { PlatformEvent, WebhookHeaders, WebhookRequest } from '../platform-kind.ts';
import { readShape } from '../read-shape.ts';
import { isSignedWith } from '../webhook-signature.ts';
import { getWebhookSecret, type ShopifyCredentials } from './credentials.ts';
import { orderGid, toProductGid } from './items.ts';
import { SESSION_ATTRIBUTE } from './orders/platform-order.ts';
import { instant } from './wire.ts';

export const WEBHOOK_HEADERS: WebhookHeaders = {
  signature: 'x-shopify-hmac-sha256',
  topic: 'x-shopify-topic',
};

/** Rejects everything without the app's secret. All shops of an app share it, so the shop's domain is checked too. */
export function readWebhook(request: WebhookRequest, credentials: ShopifyCredentials) {
  const getHeader = (name: string) => [request.headers[name]].flat()[0] ?? '';
  const signature = getHeader(WEBHOOK_HEADERS.signature);
  if (!isSignedWith(getWebhookSecret(credentials) ?? '', request.body, signature)) return 'bad_signature';
  if (getHeader('x-shopify-shop-domain').toLowerCase() !== credentials.domain) return 'bad_signature';
  const id = getHeader('x-shopify-webhook-id');
  const topic = getHeader(WEBHOOK_HEADERS.topic).toLowerCase();
  return id === '' ? 'bad_signature' : { id, topic, event: toEvent(topic, request.body) };
}

const number = z.int().positive();
const buildProductEvent = (kind: 'product_changed' | 'product_deleted') =>
  z.object({ id: number }).transform(({ id }): PlatformEvent => ({ kind, productId: toProductGid(id) }));
const productChanged = buildProductEvent('product_changed');
const toOrderChanged = (id: number): PlatformEvent => ({ kind: 'order_changed', orderId: orderGid(id) });
const orderChanged = z.object({ id: number }).transform(({ id }) => toOrderChanged(id));
const partOfOrderChanged = z
  .object({ order_id: number })
  .transform(({ order_id }) => toOrderChanged(order_id));

const typedAddress = z.object({ address1: z.string().nullish() }).nullish();

/** Shopify reports each change of a checkout from its opening on; only the session and the steps are read. */
const checkoutPayload = z.object({
  created_at: instant,
  updated_at: instant,
  completed_at: instant.nullish(),
  shipping_address: typedAddress,
  billing_address: typedAddress,
  note_attributes: z.array(z.object({ name: z.string(), value: z.unknown() })).catch([]),
});
const checkoutChanged = checkoutPayload.transform(
  (checkout): PlatformEvent => ({ kind: 'buyer_steps', reports: toSteps(checkout) }),
);

function toSteps(checkout: z.output<typeof checkoutPayload>): StepReport[] {
  const sessionId = checkout.note_attributes.find(({ name }) => name === SESSION_ATTRIBUTE)?.value;
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) return [];
  const isAddressed = checkout.shipping_address?.address1 || checkout.billing_address?.address1;
  const reached: [StepReport['step'], string | null | undefined][] = [
    ['opened', checkout.created_at],
    ['address', isAddressed ? checkout.updated_at : null],
    ['payment', checkout.completed_at],
  ];
  return reached.flatMap(([step, at]) => (at ? { sessionId, step, at } : []));
}

/** Parser of the body, and how much a subscription is needed; none where only the merchant's app may subscribe. */
type Topic = readonly [event: z.ZodType<PlatformEvent>, need?: 'required' | 'optional'];

/** `orders/updated` covers payments but not parcels; `refunds/create` is a second source, since a missed refund is costly. */
const TOPICS: Readonly<Record<string, Topic>> = {
  'products/create': [productChanged, 'required'],
  'products/update': [productChanged, 'required'],
  'products/delete': [buildProductEvent('product_deleted'), 'required'],
  'checkouts/create': [checkoutChanged, 'optional'],
  'checkouts/update': [checkoutChanged, 'optional'],
  'orders/create': [orderChanged, 'required'],
  'orders/updated': [orderChanged, 'required'],
  'orders/delete': [orderChanged, 'optional'],
  'orders/edited': [z.object({ order_edit: partOfOrderChanged }).transform((body) => body.order_edit)],
  'orders/paid': [orderChanged],
  'orders/cancelled': [orderChanged],
  'orders/fulfilled': [orderChanged],
  'orders/partially_fulfilled': [orderChanged],
  'refunds/create': [partOfOrderChanged, 'required'],
  'fulfillments/create': [partOfOrderChanged, 'optional'],
  'fulfillments/update': [partOfOrderChanged, 'optional'],
  'fulfillment_events/create': [partOfOrderChanged],
  'shop/update': [z.object({}).transform((): PlatformEvent => ({ kind: 'shop_changed' })), 'optional'],
};

/** Topics to subscribe to, as the Admin API writes them: `PRODUCTS_CREATE`. */
export const SUBSCRIBED_TOPICS = Object.entries(TOPICS).flatMap(([name, [, need]]) =>
  need ? [{ topic: name.replace('/', '_').toUpperCase(), need }] : [],
);

function toEvent(topic: string, body: Uint8Array): PlatformEvent | null {
  const schema = Object.hasOwn(TOPICS, topic) ? TOPICS[topic]?.[0] : undefined;
  return (schema && readShape(schema, parseJson(Buffer.from(body).toString('utf8'))).data) ?? null;
}
