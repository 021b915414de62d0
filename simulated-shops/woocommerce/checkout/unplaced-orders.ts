import type { OrderBook, Purchase, ShopOrder } from '../../shop/orders.ts';

export interface UnplacedOrder {
  order: ShopOrder;
  status: UnplacedStatus;
}

type UnplacedStatus = 'checkout-draft' | 'pending' | 'failed';

/** Orders that sold nothing: drafts of the block checkout, those that a plugin refused, and those whose payment failed. */
export interface UnplacedOrders {
  all(): ShopOrder[];
  /** Orders with their statuses. */
  kept(): UnplacedOrder[];
  find(id: number): ShopOrder | undefined;
  statusOf(order: ShopOrder): UnplacedStatus | undefined;
  /** Draft of the block checkout, one per browser. It carries no mark of its cart. */
  draft(purchase: Purchase): ShopOrder;
  /** Records a refused payment; `before` is the draft or earlier attempt. */
  fail(purchase: Purchase, before: ShopOrder | null): ShopOrder;
  /** Records the refusal of a plugin: the order keeps waiting for its payment. */
  refuse(purchase: Purchase, before: ShopOrder | null): ShopOrder;
  /** Places the order under its own number. */
  place(purchase: Purchase, before: ShopOrder | null): ShopOrder;
  onChange(listener: (order: ShopOrder) => void): void;
}

export function createUnplacedOrders(book: OrderBook, before: readonly UnplacedOrder[] = []): UnplacedOrders {
  const orders = new Map(before.map((unplaced) => [unplaced.order.id, unplaced]));
  const listeners: ((order: ShopOrder) => void)[] = [];
  const keep = (purchase: Purchase, before: ShopOrder | null, status: UnplacedStatus) => {
    const order = book.prepare(purchase, before?.id);
    orders.set(order.id, { order, status });
    for (const listener of listeners) listener(order);
    return order;
  };
  return {
    all: () => [...orders.values()].map(({ order }) => order),
    kept: () => [...orders.values()],
    find: (id) => orders.get(id)?.order,
    statusOf: ({ id }) => orders.get(id)?.status,
    draft: ({ cartId: _cartId, ...purchase }) =>
      keep({ ...purchase, sessionId: null }, null, 'checkout-draft'),
    fail: (purchase, before) => keep(purchase, before, 'failed'),
    refuse: (purchase, before) => keep(purchase, before, 'pending'),
    place(purchase, before) {
      if (before) orders.delete(before.id);
      return book.place(purchase, before?.id);
    },
    onChange: (listener) => listeners.push(listener),
  };
}
