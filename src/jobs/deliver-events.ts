import { CommerceError } from '../commerce/errors.ts';
import { SEND_ALERTS } from '../commerce/job/job-names.ts';
import { appendAttempt } from '../commerce/order/delivery-attempts.ts';
import {
  type DisabledReason,
  type EndpointAnswer,
  type EventEndpoint,
  MAX_ATTEMPTS,
} from '../commerce/order/events.ts';
import { isHeld, nextProbe } from '../commerce/store/outage.ts';
import type { Store } from '../commerce/store/store.ts';
import { computeBackoffMs } from '../commerce/time/backoff.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { EndpointMessage, OrderMessage, Outbox } from '../storage/repositories/events/outbox.ts';
import type { Outages } from '../storage/repositories/jobs/outages.ts';
import type { Orders } from '../storage/repositories/shopping/orders.ts';
import type { EventEndpoints } from '../storage/repositories/stores/event-endpoints.ts';
import type { Stores } from '../storage/repositories/stores/stores.ts';
import type { JobKind } from './job-kind.ts';

export interface Delivering {
  stores: Pick<Stores, 'findById'>;
  orders: Orders;
  outbox: Outbox;
  eventEndpoints: EventEndpoints;
  outages: Outages;
  sendToEndpoint(store: Store, endpoint: EventEndpoint, message: EndpointMessage): Promise<EndpointAnswer>;
  /** Sends an order event to the agent's platform once. Throws when it has to be repeated. */
  notifyAgentPlatform(
    context: { store: Store; orders: Orders; now: () => number },
    message: OrderMessage,
  ): Promise<void>;
  now: () => number;
  log(details: object, message: string): void;
}

/** `rerunAt`: instant before which nothing can be sent. `done`: the job has nothing more to do. */
type Next = { rerunAt: string } | 'continue' | 'done';

/** Messages that are sent to one endpoint at once; one while it fails. */
const CONCURRENCY = 8;
const PLATFORM_RETRY = { firstMs: 2_000, maxMs: 30 * MINUTE_MS };
const ENDPOINT_RETRY = { firstMs: 5_000, maxMs: 4 * HOUR_MS };
/** Longer than any wait: an instant beyond was set by a wrong clock. */
const MAX_WAIT_MS = 5 * HOUR_MS;
/** Older events of orders are given up: the agent platform can still read the order. */
const MAX_ORDER_EVENT_AGE_MS = 4 * DAY_MS;
/** Longer than one delivery takes. */
const PROBE_MS = MINUTE_MS;

/** Delivers the messages of one channel at least once, those of one subject one after the other. A repeated message has the same id. */
export function deliverEvents(delivering: Delivering): JobKind['run'] {
  return async (job) => {
    for (;;) {
      const store = await delivering.stores.findById(job.storeId);
      if (!store) return undefined;
      const next = await deliverNext(delivering, store, job.subject);
      if (next === 'done') return undefined;
      if (next !== 'continue') return next;
      await job.recordProgress(null);
    }
  };
}

async function deliverNext(delivering: Delivering, store: Store, channel: string): Promise<Next> {
  const endpoint = await delivering.eventEndpoints.find(store.id, channel);
  const limit = endpoint?.failures === 0 ? CONCURRENCY : 1;
  const now = toIso(delivering.now());
  const messages = await delivering.outbox.next(store.id, channel, limit);
  if (await giveUpUnreadable(delivering, messages, now)) return 'continue';
  const [first] = messages;
  if (!first) return 'done';
  if (first.receiver === 'agent_platform') return toAgentPlatform(delivering, store, first);
  if (!endpoint || endpoint.disabledReason !== null) {
    await delivering.outbox.giveUpChannel(store.id, channel, now);
    return 'done';
  }
  const toSend = messages.filter((message) => message.receiver === 'endpoint');
  return toEndpoint({ ...delivering, store, endpoint }, toSend);
}

type EventMessage = EndpointMessage | OrderMessage;

/** Gives up messages that cannot be decrypted, which all later ones of their subject would wait for. Returns false without any. */
async function giveUpUnreadable({ outbox }: Delivering, messages: readonly EventMessage[], at: string) {
  const unreadable = messages.filter(({ isUnreadable }) => isUnreadable);
  const attempt = { at, status: null, error: 'Its content cannot be decrypted.' };
  for (const message of unreadable) await outbox.giveUp(appendAttempt(message, attempt), at);
  return unreadable.length > 0;
}

type ToEndpoint = Delivering & { store: Store; endpoint: EventEndpoint };

