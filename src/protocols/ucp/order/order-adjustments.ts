import type { Order, OrderStep } from '../../../commerce/order/order.ts';
import { type OrderProgress, type Pieces, sumPiecesByLine } from '../../../commerce/order/order-progress.ts';
import { createLineNames } from './order-lines.ts';
import { getReachedAt } from './order-of-status.ts';

interface Adjustment {
  id: string;
  type: string;
  at: string;
  /** Signed counts. */
  lines: readonly Pieces[];
  /** Signed minor units; 0 where no money moved. */
  amount: number;
}

/**
 * Renders changes since the purchase, oldest first: the purchase plus all adjustments is the order as it is now. An edit or
 * cancellation excludes what was refunded; an order refunded as a whole without refunds of its own gets one of its total.
 */
export function renderAdjustments(order: Order, progress: OrderProgress, steps: readonly OrderStep[]) {
  const described: Adjustment[] = [
    ...progress.refunds.map(({ id, type, at, amount, lines }) => ({
      id: `${type}-${id}`,
      type,
      at,
      lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity: -quantity })),
      amount: -amount,
    })),
    ...progress.edits.map(({ lineId, quantity, at }, index) => ({
      id: `edit-${index + 1}`,
      type: 'order_edit',
      at,
      lines: [{ lineId, quantity }],
      amount: 0,
    })),
    ...refundOfAll(order, progress, steps),
    ...renderCancellation(order, progress, steps),
  ];
  const { sumCounts } = createLineNames(progress);
  return described
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ id, type, at, lines, amount }) => {
      const counted = sumCounts(lines);
      return {
        id,
        type,
        occurred_at: at,
        status: 'completed',
        line_items: counted.length > 0 ? counted : undefined,
        totals: amount === 0 ? undefined : [{ type: 'total', amount }],
      };
    });
}

function refundOfAll(order: Order, { refunds }: OrderProgress, steps: readonly OrderStep[]): Adjustment[] {
  if (order.status !== 'refunded' || refunds.some(({ amount }) => amount > 0)) return [];
  const at = getReachedAt(order, steps, 'refunded');
  return [{ id: 'refund-1', type: 'refund', at, lines: [], amount: -order.totals.total }];
}

function renderCancellation(
  order: Order,
  progress: OrderProgress,
  steps: readonly OrderStep[],
): Adjustment[] {
  if (order.status !== 'canceled') return [];
  const gone = sumPiecesByLine(progress.refunds.flatMap(({ lines }) => lines));
  const edited = sumPiecesByLine(progress.edits);
  const lines = progress.lines.map(({ id, original }) => ({
    lineId: id,
    quantity: -Math.max(0, original + (edited.get(id) ?? 0) - (gone.get(id) ?? 0)),
  }));
  const at = getReachedAt(order, steps, 'canceled');
  return [{ id: 'cancellation-1', type: 'cancellation', at, lines, amount: 0 }];
}
