import { anywhere, of, type Part, row } from './row.ts';

const sessions = of('checkout sessions');
const idempotency = of('idempotency');
const stress = of('carts, raced and with a platform in trouble');
const orders = of('orders');
const quotes = of('fulfillment quotes');
const preflight = of('preflight');
const tools = of('tools over MCP');
const rpc = of('JSON-RPC over HTTP');
const refusals = of('bad input');
const http = of('HTTP as it should not be');
const unreadable = of('requests that cannot be read, and what answers tell');

/** What is decided of orders, MCP, errors and the work in the background. */
export const edgeDecisionRows: readonly Part[] = [
  {
    name: 'Decided: orders and quotes',
    rows: [
      row(
        'by UUID, GID or number',
        orders('takes the platform’s GID, percent-encoded or with its slashes, and the plain number'),
      ),
      row(
        'unknown order: 404',
        orders(
          'says 404 for an order that is not there, whatever its id, and does not ask the platform for nonsense',
        ),
      ),
      row(
        'orders that did not come through a session: 404',
        orders('says 404 for an order of the shop that did not come through a session'),
      ),
      row(
        'unreachable platform: the snapshot, stale and as_of',
        orders('answers with the stored snapshot, stale and as_of, when the platform is unreachable'),
      ),
      row(
        'quotes: cheapest first, in the store’s currency',
        quotes(
          'POST /fulfillment/quotes: 200 with the envelope, the currency and the quotes, cheapest first',
        ),
      ),
      row(
        'quotes: an undeliverable destination is an empty list',
        quotes('answers an empty list for a destination to which nothing is delivered'),
      ),
      row(
        'quotes leave nothing behind',
        quotes('leaves nothing behind: a cart of the same goods, and the shop’s orders, are as before'),
      ),
    ],
  },
  {
    name: 'Decided: MCP',
    rows: [
      row('session_id, also as id and sessionId', tools('understands id and sessionId for session_id')),
      row(
        'what is no request object, or a batch: -32600',
        rpc('refuses batches and what is no request object with -32600'),
      ),
      row(
        'unknown slug: HTTP 404 with the REST error body',
        rpc('says 404 with the REST error body for a store that is not there, whatever is sent'),
      ),
      row('GET and DELETE: 405', rpc('answers other methods with 405 and Allow')),
      row('notifications: 202', rpc('takes any notification with an empty 202')),
      row('ping', 'official MCP clients › @modelcontextprotocol/sdk (v1) pings'),
      row(
        'initialize',
        'revisions of MCP › shakes hands on the client’s revision where it is spoken, else on the newest with a handshake',
      ),
      row(
        'server/discover',
        'revisions of MCP › discovers: revisions, capabilities, who it is, and how long that holds',
      ),
    ],
  },
  {
    name: 'Decided: errors and cross-origin requests',
    rows: [
      row('error, code and details', refusals('says all that is wrong at once')),
      row('405 with Allow', http('answers methods that a path does not offer with 405 and Allow')),
      row(
        '415 for a body that is not JSON',
        http('refuses bodies of another type with 415, also when they hold JSON'),
      ),
      row(
        'an item that the platform does not know: 400, named',
        sessions('refuses ids that the store does not know with 400 and names the item'),
      ),
      row('sold out: 409, named', sessions('refuses what is sold out with 409 and names the item')),
      row(
        '502 or 503 as the platform fails',
        ...['server_error', 'malformed'].map(
          (each) => `every platform: failures › says platform_error when the shop is ${each}, and recovers`,
        ),
        ...['down', 'throttled'].map(
          (each) =>
            `every platform: failures › says platform_unavailable when the shop is ${each}, and recovers`,
        ),
        stress('fails as the platform fails, and holds what it held'),
      ),
      row(
        '503 with Retry-After; the same key may be retried',
        idempotency('frees the key when the platform fails, and says when to try again'),
      ),
      row('refused items leave the key free', idempotency('frees the key when the items are refused')),
      row(
        'X-Request-Id on every response',
        unreadable('keeps a sane X-Request-Id and replaces an insane one'),
      ),
      row(
        'no secret in an error',
        unreadable('repeats no secret in an error: neither the agent’s nor the store’s'),
      ),
      row(
        'every endpoint answers OPTIONS with 204',
        preflight('answers OPTIONS of every path with 204 and what agents may send'),
      ),
      row(
        'any origin reads answers and refusals',
        preflight('lets any origin read answers and refusals alike'),
      ),
    ],
  },
  {
    name: 'Decided: events and upkeep',
    rows: [
      row(
        'deliveries are done once',
        of('events of a shop')('are done once, however often one delivery comes'),
      ),
      row(
        'late, doubled or out of order: the newest state stands',
        of('events of a shop')('may come doubled, late and the newest first'),
      ),
      row(
        'subscriptions are mended',
        of('events of a shop')('are asked for anew when the shop has dropped its subscriptions'),
      ),
      row(
        'deletions that nobody announced are found',
        'items that are known from the copy › what was deleted without a word is found by the next import',
      ),
      anywhere(
        'the catalog is imported in the background, and goes on after a kill',
        of('the import of a catalog')('begins when the store is connected, and shows how far it is'),
        of('the import of a catalog')(
          'goes on after a kill with the page that was noted last, in another process',
        ),
      ),
      anywhere(
        'expired sessions and carts are swept, by several processes at once',
        of('housekeeping')(
          'ends what has expired, forgets it when it is old, and keeps what became an order',
        ),
        of('housekeeping')('is done by several processes at once, each leaving the others theirs'),
      ),
    ],
  },
];
