import { of, only, type Part, row } from './row.ts';

const sessions = of('checkout sessions');
const carts = of('carts');
const catalog = of('catalog');
const discovery = of('discovery');
const events = of('events of a shop');
const deliveries = of('a delivery');
const tools = of('tools over MCP');
const rpc = of('JSON-RPC over HTTP');
const switches = of('capability switches');
const refusals = of('bad input');

const lists = tools('lists exactly the four tools, each with an object as its input');
const wraps = tools('answers create, get, complete and cancel with exactly the REST body');
const unknownSlug = switches('unknown slug: every endpoint of a store answers 404 with the error body');
const refusesCompleted = sessions('refuses complete, replace and cancel of a completed session');
const cancels = sessions('cancels with totals of 0, as often as it is asked');
const anyOrigin = rpc('takes any Origin, and lets it read the answer');
const preflight = of('preflight')('answers OPTIONS of every path with 204 and what agents may send');
const quantities = refusals('refuses wrong line items wherever they are taken, and names the member');
const manifest = discovery(
  'answers the manifest with both transports, all capabilities and the redirect handler',
);

/** MCP, authentication, events, errors, limits and versions. */
const pairing = of('pairing a WooCommerce site');

export const ruleRows: readonly Part[] = [
  {
    name: 'What the service does',
    rows: [
      row(
        '1. all of a store’s endpoints live under its slug',
        sessions('hides the sessions of one store from another'),
        unknownSlug,
      ),
      row(
        '2. the manifest is reached by a redirect from /.well-known/ucp',
        discovery('is reached by a redirect from /.well-known/ucp on the merchant’s own domain'),
      ),
      row('3. two transports: REST and MCP', wraps),
      row(
        '4. the buyer pays on the platform’s own page, then the agent completes',
        sessions('creates a session whose buyer can pay on the store’s own page'),
        sessions('completes a paid session as verified, with its order'),
      ),
      row(
        '5. catalog in minor units, asked of the platform',
        catalog('finds products by everyday words, in the contract’s shape'),
        'upstream cost › search asks once, and on WooCommerce at most once more for variations',
      ),
      row('6. both kinds of platform', 'every platform: catalog › describes the shop'),
      row(
        '8. codes are validated by the platform',
        'discount codes › gives each code that was supplied exactly one outcome, whatever the platform thinks of it',
      ),
    ],
  },
  {
    name: 'MCP tools',
    rows: [
      row('tools/list: exactly the four tools', lists),
      row('tools/call wraps the REST body: create, get, complete, cancel', wraps),
      row(
        'create_checkout_session takes the arguments of the REST body',
        tools('replays by the idempotency_key argument and by the Idempotency-Key header, as REST does'),
        tools('says what REST would say with -32000 and the status in data: 400'),
      ),
      row(
        'real clients connect and buy',
        'official MCP clients › @modelcontextprotocol/client (v2) connects, lists the tools and buys with them',
        'official MCP clients › @modelcontextprotocol/sdk (v1) connects, lists the tools and buys with them',
      ),
    ],
  },
  {
    name: 'MCP errors',
    rows: [
      row('-32700: no valid JSON', rpc('refuses what is no JSON with -32700 and id null')),
      row('-32601: method or tool not found', rpc('refuses unknown methods and tools with -32601')),
      row(
        '-32602: a required parameter is missing',
        tools('refuses a missing required argument with -32602 and names it'),
      ),
      row(
        '-32000: what the REST endpoint refuses',
        tools('says what REST would say with -32000 and the status in data: 404 and 409'),
        tools('says what REST would say of a platform that is down: -32000, 503 and when to try again'),
      ),
    ],
  },
  {
    name: 'Authentication',
    rows: [
      row(
        '1. MCP needs no credential beyond the slug',
        'official MCP clients › serves bare clients, without a handshake and with Accept: application/json only',
      ),
      row('2. MCP takes any origin; sessions answer preflight with 204', anyOrigin, preflight),
      only(
        'woocommerce',
        '3. HTTP Basic with a key that may read and write',
        'connecting to a site that is not ready › says that the secret or the key is wrong',
        'keys of the simulated WooCommerce site › lets a good key in, in the header and in the query',
      ),
      only(
        'woocommerce',
        '3. a 6-digit pairing code links the plugin and its key pair to the merchant’s account',
        pairing('is one code: typed on the site it makes a store that agents can search'),
        pairing('pairs exactly one of two sites that come with one code at once'),
        pairing('keeps neither the code nor any secret in the clear'),
      ),
      only(
        'woocommerce',
        '4. /store-info and /health public, /cart/create with HTTP Basic',
        'keys of the simulated WooCommerce site › asks for no key where the connector is public, yet refuses a wrong secret there',
        'keys of the simulated WooCommerce site › makes no cart for nobody',
      ),
    ],
  },
  {
    name: 'Events',
    rows: [
      row('1. products created or updated', events('freshen the copy of a product that was edited')),
      row(
        '1. products deleted',
        events('take a product out of the copy that was deleted, or is no longer shown'),
      ),
      row(
        '1. verified, and no way into another store',
        deliveries(
          'is refused with 401 when it is signed by nobody, by another secret, or over another body',
        ),
        deliveries('is no way into another store'),
      ),
      row(
        '2. orders updated by webhooks',
        events('tell of a shipment without anybody asking the shop'),
        events('verify a claim when the buyer pays after the agent has completed'),
      ),
      row(
        '2. orders updated by each read',
        'orders › asks the platform on each read: status and tracking as the order moves through its life',
      ),
      row(
        '3. orders of a session carry its id',
        'every platform: orders › tags an order of a session as often as it is asked to, and changes it once at most',
      ),
    ],
  },
  {
    name: 'Errors',
    rows: [
      row(
        'invalid body on session create: 400',
        refusals('refuses bodies that are no JSON object'),
        refusals('says all that is wrong at once'),
      ),
      row('empty line_items on session create: 400', refusals('refuses no line items where some are needed')),
      row('unknown slug: 404', unknownSlug),
      ...['cart', 'order', 'fulfillment'].map((name) =>
        row(
          `endpoint of a disabled capability (${name}): 404`,
          switches(
            `${name} off: (b) its endpoints answer 404 exactly as for a nonexistent store; on again: as before`,
          ),
        ),
      ),
      row(
        'session not found: 404',
        sessions('says 404 for reading of a session that is not there, whatever its id'),
        sessions('says 404 before 400 on a replacement for a session that is not there'),
        sessions('says 404 for /cancel of a session that is not there, whatever its id'),
      ),
      row('cancel of a completed session: 404', refusesCompleted),
      row('complete of a completed session: 409', refusesCompleted),
      row('complete of a failed session: 409', cancels),
      row('cancel of a canceled cart: 409', carts('refuses to cancel or change a canceled cart with 409')),
      row('body: error, a message for a person', unknownSlug, refusals('says all that is wrong at once')),
    ],
  },
  {
    name: 'Limits',
    rows: [
      row(
        'search first: 1 to 100, an integer',
        catalog('says 400 and names first for ?q=mug&first=0'),
        catalog('says 400 and names first for ?q=mug&first=101'),
        catalog('says 400 and names first for ?q=mug&first=2.5'),
      ),
      row(
        'search first: default 20',
        catalog('answers 20 products unless `first` says how many, and as many as 100'),
      ),
      row('quantity: an integer, at least 1', quantities),
      row('quantity: default 1', 'requests › buy one piece where the quantity is left out'),
      row(
        'line_items on session and cart create: at least 1',
        refusals('refuses no line items where some are needed'),
      ),
      row(
        'a session lives for 6 hours',
        'idempotency › expires a session after 6 hours: failed when read, its key free, complete refused',
      ),
      only(
        'woocommerce',
        'pairing code: 6 digits',
        pairing('is one code: typed on the site it makes a store that agents can search'),
        'guessing a pairing code › locks what was issued before five wrong tries of an address, and no code that is made afterwards',
      ),
    ],
  },
  {
    name: 'Versioning',
    rows: [
      row('1. date-form versions of the manifest and of each capability', manifest),
      row(
        '1. 2026-04-08 with an optional capability, 2026-01-23 without any',
        discovery('drops a capability that is switched off, and falls back to the older version without any'),
      ),
      row('2. no version in the service’s paths', manifest),
      only('woocommerce', '2. v1 in the connector’s', 'the written protocol › names the namespace'),
      row('3. rest/1.0 and mcp/1.0', manifest),
    ],
  },
];
