import { randomBytes } from 'node:crypto';
import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import {
  type EventData,
  type EventEndpoint,
  MAX_ENDPOINTS,
  ROTATION_MS,
} from '../../commerce/order/events.ts';
import { iso } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { DeliveryFilter, EventDelivery } from '../../storage/repositories/event-deliveries.ts';
import type { EndpointChange, EndpointSettings } from '../../storage/repositories/event-endpoints.ts';
import { type AtStore, by } from '../at-store.ts';
import { nowOf } from '../visit.ts';

/** Endpoint with its secret, which is returned when it is drawn and never again. */
interface EndpointWithSecret {
  endpoint: EventEndpoint;
  secret: string;
}

/** Throws `conflict` when the store has as many endpoints as it may. */
export async function addEndpoint(at: AtStore, settings: EndpointSettings): Promise<EndpointWithSecret> {
  const { context, store } = at;
  const secret = freshSecret();
  const endpoint: EventEndpoint = {
    id: context.newId(),
    storeId: store.id,
    ...settings,
    url: readAddress(at, settings.url),
    disabledReason: null,
    failures: 0,
    heldUntil: null,
    previousSecretUntil: null,
    createdAt: nowOf(at),
  };
  const entry = by(at, 'event_endpoint.added', { endpoint: endpoint.id, host: new URL(endpoint.url).host });
  if (
    !(await context.eventEndpoints.add(endpoint, secret, { now: nowOf(at), by: entry, max: MAX_ENDPOINTS }))
  ) {
    const message = `A store can have up to ${MAX_ENDPOINTS} event endpoints. Remove one first.`;
    throw new CommerceError('conflict', message, { details: [{ path: 'url', message }] });
  }
  return { endpoint, secret };
}

/** Enabling an endpoint again ends the wait after its failures. Members that are left out stay as they are. */
export async function changeEndpoint(
  at: AtStore,
  id: string,
  { url, enabled, ...others }: EndpointChange & { enabled: boolean | undefined },
): Promise<EventEndpoint> {
  const before = await findEndpoint(at, id);
  const isSame = enabled === undefined || enabled === (before.disabledReason === null);
  const change = {
    ...others,
    url: url === undefined ? undefined : readAddress(at, url),
    disabledReason: isSame ? undefined : enabled ? null : ('merchant' as const),
  };
  const entry = by(at, 'event_endpoint.changed', { endpoint: id, ...(isSame ? {} : { enabled }) });
  const changed = await at.context.eventEndpoints.change(at.store.id, id, change, {
    now: nowOf(at),
    by: entry,
  });
  return changed ?? missing();
}

/** Removes the endpoint with its deliveries. */
export async function removeEndpoint(at: AtStore, id: string): Promise<void> {
  await findEndpoint(at, id);
  const entry = by(at, 'event_endpoint.removed', { endpoint: id });
  await at.context.eventEndpoints.remove(at.store.id, id, { now: nowOf(at), by: entry });
}

/** Draws a new secret. The one before signs along for a day, so that the receiver can change over. */
export async function rotateEndpointSecret(at: AtStore, id: string): Promise<EndpointWithSecret> {
  const { context, store } = at;
  await findEndpoint(at, id);
  const secret = freshSecret();
  const until = iso(context.now() + ROTATION_MS);
  const entry = by(at, 'event_endpoint.secret_rotated', { endpoint: id });
  const endpoint = await context.eventEndpoints.rotateSecret(store.id, id, secret, {
    ...{ now: nowOf(at), until },
    by: entry,
  });
  return { endpoint: endpoint ?? missing(), secret };
}

/** Enqueues a test event for this endpoint alone. Throws `conflict` for a disabled one. */
export async function sendTestEvent(at: AtStore, id: string): Promise<EventDelivery> {
  const { context, store } = at;
  mustBeEnabled(await findEndpoint(at, id));
  const delivery = await context.eventEndpoints.sendTest(store.id, id, nowOf(at));
  context.wake();
  return findDelivery(at, delivery);
}

export async function findDelivery(
  { context, store }: AtStore,
  id: string,
): Promise<EventDelivery & { data: EventData }> {
  const delivery = isUuid(id) ? await context.eventDeliveries.find(store.id, id) : undefined;
  if (!delivery) throw new CommerceError('not_found', 'This store has no delivery with that id.');
  return delivery;
}

/** Sends an event again under its own id, whether it was delivered or given up. Throws `conflict` for a disabled endpoint. */
export async function resendDelivery(at: AtStore, id: string): Promise<EventDelivery> {
  const { context, store } = at;
  const delivery = await findDelivery(at, id);
  mustBeEnabled(await findEndpoint(at, delivery.endpointId));
  await context.eventDeliveries.resend(store.id, delivery, nowOf(at));
  context.wake();
  return findDelivery(at, id);
}

/**
 * Sends all dead deliveries that match the filter again, and returns their number. Skips disabled endpoints; throws `conflict` when
 * there are no others.
 */
export async function resendDeadDeliveries(
  at: AtStore,
  filter: Omit<DeliveryFilter, 'status'>,
): Promise<number> {
  const { context, store } = at;
  const { endpointId } = filter;
  const endpoints =
    endpointId === undefined
      ? await context.eventEndpoints.ofStore(store.id)
      : [await findEndpoint(at, endpointId)];
  const enabled = endpoints.filter(({ disabledReason }) => disabledReason === null);
  const [disabled] = endpoints;
  if (disabled && enabled.length === 0) mustBeEnabled(disabled);
  let resent = 0;
  for (const { id } of enabled)
    resent += await context.eventDeliveries.resendDead(store.id, id, filter, nowOf(at));
  if (resent > 0) context.wake();
  return resent;
}

async function findEndpoint({ context, store }: AtStore, id: string): Promise<EventEndpoint> {
  return (isUuid(id) ? await context.eventEndpoints.find(store.id, id) : undefined) ?? missing();
}

function missing(): never {
  throw new CommerceError('not_found', 'This store has no event endpoint with that id.');
}

function mustBeEnabled({ disabledReason }: EventEndpoint): void {
  if (disabledReason === null) return;
  throw new CommerceError('conflict', 'The event endpoint is disabled. Enable it first.');
}

const SECRET_BYTES = 32;

/** The form of Standard Webhooks. */
function freshSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Requires HTTPS, except where the operator allows private addresses. Names are checked when an event is sent. */
function readAddress({ context }: AtStore, text: string): string {
  const url = URL.parse(text.trim());
  const isPlain = url?.protocol === 'http:' && context.allowsPrivateAddresses;
  if (!url || (url.protocol !== 'https:' && !isPlain))
    throw invalidMember('url', 'must be an https:// address, such as https://example.com/events');
  if (url.username !== '' || url.password !== '')
    throw invalidMember('url', 'must not contain a user or a password');
  url.hash = '';
  return url.href;
}
