import { of, only, type Part, row } from './row.ts';

const sessions = of('checkout sessions');
const initiated = of('a session whose cart is still being built');
const idempotency = of('idempotency');
const carts = of('carts');
const orders = of('orders');

const createsSession = sessions('creates a session whose buyer can pay on the store’s own page');
const replays = idempotency('replays the session of a known key, whatever else is sent');
const completesUnpaid = sessions('completes an unpaid session as claimed, its order pending');
const completesPaid = sessions('completes a paid session as verified, with its order');
const refusesCompleted = sessions('refuses complete, replace and cancel of a completed session');
const cancels = sessions('cancels with totals of 0, as often as it is asked');
const createsCart = carts('POST /carts: 201 with every member of the contract’s Cart, active');
const cancelsCart = carts(
  'POST /carts/{cartId}/cancel: 200 with status canceled, and nothing is left to pay',
);
const replacesCart = carts('PUT /carts/{cartId}: 200, replaces the lines and their totals');
const cartTerminal = carts('refuses to cancel or change a canceled cart with 409');
const orderLife = orders(
  'asks the platform on each read: status and tracking as the order moves through its life',
);

/** States and their transitions. */
export const stateRows: readonly Part[] = [
  {
    name: 'States of a checkout session',
    rows: [
      row('POST checkout-sessions: requires_escalation, 201, continue_url and totals set', createsSession),
      row('POST checkout-sessions with a known key: the session unchanged, 200', replays),
      row(
        'initiated, POST complete: completed, 200',
        initiated('initiated, POST complete: 200 and completed, whatever comes of the cart'),
      ),
      row('requires_escalation, POST complete: completed, 200', completesPaid, completesUnpaid),
      row(
        'totals reflect the content at completion',
        sessions('brings codes and totals up to date at completion'),
      ),
      row('completed, POST complete: unchanged, 409', refusesCompleted),
      row('failed, POST complete: unchanged, 409', cancels),
      row(
        'initiated, POST cancel: failed, 200, totals 0',
        initiated('initiated, POST cancel: 200, failed and totals of 0, whatever comes of the cart'),
      ),
      row('requires_escalation, POST cancel: failed, 200, totals 0', cancels),
      row('completed, POST cancel: unchanged, 404', refusesCompleted),
    ],
  },
  {
    name: 'States of a cart',
    rows: [
      row('POST carts: active, 201', createsCart),
      row('active, PUT: active, lines synced with the platform’s cart', replacesCart),
      row(
        'active, PUT: discounts synced with the platform’s cart',
        'discount codes › holds the codes that PUT sends, and only those (replacement)',
      ),
      row('active, POST cancel: canceled, the platform’s cart abandoned', cancelsCart),
      row('canceled, POST cancel: unchanged, 409', cartTerminal),
    ],
  },
  {
    name: 'States of an order',
    rows: [
      row(
        'pending',
        orders(
          'reads a claimed order as pending, its members all there, and verifies it once the buyer has paid',
        ),
      ),
      row('confirmed (or processing, where the platform starts with it)', orderLife),
      only(
        'shopify',
        'all seven from what the platform says',
        'Shopify order status › is decided for every published value, and every status is reached',
      ),
      only(
        'woocommerce',
        'all seven from what the platform says',
        'the status of an order › is each of the seven somewhere',
      ),
      row('shipped, with tracking', orderLife),
      row('delivered', orderLife),
      row('canceled', orderLife),
      row('refunded', orderLife),
      row('each read asks the platform and stores the answer', orderLife),
      row(
        'platform unreachable: the stored snapshot',
        orders('answers with the stored snapshot, stale and as_of, when the platform is unreachable'),
      ),
    ],
  },
];
