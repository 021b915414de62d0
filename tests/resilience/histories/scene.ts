import assert from 'node:assert/strict';
import type { Agent, Answer, Cart, Line, Session } from '../../../testing/agent.ts';
import type { TestService } from '../../../testing/test-service.ts';
import type { Step, Trouble } from './histories.ts';
import type { Item, Model, Pieces } from './model.ts';
import { inTrouble, type SlowFetch } from './shop-in-trouble.ts';

export interface Stage {
  running: TestService;
  slug: string;
  agent: Agent;
  slow: SlowFetch;
  items: Record<Item, { id: string; price: number }>;
  /** Epoch milliseconds, as the service has it. */
  now(): number;
}

/** A store, and what should be there. */
export interface Scene {
  stage: Stage;
  state: Model;
  keys: string[];
}

export type Does<Name extends Step['does']> = Extract<Step, { does: Name }>;

export function troubled<Body>({ stage }: Scene, trouble: Trouble, ask: () => Promise<Answer<Body>>) {
  const { control } = stage.running.shop(stage.slug);
  const visit = async () => (await stage.agent.get(`/catalog/lookup?ids=${stage.items.mug.id}`)).status;
  return inTrouble({ control, slow: stage.slow, visit }, trouble, ask);
}

/** True: it was done. False: refused, and nothing has changed. Anything else fails. */
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

export function told({ items }: Stage, { id, status, line_items, discounts }: Session | Cart) {
  const nameOf = (itemId: string) => (items.mug.id === itemId ? 'mug' : 'lamp');
  const lines = Object.fromEntries(line_items.map(({ item, quantity }) => [nameOf(item.id), quantity]));
  return { id, status, lines, codes: discounts?.codes ?? [] };
}
