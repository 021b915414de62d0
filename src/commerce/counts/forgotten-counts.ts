import { BUYER_STEPS, type BuyerSteps, pickFurthestStep, SESSION_STEPS } from '../checkout/buyer-steps.ts';
import { type CartEnding, type CartLine, toCartOutcome } from '../checkout/cart.ts';
import { UNCOUNTED_AGENTS } from '../policy/agents.ts';
import type { Count, CountKind, ProductCountKind } from './daily-counts.ts';

/** Row that retention deletes, with the day of its store. */
interface Forgotten extends Pick<Count, 'storeId' | 'day'> {
  agent: string | null;
  createdAt: string;
  lines: readonly CartLine[];
}

export interface ForgottenSession extends Forgotten {
  handedOffAt: string | null;
  buyerSteps: BuyerSteps;
}

export interface ForgottenCart extends Forgotten, CartEnding {
  /** Instant at which a session was made of it. */
  checkoutAt: string | null;
}

export function countSessions(sessions: readonly ForgottenSession[]): Count[] {
  const counts = sessions.flatMap((session) => {
    const handOff: CountKind[] = session.handedOffAt === null ? [] : ['handoff_forgotten'];
    const furthest = SESSION_STEPS.indexOf(pickFurthestStep({ ...session, isHandedOver: true }));
    const steps = BUYER_STEPS.filter((step) => SESSION_STEPS.indexOf(step) <= furthest);
    const reached = steps.map((step) => `${step}_forgotten` as const);
    return (['session_forgotten', ...handOff, ...reached] as const).map((kind) => countOf(session, kind));
  });
  return [...addCounts(counts), ...computeProductCounts('session_product_forgotten', sessions)];
}

/** Counts carts and their products. A cart that became a session is counted as the session. */
export function countCarts(carts: readonly ForgottenCart[]): Count[] {
  const counts = carts
    .filter(({ checkoutAt }) => checkoutAt === null)
    .flatMap((cart) => [
      countOf(cart, 'cart_forgotten'),
      countOf(cart, `cart_${toCartOutcome(cart)}_forgotten`),
    ]);
  return [...addCounts(counts), ...computeProductCounts('cart_product_forgotten', carts)];
}

function countOf({ storeId, day, agent, createdAt: lastAt }: Forgotten, kind: CountKind): Count {
  return { storeId, kind, day, agent: agent ?? '', subject: '', detail: '', count: 1, lastAt };
}

/** Counts lines by variant, without the agent; lines of uncounted agents are left out. */
function computeProductCounts(kind: ProductCountKind, rows: readonly Forgotten[]): Count[] {
  const counted = rows.filter(({ agent }) => agent === null || !UNCOUNTED_AGENTS.includes(agent));
  const counts = counted.flatMap((row) =>
    row.lines.map(({ variantId }) => ({ ...countOf({ ...row, agent: null }, kind), subject: variantId })),
  );
  return addCounts(counts);
}

/** Adds up the counts of one key: a statement must not add to a row twice. */
function addCounts(counts: readonly Count[]): Count[] {
  const sums = new Map<string, Count>();
  for (const count of counts) {
    const { storeId, kind, day, agent, subject } = count;
    const key = [storeId, kind, day, agent, subject].join('\n');
    sums.set(key, { ...count, count: (sums.get(key)?.count ?? 0) + count.count });
  }
  return [...sums.values()];
}
