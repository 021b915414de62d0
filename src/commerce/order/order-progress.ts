import type { PricedLine } from '../checkout/cart.ts';
import type { Instant } from '../time/time.ts';

/** Pieces of an order's line; `lineId` is the platform's. */
export interface Pieces {
  lineId: string;
  quantity: number;
}

/** Current state of a line on the platform. `quantity`: pieces in the order's totals, on some platforms with pieces that were removed since. */
export interface LineProgress extends PricedLine {
  id: string;
  variantId: string | null;
  title: string;
  /** Pieces left after returns, cancellations and edits. */
  current: number;
  /** Pieces handed over, as far as the platform reports it by line. */
  fulfilled: number;
  /** Discounts on all of `quantity`; null where the platform does not report them by line. */
  discount: number | null;
  /** Whether it needs shipping; null where unknown. */
  isSent: boolean | null;
}

/** Event of goods. `type`: as in the official order, such as shipped, delivered, canceled. */
export interface FulfillmentEvent {
  id: string;
  type: string;
  at: Instant;
  /** Empty where the platform does not report which goods. */
  lines: Pieces[];
  tracking: Record<'carrier' | 'number' | 'url', string | null> | null;
}

/** Money returned, goods returned, or both. `amount`: minor units in the currency of the purchase. */
export interface Refund {
  id: string;
  type: 'refund' | 'return' | 'cancellation';
  at: Instant;
  amount: number;
  lines: Pieces[];
}

/** Expected arrival of a parcel under way. */
export interface Estimate {
  lines: Pieces[];
  by: Instant;
}

export interface PlatformProgress {
  lines: LineProgress[];
  /** True when the order has further lines. */
  hasMoreLines: boolean;
  events: FulfillmentEvent[];
  refunds: Refund[];
  estimates: Estimate[];
}

/** Pieces added to a line (positive) or removed (negative) by editing the order. */
type OrderEdit = Pieces & { at: string };

/** Stored progress: keeps removed lines and all events. */
export interface OrderProgress extends PlatformProgress {
  /** In the order in which they became known. */
  lines: (LineProgress & { original: number })[];
  edits: OrderEdit[];
}

interface Report {
  progress: PlatformProgress;
  /** When the platform last changed the order. */
  at: string;
  isCanceled: boolean;
}

/** Merges a platform's report into the known progress, and derives edits; without known progress its lines count as bought. */
export function mergeProgress(before: OrderProgress | null, report: Report): OrderProgress {
  const lines = mergeLines(before, report.progress.lines);
  return {
    ...report.progress,
    lines,
    events: mergeEvents(before?.events ?? [], report.progress.events),
    edits: report.isCanceled ? (before?.edits ?? []) : mergeEdits(before?.edits ?? [], lines, report),
  };
}

/** A known line that is not reported was removed: its pieces become 0. */
function mergeLines(former: OrderProgress | null, reported: readonly LineProgress[]): OrderProgress['lines'] {
  const before = former?.lines ?? [];
  const now = new Map(reported.map((line) => [line.id, line]));
  const current = before.map((line) => {
    const reportedLine = now.get(line.id);
    if (reportedLine) return { ...reportedLine, original: line.original };
    const discount = line.discount === null ? null : 0;
    return { ...line, quantity: 0, subtotal: 0, current: 0, fulfilled: 0, discount };
  });
  const isKnown = new Set(before.map(({ id }) => id));
  const added = reported.filter(({ id }) => !isKnown.has(id));
  return [...current, ...added.map((line) => ({ ...line, original: former ? 0 : line.quantity }))];
}

/** Events keep their first instant and lines; tracking may become known later. */
function mergeEvents(former: readonly FulfillmentEvent[], reported: readonly FulfillmentEvent[]) {
  const byId = new Map(former.map((event) => [event.id, event]));
  for (const event of reported) {
    const before = byId.get(event.id);
    const lines = before && before.lines.length > 0 ? before.lines : event.lines;
    byId.set(event.id, { ...event, at: before?.at ?? event.at, lines });
  }
  return [...byId.values()].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

/** Counts pieces that were neither bought nor returned as edits. */
function mergeEdits(before: readonly OrderEdit[], lines: OrderProgress['lines'], report: Report) {
  const returned = sumPiecesByLine(report.progress.refunds.flatMap((refund) => refund.lines));
  const edited = sumPiecesByLine(before);
  const edits = lines.flatMap(({ id, original, current }) => {
    const quantity = current + (returned.get(id) ?? 0) - original - (edited.get(id) ?? 0);
    return quantity === 0 ? [] : [{ lineId: id, quantity, at: report.at }];
  });
  return [...before, ...edits];
}

export function sumPiecesByLine(pieces: readonly Pieces[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { lineId, quantity } of pieces) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return sums;
}
