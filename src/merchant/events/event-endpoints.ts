import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createMemberError } from '../../commerce/errors.ts';
import {
  DISABLED_REASONS,
  EVENT_TYPES,
  type EventEndpoint,
  MAX_ENDPOINTS,
  ROTATION_MS,
} from '../../commerce/order/events.ts';
import { toIso } from '../../commerce/time/time.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { unreadable } from '../activity/lists.ts';
import { createTooManyError, instantOrNull } from '../fields.ts';
import { listForStore } from '../lists.ts';
import { type AtStore, getNow, toAuditEntry } from '../visit.ts';
import {
  deliveryReply,
  findDelivery,
  findEndpoint,
  mustBeEnabled,
  refuseMissing,
} from './event-deliveries.ts';

const MAX_URL_LENGTH = 2_000;

const eventEndpointWire = nameObject('EventEndpoint', {
  id: z.uuid(),
  url: z.url().or(z.literal('')).describe('Empty when it is `unreadable`.'),
  unreadable,
  description: z.string(),
  event_types: z
    .array(z.enum(EVENT_TYPES))
    .nullable()
    .describe('Null: all, including those of later versions.'),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(DISABLED_REASONS)
    .nullable()
    .describe('`failing`: it failed for three days in a row. `gone`: it answered 410.'),
  failures: z.int().describe('Failed attempts in a row.'),
  held_until: instantOrNull.describe('After a failure, nothing is sent before this instant.'),
  previous_secret_until: instantOrNull.describe(
    'Until then, events are signed with the previous secret as well. Null without one.',
  ),
  created_at: z.iso.datetime(),
});

const url = z
  .string()
  .min(1, 'must be an https:// address')
  .max(MAX_URL_LENGTH)
  .describe('An https URL. Redirects are not followed.');
const description = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must be one line, without control characters');
const eventTypes = z
  .array(z.enum(EVENT_TYPES))
  .min(1, 'must name at least one event')
  .max(EVENT_TYPES.length)
  .transform((types) => [...new Set(types)])
  .nullable();
const endpointId = { endpoint_id: z.string() };
const endpointReply = z.object({ endpoint: eventEndpointWire });
const endpointWithSecret = endpointReply.extend({
  secret: z.string().describe('Verifies the signatures; begins with `whsec_`. It is shown only once.'),
});

