import { type OrderProgress, type Pieces, sumPiecesByLine } from '../../../commerce/order/order-progress.ts';

export interface NamedLine {
  /** Stable for the lifetime of the order. */
  name: string;
  line: OrderProgress['lines'][number];
}

export interface LineCount {
  id: string;
  quantity: number;
}

/** Names the lines of an order's answer. */
export function createLineNames({ lines }: Pick<OrderProgress, 'lines'>) {
  const all: NamedLine[] = lines.map((line, index) => ({ name: `line-${index + 1}`, line }));
  const names = new Map(all.map(({ name, line }) => [line.id, name]));
  return {
    all,
    /** Sums signed counts per line; lines that the order does not have are dropped. */
    sumCounts(pieces: readonly Pieces[]): LineCount[] {
      return [...sumPiecesByLine(pieces)].flatMap(([lineId, quantity]) => {
        const id = names.get(lineId);
        return id === undefined || quantity === 0 ? [] : [{ id, quantity }];
      });
    },
  };
}