async function toEndpoint(sending: ToEndpoint, messages: readonly EndpointMessage[]): Promise<Next> {
  const { endpoint } = sending;
  const now = sending.now();
  const isAhead = (instant: string) => instant > toIso(now) && instant <= toIso(now + MAX_WAIT_MS);
  if (endpoint.heldUntil !== null && isAhead(endpoint.heldUntil)) return { rerunAt: endpoint.heldUntil };
  const due = messages.filter(({ nextAttemptAt }) => !isAhead(nextAttemptAt));
  if (due.length === 0) return { rerunAt: messages[0]?.nextAttemptAt ?? toIso(now) };
  const answers = await Promise.all(due.map((message) => attempt(sending, message)));
  await settleEndpoint(sending, answers);
  return 'continue';
}

async function attempt({ store, endpoint, ...delivering }: ToEndpoint, message: EndpointMessage) {
  const { outbox, now } = delivering;
  const answer = await delivering.sendToEndpoint(store, endpoint, message);
  const { status, error, retryAfterMs } = answer;
  const at = toIso(now());
  const delivery = appendAttempt(message, { at, status, error });
  if (error === null) await outbox.markDelivered(delivery, at);
  else if (delivery.attempts >= MAX_ATTEMPTS) await outbox.giveUp(delivery, at);
  else {
    const waitMs = computeBackoffMs(delivery.attempts, ENDPOINT_RETRY, retryAfterMs);
    await outbox.postpone(delivery, toIso(now() + waitMs));
  }
  return answer;
}

/** Records the state of the endpoint after a batch: one failure in it counts once. */
async function settleEndpoint(sending: ToEndpoint, answers: readonly EndpointAnswer[]): Promise<void> {
  const { eventEndpoints, now, log, store, endpoint } = sending;
  const failed = answers.filter(({ error }) => error !== null);
  if (failed.length === 0) {
    if (endpoint.failures > 0) await eventEndpoints.recordRecovery(endpoint);
    return;
  }
  const isGone = failed.some(({ status }) => status === 410);
  if (!isGone && endpoint.failures + 1 < MAX_ATTEMPTS) {
    const askedMs = Math.max(...failed.map(({ retryAfterMs = 0 }) => retryAfterMs));
    const waitMs = computeBackoffMs(endpoint.failures + 1, ENDPOINT_RETRY, askedMs);
    await eventEndpoints.recordFailure(endpoint, toIso(now() + waitMs));
    return;
  }
  const reason: DisabledReason = isGone ? 'gone' : 'failing';
  const actor = { accountId: null, name: 'service' };
  const details = { endpoint: endpoint.id, reason };
  const by = { actor, action: 'event_endpoint.disabled', details } as const;
  const at = toIso(now());
  const alert = { kind: SEND_ALERTS, subject: `endpoint/${endpoint.id}/${at}` };
  if (await eventEndpoints.disable(endpoint, reason, { now: at, by, alert }))
    log({ store: store.slug, endpoint: endpoint.id, reason }, 'An event endpoint was disabled');
}

/** During an outage of the platform's host, only one event at a time probes it, and the others get the instant of their retry. */
async function toAgentPlatform(delivering: Delivering, store: Store, message: OrderMessage): Promise<Next> {
  const { outbox, outages, now, log } = delivering;
  const at = now();
  const about = { store: store.slug, orderId: message.subject, event: message.messageId };
  if (at - Date.parse(message.occurredAt) > MAX_ORDER_EVENT_AGE_MS) {
    log(about, 'An order event was given up');
    await outbox.giveUp(message, toIso(at));
    return 'continue';
  }
  // The profile of a disconnected store does not publish the keys that would prove the event.
  if (store.disconnectedAt !== null) return { rerunAt: toIso(at + PLATFORM_RETRY.maxMs) };
  if (message.nextAttemptAt > toIso(at) && message.nextAttemptAt <= toIso(at + MAX_WAIT_MS))
    return { rerunAt: message.nextAttemptAt };
  const platform = { host: URL.parse(message.agentProfile)?.host ?? '' };
  const admission = await outages.admit(platform, { now: toIso(at), until: toIso(at + PROBE_MS) }, isHeld);
  if ('heldUntil' in admission) return { rerunAt: admission.heldUntil };
  try {
    await delivering.notifyAgentPlatform({ store, orders: delivering.orders, now }, message);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    const askedMs = (error.retryAfterSeconds ?? 0) * 1_000;
    const failedAt = toIso(now());
    const heldUntil = nextProbe(admission.failures + 1, failedAt, askedMs);
    await outages.recordFailure(platform, admission.failures, { now: failedAt, heldUntil });
    const delivery = appendAttempt(message, { at: failedAt, status: null, error: error.message });
    const rerunAt = toIso(now() + computeBackoffMs(delivery.attempts, PLATFORM_RETRY, askedMs));
    await outbox.postpone(delivery, rerunAt);
    log({ ...about, reason: error.message }, 'An order event was not delivered');
    return { rerunAt };
  }
  if (admission.failures > 0) await outages.end(platform);
  await outbox.markDelivered(message, toIso(now()));
  return 'continue';
}