export const eventEndpoints = [
  listForStore({
    id: 'listStoreEventEndpoints',
    route: 'GET /stores/{slug}/event-endpoints',
    summary: 'Lists your endpoints that receive the store’s events.',
    row: eventEndpointWire,
    listItems: async ({ context, store }) =>
      (await context.eventEndpoints.listOfStore(store.id)).map(withState),
  }),

  forStore({
    id: 'createStoreEventEndpoint',
    route: 'POST /stores/{slug}/event-endpoints',
    created: true,
    summary: `Adds an endpoint that receives signed events of the store, ${MAX_ENDPOINTS} at most. The secret is shown only once.`,
    input: z.object({ url, description: description.default(''), event_types: eventTypes.default(null) }),
    output: endpointWithSecret,
    async run(visit, { url, description, event_types: eventTypes }) {
      const { context, store } = visit;
      const secret = createEndpointSecret();
      const endpoint: EventEndpoint = {
        id: context.newId(),
        storeId: store.id,
        url: readAddress(visit, url),
        isUnreadable: false,
        description,
        eventTypes,
        disabledReason: null,
        failures: 0,
        heldUntil: null,
        previousSecretUntil: null,
        createdAt: getNow(visit),
      };
      const details = { endpoint: endpoint.id, host: new URL(endpoint.url).host };
      const by = toAuditEntry(visit, 'event_endpoint.added', details);
      const options = { now: getNow(visit), by, max: MAX_ENDPOINTS };
      if (!(await context.eventEndpoints.add(endpoint, secret, options)))
        throw createTooManyError('url', MAX_ENDPOINTS, 'event endpoints');
      return { endpoint: withState(endpoint), secret };
    },
  }),

  forStore({
    id: 'updateStoreEventEndpoint',
    route: 'PUT /stores/{slug}/event-endpoints/{endpoint_id}',
    summary: 'Changes an endpoint. Omitted members stay unchanged.',
    input: z.object({
      ...endpointId,
      url: url.optional(),
      description: description.optional(),
      event_types: eventTypes.optional(),
      enabled: z.boolean().optional(),
    }),
    output: endpointReply,
    /** Enabling an endpoint again ends the wait after its failures. */
    async run(visit, { endpoint_id: id, url, description, event_types: eventTypes, enabled }) {
      const before = await findEndpoint(visit, id);
      const isSame = enabled === undefined || enabled === (before.disabledReason === null);
      const change = {
        url: url === undefined ? undefined : readAddress(visit, url),
        description,
        eventTypes,
        disabledReason: isSame ? undefined : enabled ? null : ('merchant' as const),
      };
      const details = { endpoint: id, ...(isSame ? {} : { enabled }) };
      const options = { now: getNow(visit), by: toAuditEntry(visit, 'event_endpoint.changed', details) };
      const endpoint = await visit.context.eventEndpoints.change(visit.store.id, id, change, options);
      return { endpoint: withState(endpoint ?? refuseMissing()) };
    },
  }),

  forStore({
    id: 'deleteStoreEventEndpoint',
    route: 'DELETE /stores/{slug}/event-endpoints/{endpoint_id}',
    summary: 'Removes an endpoint with its deliveries. Events that wait for it are not sent.',
    input: z.object(endpointId),
    async run(visit, { endpoint_id: id }) {
      await findEndpoint(visit, id);
      const by = toAuditEntry(visit, 'event_endpoint.removed', { endpoint: id });
      await visit.context.eventEndpoints.remove(visit.store.id, id, { now: getNow(visit), by });
    },
  }),

  forStore({
    id: 'rotateStoreEventEndpointSecret',
    route: 'POST /stores/{slug}/event-endpoints/{endpoint_id}/rotate-secret',
    summary: 'Replaces the secret. For a day, each event is signed with the old one as well.',
    input: z.object(endpointId),
    output: endpointWithSecret,
    async run(visit, { endpoint_id: id }) {
      const { context, store } = visit;
      await findEndpoint(visit, id);
      const secret = createEndpointSecret();
      const until = toIso(context.now() + ROTATION_MS);
      const by = toAuditEntry(visit, 'event_endpoint.secret_rotated', { endpoint: id });
      const options = { now: getNow(visit), until, by };
      const endpoint = await context.eventEndpoints.rotateSecret(store.id, id, secret, options);
      return { endpoint: withState(endpoint ?? refuseMissing()), secret };
    },
  }),

  forStore({
    id: 'testStoreEventEndpoint',
    route: 'POST /stores/{slug}/event-endpoints/{endpoint_id}/test',
    outbound: true,
    summary:
      'Sends an event of type `test` to this endpoint, and returns the delivery with the endpoint’s answer.',
    input: z.object(endpointId),
    output: deliveryReply,
    async run(visit, { endpoint_id: id }) {
      const { context, store } = visit;
      mustBeEnabled(await findEndpoint(visit, id));
      const delivery = await context.eventEndpoints.sendTest(store.id, id, getNow(visit));
      context.wake();
      return { delivery: await findDelivery(visit, delivery) };
    },
  }),
];

function withState(endpoint: EventEndpoint) {
  return { ...endpoint, enabled: endpoint.disabledReason === null, unreadable: endpoint.isUnreadable };
}

/** The form of Standard Webhooks. */
function createEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Requires HTTPS, except where the operator allows private addresses. Names are checked when an event is sent. */
function readAddress({ context }: AtStore, text: string): string {
  const url = URL.parse(text.trim());
  const isPlain = url?.protocol === 'http:' && context.allowsPrivateAddresses;
  if (!url || (url.protocol !== 'https:' && !isPlain))
    throw createMemberError('url', 'must be an https:// address, such as https://example.com/events');
  if (url.username !== '' || url.password !== '')
    throw createMemberError('url', 'must not contain a user or a password');
  url.hash = '';
  return url.href;
}
