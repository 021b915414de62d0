import assert from 'node:assert/strict';
import type { Session } from './agent.ts';
import type { Somewhere } from './everywhere.ts';

/** Returns the GID of an order of the shop. */
export function orderGid(at: Somewhere, number: number): string {
  return `gid://${at.platform}/Order/${number}`;
}

/** Returns the number of the shop's order of a session. */
export function numberOf(at: Pick<Somewhere, 'running' | 'slug'>, session: Pick<Session, 'id'>): number {
  const order = at.running
    .shop(at.slug)
    .control.orders()
    .find(({ sessionId }) => sessionId === session.id);
  assert.ok(order, 'the shop has an order that carries the session');
  return order.id;
}

/** Minor units. */
export function totalInShop(at: Somewhere, number: number): number {
  const order = at.running
    .shop(at.slug)
    .control.orders()
    .find(({ id }) => id === number);
  return Math.round(Number(order?.total) * 100);
}
