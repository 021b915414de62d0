import { answerFields, titleOf as answerTitle, type Resource } from './answer-fields.ts';
import { type RequestTable, requestFields, titleOf as requestTitle } from './request-fields.ts';
import { of, only, type Part, type Row, row } from './row.ts';

const sessions = of('checkout sessions');
const carts = of('carts');
const catalog = of('catalog');
const discounts = of('discount codes');
const orders = of('orders');
const tools = of('tools over MCP');
const rpc = of('JSON-RPC over HTTP');
const simple = of('a recorded simple product');

/** The tables of members, and beside the types what their notes say. */
export const resourceRows: readonly Part[] = [
  {
    name: 'Manifest',
    rows: [
      ...answer('Manifest'),
      row(
        'services: REST as rest/1.0 at the store’s base, MCP as mcp/1.0 at /mcp',
        of('discovery')(
          'answers the manifest with both transports, all capabilities and the redirect handler',
        ),
      ),
      row(
        'capabilities: the six keys; only what is enabled, catalog and checkout always',
        of('discovery')(
          'answers the manifest with both transports, all capabilities and the redirect handler',
        ),
        of('capability switches')(
          'are there for cart, order, discount and fulfillment, and not for catalog and checkout',
        ),
      ),
    ],
  },
  {
    name: 'LineItem (requests)',
    rows: [
      ...request('LineItem'),
      row(
        'item.id: a GID of a product or a variant, or a product URL',
        sessions('takes a product GID or a product URL for its first available variant'),
      ),
      row(
        'item.title, item.price, item.image_url: hints only',
        sessions('never takes title or price from the request'),
      ),
    ],
  },
  {
    name: 'Totals',
    rows: [
      ...answer('Totals'),
      row('shipping: in order totals', named('Order', 'totals.shipping')),
      row(
        'subtotal before tax, total with it: every answer adds up',
        sessions('creates a session whose buyer can pay on the store’s own page'),
        carts('POST /carts: 201 with every member of the contract’s Cart, active'),
        orders(
          'GET /orders/{orderId}: 200 with every member of the contract’s Order, by the UUID of the completed session',
        ),
      ),
    ],
  },
  { name: 'Link', rows: answer('Link') },
  {
    name: 'CheckoutSession',
    rows: [
      ...answer('CheckoutSession'),
      row(
        'continue_url: where the buyer pays; expires_at: 6 hours after creation',
        sessions('creates a session whose buyer can pay on the store’s own page'),
      ),
    ],
  },
  {
    name: 'CreateSessionRequest',
    rows: [
      ...request('CreateSessionRequest'),
      row(
        'buyer: informational, not stored',
        discounts('takes a code that is meant for one buyer when that buyer is named, and stores nobody'),
      ),
    ],
  },
  {
    name: 'Cart',
    rows: [
      ...answer('Cart'),
      row(
        'discounts: only when codes were supplied',
        discounts('has no discounts member when no codes were supplied'),
      ),
      row(
        'discounts: only while the capability is on',
        discounts('drops discounts silently, also malformed ones, while the capability discount is off'),
      ),
      row(
        'continue_url: the platform’s cart',
        carts('gives continue_url, where the buyer can pay what the cart holds'),
      ),
      row(
        '_links.checkout: the checkout-sessions endpoint',
        carts('hands off to checkout: the same line_items at _links.checkout make a session'),
      ),
    ],
  },
  {
    name: 'Cart request body',
    rows: [
      ...request('Cart request body'),
      row(
        'the codes sent are the codes the cart then holds',
        discounts('holds the codes that PUT sends, and only those (replacement)'),
      ),
      row('an empty array clears all codes', discounts('clears all codes by an empty array')),
      row(
        'leaving the field out leaves the codes unchanged',
        discounts('leaves codes unchanged when the field is omitted, and weighs them anew for other lines'),
      ),
    ],
  },
  {
    name: 'Product',
    rows: [
      ...answer('Product'),
      row(
        'price_range: lowest and highest price of the variants',
        catalog('finds products by everyday words, in the contract’s shape'),
        of('every platform: catalog')('prices over all variants, in minor units of the shop currency'),
      ),
      ...[
        ['name to title', 'becomes a product that is its own only variant'],
        [
          'description to description, without HTML',
          'loses the markup, the rendered gallery and the entities of its description',
        ],
        [
          'short_description where there is no description',
          'is described by the short description when it has no other',
        ],
        ['slug to handle', 'becomes a product that is its own only variant'],
        ['permalink to url', 'becomes a product that is its own only variant'],
        ['price to price_range, in minor units', 'becomes a product that is its own only variant'],
        ['images[].src to media[].url', 'becomes a product that is its own only variant'],
        ['stock_status to availability', 'becomes a product that is its own only variant'],
        ['categories[].name to tags[]', 'is tagged by its categories, whose names arrive escaped'],
      ].map(([says = '', test = '']) => only('woocommerce', `plugin platform: ${says}`, simple(test))),
    ],
  },
  {
    name: 'Order',
    rows: [
      ...answer('Order'),
      row(
        'orders carry service_session_id: meta on the plugin platform, a tag on the hosted one',
        of('every platform: orders')(
          'tags an order of a session as often as it is asked to, and changes it once at most',
        ),
        of('every platform: orders')(
          'finds the order of a session once it is paid on the checkout page, and of no other session',
        ),
      ),
    ],
  },
  {
    name: 'JSON-RPC',
    rows: [
      row(
        'jsonrpc: required, 2.0; method: required',
        rpc('refuses requests without jsonrpc 2.0, a method or a proper id with -32600'),
      ),
      row('id: string, integer or null, echoed', rpc('echoes string, integer and null ids')),
      row(
        'params: object',
        rpc(
          'refuses params that are no object, and calls without a name or with arguments of another type, with -32602',
        ),
      ),
      row(
        'result of tools/call: one text holding the REST body as JSON',
        tools('answers create, get, complete and cancel with exactly the REST body'),
      ),
      row(
        'result of tools/list: name, description and inputSchema, which requires line_items to create',
        tools('lists exactly the four tools, each with an object as its input'),
      ),
      row('error: integer code and message', rpc('refuses unknown methods and tools with -32601')),
    ],
  },
];

function answer(resource: Resource): Row[] {
  return answerFields[resource].map((field) =>
    row(answerTitle(field), `answers › ${resource} › ${answerTitle(field)}`),
  );
}

function request(table: RequestTable): Row[] {
  return requestFields[table].map((field) =>
    row(requestTitle(field), `requests › ${table} › ${requestTitle(field)}`),
  );
}

/** The test of one member. */
function named(resource: Resource, path: string): string {
  const field = answerFields[resource].find((each) => each.path === path);
  if (!field) throw new Error(`${resource} has no ${path}`);
  return `answers › ${resource} › ${answerTitle(field)}`;
}
