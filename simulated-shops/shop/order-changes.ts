/** Pieces by line, in the order's own order. */
export type PiecesByLine = number[];

export interface ShopParcel {
  id: number;
  at: string;
  deliveredAt: string | null;
  pieces: PiecesByLine;
  tracking: { carrier: string; number: string; url: string };
}

export interface ShopRefund {
  id: number;
  at: string;
  /** Minor units. */
  amount: number;
  pieces: PiecesByLine;
  /** True when the order was refunded or canceled as a whole. */
  isWhole: boolean;
}

/** History of an order, by pieces. */
export interface OrderChanges {
  parcels: ShopParcel[];
  refunds: ShopRefund[];
  /** Removed by the merchant's edit of the order. */
  removed: PiecesByLine;
}

interface Changing extends OrderChanges {
  id: number;
  lines: readonly { quantity: number }[];
  pricing: { total: number };
}

interface Charged {
  now: string;
  /** Minor units. */
  total: number;
}

export function unchanged(lines: readonly unknown[]): OrderChanges {
  return { parcels: [], refunds: [], removed: lines.map(() => 0) };
}

/** Pieces that can still be sent, refunded or removed. */
export function remaining(order: Changing): PiecesByLine {
  return order.lines.map(
    ({ quantity }, index) => quantity - at(order.removed, index) - refunded(order, index),
  );
}

export function unsent(order: Changing): PiecesByLine {
  return remaining(order).map((left, index) => Math.max(0, left - sentOf(order, index)));
}

export function isWhollySent(order: Changing): boolean {
  return order.parcels.length > 0 && unsent(order).every((left) => left === 0);
}

/** Throws a RangeError for more than there is left to send. */
export function ship(order: Changing, pieces: PiecesByLine, now: string): void {
  mustHave(unsent(order), pieces, 'still to be sent');
  const id = order.id * 10 + order.parcels.length;
  const number = `SBX${String(id).padStart(9, '0')}`;
  const tracking = { carrier: 'Sandbox Post', number, url: `https://tracking.example/${number}` };
  order.parcels.push({ id, at: now, deliveredAt: null, pieces, tracking });
}

/** `total`: what the order costs now. Throws a RangeError for more pieces, or more money, than the order has left. */
export function refund(
  order: Changing,
  request: Pick<ShopRefund, 'amount' | 'pieces'>,
  { now, total }: Charged,
): void {
  mustHave(remaining(order), request.pieces, 'left');
  if (request.amount > moneyLeft(order, total))
    throw new RangeError('More than the order has left to refund');
  order.refunds.push({ id: order.id * 10 + order.refunds.length, at: now, isWhole: false, ...request });
}

/** Refunds all remaining goods and money. */
export function refundRest(order: Changing, { now, total }: Charged): void {
  const amount = moneyLeft(order, total);
  if (amount <= 0) return;
  const id = order.id * 10 + order.refunds.length;
  order.refunds.push({ id, at: now, amount, pieces: remaining(order), isWhole: true });
}

/** Throws a RangeError for pieces that are not there, or were sent. */
export function remove(order: Changing, pieces: PiecesByLine): void {
  mustHave(unsent(order), pieces, 'left unsent');
  order.removed = order.removed.map((before, index) => before + at(pieces, index));
}

export function moneyLeft({ pricing, refunds }: Changing, total = pricing.total): number {
  return total - refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function refunded({ refunds }: OrderChanges, index: number): number {
  return refunds.reduce((sum, { pieces }) => sum + at(pieces, index), 0);
}

function sentOf({ parcels }: OrderChanges, index: number): number {
  return parcels.reduce((sum, { pieces }) => sum + at(pieces, index), 0);
}

function mustHave(there: PiecesByLine, minimum: PiecesByLine, what: string): void {
  const short = minimum.findIndex((pieces, index) => pieces > at(there, index));
  if (short !== -1) throw new RangeError(`Line ${short + 1} has only ${at(there, short)} pieces ${what}`);
}

function at(pieces: PiecesByLine, index: number): number {
  return pieces[index] ?? 0;
}
