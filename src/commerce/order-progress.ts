/** Pieces of an order's line, by the platform's own id of it. */
export interface Pieces {
  lineId: string;
  quantity: number;
}

/** A line as the platform has it now. Minor units; `price` is for one piece, before discounts. */
export interface LineProgress {
  id: string;
  variantId: string | null;
  title: string;
  price: number;
  /** Amount of all pieces, where it is not `price` times `quantity`. */
  subtotal?: number;
  /** What is in the order's totals: on some platforms with the pieces that have gone since. */
  quantity: number;
  /** How many are still bought, after returns, cancellations and edits. */
  current: number;
  /** How many were handed over, as far as the platform tells it of this line. */
  fulfilled: number;
  /** What discounts took off all of `quantity`; null where the platform does not tell it by line. */
  discount: number | null;
  /** Whether it has to be sent; null where nobody says. */
  isSent: boolean | null;
}

/** Something that has happened to goods. `type` in the words of the official order: shipped, delivered, canceled, … */
export interface FulfillmentEvent {
  id: string;
  type: string;
  /** ISO instant. */
  at: string;
  /** Empty where nobody tells which goods it was. */
  lines: Pieces[];
  tracking: { carrier: string | null; number: string | null; url: string | null } | null;
}

/** Money that went back, goods that came back, or both. `amount` in minor units, of the purchase's currency. */
export interface Refund {
  id: string;
  type: 'refund' | 'return' | 'cancellation';
  at: string;
  amount: number;
  lines: Pieces[];
}

/** When a parcel that is under way is expected: an ISO instant. */
export interface Estimate {
  lines: Pieces[];
  by: string;
}

/** What has become of an order, as its platform tells it. */
export interface PlatformProgress {
  lines: LineProgress[];
  /** True where the order has more lines than these. */
  hasMoreLines: boolean;
  events: FulfillmentEvent[];
  refunds: Refund[];
  estimates: Estimate[];
}

/** Pieces that were taken off a line, or put on it, by editing the order: signed. */
export interface OrderEdit extends Pieces {
  at: string;
}

/** What is remembered of it: lines that have gone are still there, and nothing that has happened is forgotten. */
export interface OrderProgress extends PlatformProgress {
  /** In the order in which they became known. */
  lines: (LineProgress & { original: number })[];
  edits: OrderEdit[];
}

interface Told {
  progress: PlatformProgress;
  /** When the platform last changed the order. */
  at: string;
  isCanceled: boolean;
}

/**
 * What is known of an order after its platform has told of it anew. Platforms tell how it stands; what was edited is seen by
 * what it was before. Where nothing is known yet, what the order has counts as what was bought. Pure, and the same however often.
 */
export function progressAfter(known: OrderProgress | null, told: Told): OrderProgress {
  const lines = linesAfter(known, told.progress.lines);
  return {
    ...told.progress,
    lines,
    events: eventsAfter(known?.events ?? [], told.progress.events),
    edits: told.isCanceled ? (known?.edits ?? []) : editsAfter(known?.edits ?? [], lines, told),
  };
}

/** A line that is not there any more was removed. */
function linesAfter(known: OrderProgress | null, told: readonly LineProgress[]): OrderProgress['lines'] {
  const before = known?.lines ?? [];
  const now = new Map(told.map((line) => [line.id, line]));
  const standing = before.map((line) => {
    const told = now.get(line.id);
    if (told) return { ...told, original: line.original };
    const discount = line.discount === null ? null : 0;
    return { ...line, quantity: 0, subtotal: 0, current: 0, fulfilled: 0, discount };
  });
  const isKnown = new Set(before.map(({ id }) => id));
  const added = told.filter(({ id }) => !isKnown.has(id));
  return [...standing, ...added.map((line) => ({ ...line, original: known ? 0 : line.quantity }))];
}

/** What has happened stays as it was told first; its tracking may become known later. */
function eventsAfter(
  known: readonly FulfillmentEvent[],
  told: readonly FulfillmentEvent[],
): FulfillmentEvent[] {
  const byId = new Map(known.map((event) => [event.id, event]));
  for (const event of told) {
    const before = byId.get(event.id);
    const lines = before && before.lines.length > 0 ? before.lines : event.lines;
    byId.set(event.id, { ...event, at: before?.at ?? event.at, lines });
  }
  return [...byId.values()].toSorted((one, other) => compare(one.at, other.at));
}

/** What neither was bought nor came back was edited. */
function editsAfter(known: readonly OrderEdit[], lines: OrderProgress['lines'], told: Told): OrderEdit[] {
  const edits = lines.flatMap(({ id, original, current }) => {
    const returned = piecesOf(
      told.progress.refunds.flatMap((refund) => refund.lines),
      id,
    );
    const quantity = current + returned - original - piecesOf(known, id);
    return quantity === 0 ? [] : [{ lineId: id, quantity, at: told.at }];
  });
  return [...known, ...edits];
}

/** How many pieces of a line these are. */
export function piecesOf(pieces: readonly Pieces[], lineId: string): number {
  return pieces.reduce((sum, each) => (each.lineId === lineId ? sum + each.quantity : sum), 0);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
