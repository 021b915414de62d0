import { anywhere, of, only, type Part, row } from './row.ts';

const sessions = of('checkout sessions');
const idempotency = of('idempotency');
const carts = of('carts');
const orders = of('orders');
const discovery = of('discovery');
const catalog = of('catalog');
const quotes = of('fulfillment quotes');
const preflight = of('preflight');
const switches = of('capability switches');
const tools = of('tools over MCP');

const createsSession = sessions('creates a session whose buyer can pay on the store’s own page');
const replays = idempotency('replays the session of a known key, whatever else is sent');
const completesPaid = sessions('completes a paid session as verified, with its order');
const refusesCompleted = sessions('refuses complete, replace and cancel of a completed session');
const cancels = sessions('cancels with totals of 0, as often as it is asked');
const replaces = sessions('replaces the lines and leaves status and totals as they were');
const createsCart = carts('POST /carts: 201 with every member of the contract’s Cart, active');
const cancelsCart = carts(
  'POST /carts/{cartId}/cancel: 200 with status canceled, and nothing is left to pay',
);
const replacesCart = carts('PUT /carts/{cartId}: 200, replaces the lines and their totals');
const orderRead = orders(
  'GET /orders/{orderId}: 200 with every member of the contract’s Order, by the UUID of the completed session',
);
const options = preflight('answers OPTIONS of every path with 204 and what agents may send');
const noSession = (path: string) =>
  sessions(`says 404 for ${path || 'reading'} of a session that is not there, whatever its id`);

/** Endpoints, their rules, the switches, and the connector’s side. */
const wire = of('what the service and a site say to each other keeps to the connector’s wire');

