import type { ItemOf } from '../../../client/index.ts';
import type { EventType } from '../../../src/commerce/order/events.ts';
import { choicesOf } from '../../choices.ts';

export type EventDelivery = ItemOf<'listStoreEventDeliveries'>;
export type EventEndpoint = ItemOf<'listStoreEventEndpoints'>;

const EVENTS: Record<EventType, string> = {
  'session.created': 'Session created',
  'session.handed_off': 'Session handed off to the buyer',
  'session.completed': 'Session completed by its agent',
  'session.verified': 'Order of a session verified by the shop',
  'session.failed': 'Session failed or expired',
  'session.canceled': 'Session canceled by its agent',
  'order.changed': 'Order changed',
  'cart.ordered': 'Order of a cart without a session',
  'cart.order_changed': 'Order of a cart changed',
  'search.without_result': 'Searches without a result (hourly)',
  'health.changed': 'Health changed',
};

export const EVENT_OPTIONS = choicesOf(EVENTS).map(({ value, label }) => ({
  value,
  label: `${value} – ${label}`,
}));

export const DELIVERY_STATUS: Record<EventDelivery['status'], { words: string; color: string }> = {
  pending: { words: 'Waiting', color: 'blue' },
  delivered: { words: 'Delivered', color: 'green' },
  dead: { words: 'Given up', color: 'red' },
};

/** State of an endpoint, with the reason where it gets nothing. */
export function endpointState({ enabled, disabled_reason, failures }: EventEndpoint): {
  words: string;
  color: string;
  why?: string;
} {
  if (disabled_reason === 'failing')
    return { words: 'Disabled', color: 'red', why: 'It failed for three days in a row.' };
  if (disabled_reason === 'gone')
    return { words: 'Disabled', color: 'red', why: 'It answered 410, which means: send no more events.' };
  if (!enabled) return { words: 'Paused', color: 'gray', why: 'Nothing is sent.' };
  if (failures > 0)
    return { words: 'Failing', color: 'orange', why: `${failures} failed attempts in a row.` };
  return { words: 'Enabled', color: 'green' };
}
