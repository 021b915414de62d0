/** Model of a store's sessions and carts by the contract alone, with time as a parameter. */
export type Item = 'mug' | 'lamp';
export type Pieces = Partial<Record<Item, number>>;

export interface ModelSession {
  id: string;
  key: string | undefined;
  status: 'requires_escalation' | 'completed' | 'failed';
  lines: Pieces;
  /** Total shown to the agent: that of the create, and of the content once completed. */
  priced: Pieces;
  codes: string[];
  expiresAt: number;
  /** Last known URL where the buyer pays. */
  address: string;
  /** Payable there: `maybe` after a fault, or when it has expired here but not at the shop. */
  payable: 'yes' | 'maybe' | 'no';
  bought: boolean;
  /** Expected order; `maybe` after a fault. */
  payment: 'none' | 'claimed' | 'verified' | 'maybe';
}

export interface ModelCart {
  id: string;
  status: 'active' | 'canceled';
  lines: Pieces;
  codes: string[];
  expiresAt: number;
}

export type Model = { sessions: ModelSession[]; carts: ModelCart[] };

const OUTAGES = [502, 503, 504];

/** After a fault also allows "unreachable", with nothing changed. */
export function answers(status: number, faulted: boolean): readonly number[] {
  return faulted ? [status, ...OUTAGES] : [status];
}

/** Ends expired sessions and carts, whether they were read or not. */
export function passTime({ sessions, carts }: Model, now: number): void {
  for (const session of sessions) {
    if (session.status !== 'requires_escalation' || session.expiresAt > now) continue;
    session.status = 'failed';
    if (session.payable === 'yes') session.payable = 'maybe';
  }
  for (const cart of carts) if (cart.status === 'active' && cart.expiresAt <= now) cart.status = 'canceled';
}

/** Returns the live session of a key. */
export function holderOf({ sessions }: Model, key: string | undefined): ModelSession | undefined {
  return key === undefined
    ? undefined
    : sessions.find((each) => each.key === key && each.status !== 'failed');
}

export function replaceStatus({ status }: ModelSession, faulted: boolean): readonly number[] {
  return status === 'requires_escalation' ? answers(200, faulted) : [409];
}

export function completeStatus({ status }: ModelSession): readonly number[] {
  // The agent's claim is accepted while the shop is unreachable.
  return [status === 'requires_escalation' ? 200 : 409];
}

export function complete(session: ModelSession, faulted: boolean): void {
  session.status = 'completed';
  session.priced = session.lines;
  if (session.payment === 'verified') return;
  if (!session.bought) session.payment = 'claimed';
  else session.payment = faulted ? 'maybe' : 'verified';
}

export function cancelStatus({ status }: ModelSession): readonly number[] {
  return [status === 'completed' ? 404 : 200];
}

export function cancel(session: ModelSession, faulted: boolean): void {
  if (session.status === 'failed') return;
  session.status = 'failed';
  session.payable = faulted ? 'maybe' : 'no';
}

/** Applies all webhooks of the shop, however often and in whatever order. */
export function hearAll({ sessions }: Model): void {
  for (const session of sessions) if (session.bought) session.payment = 'verified';
}

export function cartUpdateStatus({ status }: ModelCart, faulted: boolean): readonly number[] {
  return status === 'active' ? answers(200, faulted) : [409];
}

export function cartCancelStatus({ status }: ModelCart): readonly number[] {
  return [status === 'active' ? 200 : 409];
}

export function subtotalOf(pieces: Pieces, prices: Record<Item, number>): number {
  return Object.entries(pieces).reduce((sum, [item, count]) => sum + prices[item as Item] * count, 0);
}
