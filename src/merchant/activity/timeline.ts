import { z } from 'zod';
import { REPORTED_STEPS, type ReportedStep } from '../../commerce/checkout/buyer-steps.ts';
import type { SessionEnding } from '../../commerce/checkout/checkout-session.ts';
import type { OrderEvent } from '../../storage/repositories/activity/activity-lists.ts';
import type {
  ListedCart,
  ListedOrder,
  ListedSession,
} from '../../storage/repositories/activity/listed-rows.ts';
import type { LoggedRequest, RequestContents } from '../../storage/repositories/activity/request-log-rows.ts';
import { nameSchema } from '../../wire/named.ts';
import type { DomainOf } from '../to-wire.ts';
import type { AtStore } from '../visit.ts';

export const timelineResponse = nameSchema(
  'Timeline',
  z
    .array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(['request', 'platform_call', 'status', 'handoff', 'buyer', 'order', 'webhook']),
        title: z.string(),
        detail: z.string().optional(),
        request_log_id: z.string().optional(),
        duration_ms: z.number().optional(),
        status: z.int().optional().describe('HTTP status.'),
      }),
    )
    .describe('History, oldest first. Requests are part of it as long as the log keeps them.'),
);

type TimelineEntry = DomainOf<typeof timelineResponse>[number];

/** Kinds of entries at the same instant, the first one leading. */
const KINDS = ['request', 'platform_call', 'webhook', 'status', 'handoff', 'buyer', 'order'];

/** Oldest first. */
export function sortByTime(entries: TimelineEntry[]): TimelineEntry[] {
  return entries.sort(
    (one, other) => one.at.localeCompare(other.at) || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind),
  );
}

/** Agent calls, and the calls to the shop that each one made. */
export function callEntries(
  calls: readonly (LoggedRequest & Pick<RequestContents, 'upstreamCalls'>)[],
): TimelineEntry[] {
  return calls.flatMap((call) => [
    {
      at: call.at,
      kind: 'request' as const,
      title: call.tool === null ? call.endpoint : `MCP ${call.tool}`,
      detail: [call.agent, call.error].filter(Boolean).join(': ') || undefined,
      requestLogId: call.id,
      durationMs: call.durationUs / 1000,
      status: call.status,
    },
    ...call.upstreamCalls.map(({ operation, status, failure, durationMs }) => ({
      at: call.at,
      kind: 'platform_call' as const,
      title: operation,
      requestLogId: call.id,
      durationMs: round(durationMs),
      ...(status === null ? { detail: failure ?? 'No response.' } : { status }),
    })),
  ]);
}

/** Rounds to microseconds, the log's precision. */
export function round(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}

export function toSessionEntries(session: ListedSession): TimelineEntry[] {
  const { createdAt, handedOffAt, settledAt, buyerSteps } = session;
  const entries: TimelineEntry[] = [{ at: createdAt, kind: 'status', title: 'initiated' }];
  if (handedOffAt !== null) {
    entries.push(
      { at: handedOffAt, kind: 'status', title: 'requires_escalation' },
      {
        at: handedOffAt,
        kind: 'handoff',
        title: 'Hand-off',
        detail: 'The agent received the checkout URL for the buyer.',
      },
    );
  }
  for (const step of REPORTED_STEPS) {
    const at = buyerSteps[step];
    if (at !== undefined) entries.push({ at, kind: 'buyer', title: STEP_WORDS[step] });
  }
  if (settledAt !== null) {
    const ending = getEnding(session);
    const detail = ending === 'error' ? session.failure?.message : ending && ENDING_WORDS[ending];
    const title = ending === undefined || ending === 'error' ? session.status : ending;
    entries.push({ at: settledAt, kind: 'status', title, ...(detail && { detail }) });
  }
  return entries;
}

const STEP_WORDS: Record<ReportedStep, string> = {
  opened: 'Opened the checkout page',
  address: 'Address given',
  payment: 'Tried to pay',
  paid: 'Paid',
  left: 'Left the checkout',
};

/** Cause that ended a failed session; undefined for any other. */
export function getEnding(session: ListedSession): SessionEnding | undefined {
  const { status, failure, settledAt, expiresAt } = session;
  if (status !== 'failed') return undefined;
  if (failure) return 'error';
  return settledAt !== null && settledAt < expiresAt ? 'canceled' : 'expired';
}

const ENDING_WORDS = { expired: 'It expired.', canceled: 'It was canceled.' };

export function toCartEntries(cart: ListedCart): TimelineEntry[] {
  const { createdAt, updatedAt, expiresAt, orderedAt, platformOrderId } = cart;
  const entries: TimelineEntry[] = [{ at: createdAt, kind: 'status', title: 'active' }];
  // An order does not end a cart.
  if (cart.status === 'canceled') {
    const isExpired = updatedAt >= expiresAt;
    const detail = ENDING_WORDS[isExpired ? 'expired' : 'canceled'];
    entries.push({ at: isExpired ? expiresAt : updatedAt, kind: 'status', title: 'canceled', detail });
  }
  if (orderedAt === null) return entries;
  return [...entries, toCartOrderEntry(orderedAt, platformOrderId ?? 'The shop has an order of it.')];
}

/** Changes of an order, and the webhooks about it; changes of a cart’s order have no history. */
export async function findTimelineOfOrder({ context, store }: AtStore, order: ListedOrder) {
  const { id, cartId, platformOrderId, createdAt } = order;
  const [events, deliveries] = await Promise.all([
    cartId === null ? context.activity.listOrderEvents(store.id, id) : [],
    platformOrderId === null ? [] : context.activity.listDeliveriesAbout(store.id, platformOrderId),
  ]);
  const start = cartId === null ? [] : [toCartOrderEntry(createdAt)];
  return [...start, ...orderEntries(events), ...toDeliveryEntries(deliveries)];
}

function toCartOrderEntry(at: string, detail = 'At the address of its cart.'): TimelineEntry {
  return { at, kind: 'order', title: 'Ordered', detail };
}

const LEARNED: Record<OrderEvent['learnedBy'], string> = {
  completion: 'when the session was completed',
  read: 'when the order was read',
  webhook: 'by its webhook',
};

function orderEntries(events: readonly OrderEvent[]): TimelineEntry[] {
  return events.map(({ at, status, payment, learnedBy }, position) => ({
    at,
    kind: 'order',
    title: events[position - 1]?.payment === payment ? `Order ${status}` : `Order ${payment}: ${status}`,
    detail:
      payment === 'claimed'
        ? 'The agent reported the payment; the shop has not confirmed it yet.'
        : `Confirmed by the shop, ${LEARNED[learnedBy]}.`,
  }));
}

function toDeliveryEntries(deliveries: readonly Record<'at' | 'topic' | 'effect', string>[]) {
  return deliveries.map(({ at, topic, effect }) => ({
    at,
    kind: 'webhook' as const,
    title: topic,
    detail: effect.replaceAll('_', ' '),
  }));
}
