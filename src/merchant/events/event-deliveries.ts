import { z } from 'zod';
import { toConflictError, toNotFoundError } from '../../commerce/errors.ts';
import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  type EventEndpoint,
  MAX_ATTEMPTS,
  TEST_EVENT,
} from '../../commerce/order/events.ts';
import { renderEvent } from '../../events/payloads.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { unreadable } from '../activity/lists.ts';
import { format } from '../csv.ts';
import { instantOrNull, integerOrNull, textOrNull } from '../fields.ts';
import { pagesForStore, paging, span } from '../lists.ts';
import { type AtStore, getNow } from '../visit.ts';

const type = z.enum([...EVENT_TYPES, TEST_EVENT]);
const status = z.enum(DELIVERY_STATUSES);

const eventDeliveryWire = nameObject('EventDelivery', {
  id: z.uuid(),
  message_id: z.string().describe('The `webhook-id`: the same in every attempt and for every endpoint.'),
  endpoint_id: z.uuid(),
  type,
  occurred_at: z.iso.datetime(),
  status: status.describe(`\`dead\`: given up after ${MAX_ATTEMPTS} attempts, or with its endpoint.`),
  attempts: z.int(),
  next_attempt_at: instantOrNull,
  history: z
    .array(
      z.object({
        at: z.iso.datetime(),
        status: integerOrNull.describe('HTTP status of the answer. Null without an answer.'),
        error: textOrNull.describe('Null for a successful attempt.'),
      }),
    )
    .describe('The last ten attempts, oldest first.'),
});

const lastAttempt = { last_attempt_at: z.unknown(), last_status: z.unknown(), last_error: z.unknown() };

export const deliveryReply = z.object({ delivery: eventDeliveryWire });

export const eventDeliveryEndpoints = [
  pagesForStore({
    id: 'listStoreEventDeliveries',
    route: 'GET /stores/{slug}/event-deliveries',
    summary:
      'Lists deliveries of events, newest first: delivered ones for a week, those given up for 30 days.',
    input: z.object({
      ...format,
      ...paging,
      endpoint_id: z.string().optional(),
      status: status.optional(),
      type: type.optional(),
      ...span,
    }),
    row: eventDeliveryWire,
    getKeyType: () => 'number',
    read: ({ context, store }, { endpoint_id: endpointId, ...filter }, page) =>
      context.eventDeliveries.list(store.id, { endpointId, ...filter }, page),
    file: {
      row: z.object({ ...eventDeliveryWire.omit({ history: true }).shape, ...lastAttempt }),
      toRow({ history, ...delivery }) {
        const { at, status, error } = history.at(-1) ?? {};
        return { ...delivery, last_attempt_at: at, last_status: status, last_error: error };
      },
    },
  }),

  forStore({
    id: 'getStoreEventDelivery',
    route: 'GET /stores/{slug}/event-deliveries/{delivery_id}',
    summary: 'Returns one delivery with its payload.',
    input: z.object({ delivery_id: z.string() }),
    output: deliveryReply.extend({
      payload: z
        .record(z.string(), z.unknown())
        .describe('The body that is sent; without members when it is `unreadable`.'),
      unreadable,
    }),
    async run(visit, { delivery_id }) {
      const delivery = await findDelivery(visit, delivery_id);
      const { data, occurredAt } = delivery;
      const payload = data === null ? {} : renderEvent(visit.store, data, occurredAt);
      return { delivery, payload, unreadable: data === null };
    },
  }),

  forStore({
    id: 'resendStoreEventDelivery',
    route: 'POST /stores/{slug}/event-deliveries/{delivery_id}/resend',
    outbound: true,
    summary: 'Sends an event again with the same message id, before all events that wait.',
    input: z.object({ delivery_id: z.string() }),
    output: deliveryReply,
    async run(visit, { delivery_id: id }) {
      const { context, store } = visit;
      const delivery = await findDelivery(visit, id);
      mustBeEnabled(await findEndpoint(visit, delivery.endpointId));
      await context.eventDeliveries.resend(store.id, delivery, getNow(visit));
      context.wake();
      return { delivery: await findDelivery(visit, id) };
    },
  }),

  forStore({
    id: 'resendDeadStoreEventDeliveries',
    route: 'POST /stores/{slug}/event-deliveries/resend-dead',
    outbound: true,
    summary:
      'Sends all events that were given up again, with their message ids, after the events that wait. Skips disabled endpoints.',
    input: z.object({ endpoint_id: z.string().optional(), type: type.optional(), ...span }),
    output: z.object({ resent: z.int().describe('Number of deliveries.') }),
    async run(visit, { endpoint_id: endpointId, ...filter }) {
      const { context, store } = visit;
      const endpoints =
        endpointId === undefined
          ? await context.eventEndpoints.listOfStore(store.id)
          : [await findEndpoint(visit, endpointId)];
      const enabled = endpoints.filter(({ disabledReason }) => disabledReason === null);
      const [disabled] = endpoints;
      if (disabled && enabled.length === 0) mustBeEnabled(disabled);
      const dead = { endpointId, ...filter };
      let resent = 0;
      for (const { id } of enabled)
        resent += await context.eventDeliveries.resendDead(store.id, id, dead, getNow(visit));
      if (resent > 0) context.wake();
      return { resent };
    },
  }),
];

/** Throws `not_found`. */
export async function findDelivery({ context, store }: AtStore, id: string) {
  const delivery = await context.eventDeliveries.find(store.id, id);
  if (!delivery) throw toNotFoundError('This store has no delivery with that id.');
  return delivery;
}

/** Throws `not_found`. */
export async function findEndpoint({ context, store }: AtStore, id: string): Promise<EventEndpoint> {
  return (await context.eventEndpoints.find(store.id, id)) ?? refuseMissing();
}

export function refuseMissing(): never {
  throw toNotFoundError('This store has no event endpoint with that id.');
}

/** Throws `conflict`. */
export function mustBeEnabled({ disabledReason }: EventEndpoint): void {
  if (disabledReason === null) return;
  throw toConflictError('The event endpoint is disabled. Enable it first.');
}
