import type { MessageKind, ServiceMessage } from '../../commerce/merchant/mail.ts';
import type { DeliveryAttempt } from '../../commerce/order/delivery-attempts.ts';
import type { DeliveryStatus, DisabledReason, EventData } from '../../commerce/order/events.ts';
import type { Order } from '../../commerce/order/order.ts';
import type { DeliveryEffect, SignatureState } from '../../commerce/store/webhook-delivery.ts';
import { gid, instant, integer, list, number, oneOf, ref, sealed, sealedJson, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** Addresses of merchants that get the events of a store. */
export const eventEndpoints = declareTable('event_endpoints', {
  id: uuid,
  store_id: ref('stores'),
  /** The path or query is a secret with many receivers. */
  url: sealed(),
  description: text,
  /** Null for all. */
  /** JSON of a list; null for all types. */
  event_types: text.optional,
  /** `whsec_…`. */
  secret: sealed(),
  /** Signs along until `previous_until`. */
  previous_secret: sealed().optional,
  previous_until: instant.optional,
  /** Null while it is enabled. */
  disabled_reason: oneOf<DisabledReason>().optional,
  /** Consecutive failures. */
  failures: integer.default(0),
  held_until: instant.optional,
  created_at: instant,
}).with({});

/** Messages to merchants' endpoints and to agent platforms, written in the transaction of the change that they report. */
export const outboxMessages = declareTable('outbox_messages', {
  /** Sequence of the messages of one subject. */
  number,
  id: uuid,
  store_id: ref('stores'),
  receiver: oneOf<'endpoint' | 'agent_platform'>(),
  /** Subject of the job that delivers it: an endpoint's id, or an order's id for its agent platform. */
  channel: text,
  /** Messages of one subject in one channel are delivered one after the other. */
  subject: text,
  /** The same over all attempts and endpoints, so that receivers can deduplicate. */
  message_id: text,
  type: text,
  /** URL of the agent platform's profile; empty for an endpoint, which may change its own. */
  address: text,
  snapshot: sealedJson<EventData | Order>(),
  occurred_at: instant,
  status: oneOf<DeliveryStatus>().default('pending'),
  attempts: integer.default(0),
  next_attempt_at: instant,
  /** Instant of the delivery or of the last attempt of a dead letter. */
  settled_at: instant.optional,
  /** The last ones. */
  history: list<DeliveryAttempt>(),
}).with({
  boundTo: 'order_notices',
  key: ['store_id', 'number'],
  unique: ['store_id, channel, message_id', 'store_id, id'],
  isDivided: true,
  indexes: {
    due: "(store_id, channel, next_attempt_at) where status = 'pending'",
    first: "(store_id, channel, subject, number) where status = 'pending'",
    settled: '(settled_at) where settled_at is not null',
  },
});

/** Messages of the service itself: mails and unpair notifications. */
export const serviceMessages = declareTable('service_messages', {
  /** Key of the sender: a message that is added again is sent once. */
  id: text,
  kind: oneOf<MessageKind>(),
  /** Organization that the message counts for; the message's own id without one. */
  organization_id: text.default(''),
  /** Null once sent or given up. */
  content: sealedJson<ServiceMessage['content']>().optional,
  attempts: integer.default(0),
  /** Null once sent or given up. */
  next_attempt_at: instant.optional,
  /** Instant of the last attempt that the receiver answered or refused. */
  tried_at: instant.optional,
  /** Why that attempt failed, without addresses; null when it did not. */
  error: text.optional,
  expires_at: instant,
  created_at: instant,
}).with({
  indexes: {
    tried: '(tried_at) where tried_at is not null',
    next: '(next_attempt_at) where next_attempt_at is not null',
    waiting: '(kind, organization_id, next_attempt_at) where next_attempt_at is not null',
  },
});

/** Webhooks received, for deduplication, and refused ones, which the merchant sees. */
export const webhookDeliveries = declareTable('webhook_deliveries', {
  store_id: ref('stores'),
  /** Hash of the platform's delivery id; a random id for an unverified delivery. */
  delivery_hash: text,
  topic: text,
  received_at: instant,
  signature: oneOf<SignatureState>().default('valid'),
  effect: oneOf<DeliveryEffect>().default('refreshed'),
  /** Product or order. */
  subject: gid.optional,
  /** Further deliveries with the same id. */
  repeats: integer.default(0),
}).with({
  key: ['store_id', 'delivery_hash'],
  isDivided: true,
  indexes: { age: '(received_at)', of_store: '(store_id, received_at)' },
});
