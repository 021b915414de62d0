import assert from 'node:assert/strict';
import type { Agent, Answer, Cart, Line, Session } from '../../../testing/agent.ts';
import type { TestService } from '../../../testing/test-service.ts';
import { type SlowFetch, withFault } from './faulty-shop.ts';
import type { Fault, Step } from './histories.ts';
import type { Item, Model, Pieces } from './model.ts';

export interface Stage {
  running: TestService;
  slug: string;
  agent: Agent;
  slow: SlowFetch;
  items: Record<Item, { id: string; price: number }>;
  /** Epoch milliseconds of the service. */
  now(): number;
}

/** Store with its model. */
export type Scene = { stage: Stage; state: Model; keys: string[] };

export type Does<Name extends Step['does']> = Extract<Step, { does: Name }>;

export function faulty<Body>({ stage }: Scene, fault: Fault, ask: () => Promise<Answer<Body>>) {
  const { control } = stage.running.shop(stage.slug);
  const visit = async () => (await stage.agent.get(`/catalog/lookup?ids=${stage.items.mug.id}`)).status;
  return withFault({ control, slow: stage.slow, visit }, fault, ask);
}

/** Returns true when done, false when refused without a change. Fails for anything else. */
export function isDone<Body>(
  { status, body }: Answer<Body>,
  allowed: readonly number[],
  what: string,
): boolean {
  assert.ok(allowed.includes(status), `${what}: ${status} instead of ${allowed}: ${JSON.stringify(body)}`);
  return status < 300;
}

export function asLines({ items }: Stage, pieces: Pieces): Line[] {
  return Object.entries(pieces).map(([item, count]) => [items[item as Item].id, count]);
}

export function asCodes(codes: readonly string[]): object {
  return codes.length > 0 ? { discounts: { codes } } : {};
}

export function contentOf({ items }: Stage, { id, status, line_items, discounts }: Session | Cart) {
  const nameOf = (itemId: string) => (items.mug.id === itemId ? 'mug' : 'lamp');
  const lines = Object.fromEntries(line_items.map(({ item, quantity }) => [nameOf(item.id), quantity]));
  return { id, status, lines, codes: discounts?.codes ?? [] };
}