export const endpointRows: readonly Part[] = [
  {
    name: 'Endpoints',
    rows: [
      row(
        'GET /: 200 Manifest',
        discovery('answers the manifest with both transports, all capabilities and the redirect handler'),
        discovery('answers the same with a trailing slash'),
      ),
      row('POST /checkout-sessions: 201 new, 200 replay', createsSession, replays),
      row('GET /checkout-sessions/{sessionId}: 200', sessions('reads a session without asking the platform')),
      row('PUT /checkout-sessions/{sessionId}: 200, status and totals not changed', replaces),
      row('POST /checkout-sessions/{sessionId}/complete: 200, completed', completesPaid),
      row('POST /checkout-sessions/{sessionId}/cancel: 200, totals 0', cancels),
      row(
        'GET /catalog/search: 200 {products}',
        catalog('finds products by everyday words, in the contract’s shape'),
      ),
      row(
        'GET /catalog/lookup: 200 {products}',
        catalog('looks products up by their ids and by those of their variants'),
      ),
      row('POST /carts: 201 Cart', createsCart),
      row(
        'GET /carts/{cartId}: Cart',
        carts('GET /carts/{cartId}: 200 with what was answered last, without asking the platform'),
      ),
      row('PUT /carts/{cartId}: Cart', replacesCart),
      row('POST /carts/{cartId}/cancel: Cart, canceled', cancelsCart),
      row('GET /orders/{orderId} by the service’s UUID: 200 Order', orderRead),
      row(
        'GET /orders/{orderId} by the platform’s GID or number: 200 Order',
        orders('takes the platform’s GID, percent-encoded or with its slashes, and the plain number'),
      ),
      row('POST /mcp: 200 JSON-RPC', tools('lists exactly the four tools, each with an object as its input')),
      ...[
        '/checkout-sessions',
        '/checkout-sessions/{sessionId}',
        '/checkout-sessions/{sessionId}/complete',
        '/checkout-sessions/{sessionId}/cancel',
        '/mcp',
      ].map((path) => row(`OPTIONS ${path}: 204 with cross-origin headers`, options)),
      row(
        'unknown slug: 404 with the Error body on every endpoint',
        switches('unknown slug: every endpoint of a store answers 404 with the error body'),
      ),
    ],
  },
  {
    name: 'Rules of the endpoints',
    rows: [
      row(
        '1. empty line_items or an invalid body on create: 400',
        'bad input › refuses no line items where some are needed',
        'bad input › refuses bodies that are no JSON object',
      ),
      row(
        '2. a known key of a session that has not failed: that session, and no new one',
        replays,
        idempotency('makes one session and one platform cart of raced creates'),
      ),
      row('2. a failed session is no match', idempotency('does not count a failed session as a match')),
      row(
        '3. GET, POST complete and POST cancel of a session that does not exist: 404',
        noSession(''),
        noSession('/complete'),
        noSession('/cancel'),
      ),
      row(
        '3. PUT on a session that does not exist: 404',
        sessions('says 404 before 400 on a replacement for a session that is not there'),
      ),
      row(
        '4. complete of a completed or failed session: 409; cancel of a completed one: 404',
        refusesCompleted,
        cancels,
      ),
      row(
        '5. cart off: its endpoints 404',
        carts(
          'answers 404 on every cart endpoint while the capability cart is off, exactly as an unknown store does',
        ),
      ),
      row(
        '5. a cart hands off by the same line_items at _links.checkout',
        carts('hands off to checkout: the same line_items at _links.checkout make a session'),
      ),
      row(
        '6. discount off: the input is removed silently, the rest processed',
        switches(
          'discount off: (c) its field is silently stripped from sessions and carts, and the remainder processed',
        ),
      ),
      row(
        '7. order off: 404',
        orders('answers 404 while the capability order is off, in whatever way the order is named'),
      ),
      row(
        '8. quotes of shipping rates before checkout',
        quotes(
          'POST /fulfillment/quotes: 200 with the envelope, the currency and the quotes, cheapest first',
        ),
      ),
      row(
        '8. fulfillment off: 404',
        quotes(
          'answers 404 while the capability fulfillment is off, also to other methods, 405 while it is on',
        ),
      ),
    ],
  },
  {
    name: 'Capability toggles',
    rows: [
      row('all four default to on', switches('all default to on')),
      row(
        'catalog and checkout cannot be switched off',
        switches('are there for cart, order, discount and fulfillment, and not for catalog and checkout'),
      ),
      ...['cart', 'order', 'discount', 'fulfillment'].map((name) =>
        row(
          `(a) ${name} off: gone from the manifest; on again: back at once`,
          switches(
            `${name} off: (a) its key is gone from the manifest, and the others stay; on again: it is back`,
          ),
        ),
      ),
      ...['cart', 'order', 'fulfillment'].map((name) =>
        row(
          `(b) ${name} off: 404 exactly as for a nonexistent store; on again: as before`,
          switches(
            `${name} off: (b) its endpoints answer 404 exactly as for a nonexistent store; on again: as before`,
          ),
        ),
      ),
      row(
        '(c) a field that belongs to it is silently stripped; on again: taken',
        switches(
          'discount off: (c) its field is silently stripped from sessions and carts, and the remainder processed',
        ),
      ),
      row(
        'on again: what was held is there, nothing migrated',
        'discount codes › drops discounts silently, also malformed ones, while the capability discount is off',
      ),
      anywhere('in every process at once', 'stores › knows of a switch at once that another process set'),
    ],
  },
  {
    name: 'Site-side connector',
    rows: [
      only(
        'woocommerce',
        'GET /store-info and GET /health, public (the simulated site)',
        'what the simulated connector tells of the shop › describes it, with policy pages that exist',
        'keys of the simulated WooCommerce site › asks for no key where the connector is public, yet refuses a wrong secret there',
      ),
      only(
        'woocommerce',
        'POST /cart/create, HTTP Basic (the simulated site)',
        'cart/create of the simulated connector › makes a cart whose totals add up, taxed as at the base address and without shipping',
        'keys of the simulated WooCommerce site › makes no cart for nobody',
      ),
      only(
        'woocommerce',
        'the written protocol and the service say the same',
        'the written protocol › knows every schema of the wire',
        'the written protocol › names the namespace',
      ),
      only(
        'woocommerce',
        'products are read from the collection, paged and filtered, and by id',
        'upstream cost › search: one call, variable products among the hits or not',
        'upstream cost › lookup: one call for any mix of products and variants, never seen before',
        'paging through a search › follows the cursor to the last page',
      ),
      only(
        'woocommerce',
        'the three endpoints keep to the wire that the plugin is held to (on a real WordPress: woocommerce-proof.md)',
        wire('describing the shop, and trying whether its key may write'),
        wire('a cart: made, replaced, with codes and a buyer, and emptied'),
        wire('health: paired by nobody, and then by somebody'),
        'webhooks that the WordPress plugin has made › are all right to the service, which leaves them as they are',
      ),
    ],
  },
];
