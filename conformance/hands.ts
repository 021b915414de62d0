import { toDecimal } from '../src/commerce/money/money.ts';
import { type PlatformKeys, signRequest } from '../testing/agent-platform.ts';
import { payCheckout } from '../testing/pay-checkout.ts';
import { type Answered, type Hand, type Passing, passOn } from '../testing/tls-front.ts';
import { SUITES_PROFILE } from './platform.ts';

/** Token of an instrument whose payment is to succeed: the buyer then pays on the shop's page. */
export const PAID = 'success_token';
/** Bearer token with which the suite asks the proxy to sign as its agent platform. */
const TOKEN = 'of-the-suites-platform';

/** Actions that the suite cannot perform: the buyer's, the agent platform's, and faults of clock and database. */
export interface Hands {
  /** The service's URL without TLS. */
  service: string;
  key: PlatformKeys;
  /** Signs every read of an order, or only those with the token. */
  signsEveryReading: boolean;
  advance(ms: number): void;
  /** Makes idempotency records unreadable, or readable again. */
  setOutage(on: boolean): Promise<void>;
  checkoutOf(orderId: string): Promise<string>;
  /** Refunds quantities by line in the shop; `amount` is a decimal string. */
  refund(checkoutId: string, amount: string, pieces: number[]): void;
}

const HOUR_MS = 60 * 60_000;

export function handsAt(hands: Hands): Hand {
  return async (passing) => {
    const { pathname } = passing.url;
    const [, hook] = /\/testing\/(.+)$/.exec(pathname) ?? [];
    if (hook !== undefined) return json(await pull(hands, hook, passing));
    const completed = /^(.*\/checkout-sessions\/[^/]+)\/complete$/.exec(pathname)?.[1];
    if (completed !== undefined && passing.body.includes(PAID)) await payAsBuyer(hands, passing, completed);
    return readsOrder(passing) ? signedFor(hands, passing) : passing;
  };
}

/** A payment with a handler that the store does not offer is ignored. */
async function payAsBuyer(hands: Hands, passing: Passing, path: string): Promise<void> {
  if (passing.body.includes('handler_not_in')) return;
  const { continue_url } = await readCheckout(hands, passing, path);
  if (typeof continue_url === 'string') await payCheckout(continue_url);
}

function readsOrder({ method, url, body }: Passing): boolean {
  if (method === 'GET') return /\/orders\/[^/]+$/.test(url.pathname);
  return url.pathname.endsWith('/mcp') && body.includes('"get_order"');
}

/** Only the checkout's agent platform may read an order, with a signature (RFC 9421). */
async function signedFor(hands: Hands, passing: Passing): Promise<Passing> {
  const { authorization, ...headers } = passing.headers;
  if (!hands.signsEveryReading && authorization !== `Bearer ${TOKEN}`) return passing;
  return signed(hands.key, { ...passing, headers });
}

/** No `created`: the service's clock is shifted, the agent platform's is not. */
async function signed(key: PlatformKeys, passing: Passing): Promise<Passing> {
  const { method, url, body } = passing;
  const { 'idempotency-key': _, ...others } = passing.headers;
  const added = await signRequest(
    { method, url: url.href, ...(body.length > 0 ? { body: body.toString('utf8') } : {}) },
    SUITES_PROFILE,
    { key, params: ['keyid'] },
  );
  return { ...passing, headers: { ...others, ...added } };
}

async function pull(hands: Hands, hook: string, passing: Passing): Promise<object> {
  const { body } = passing;
  const input = body.length > 0 ? JSON.parse(body.toString('utf8')) : {};
  const [, order] = /^orders\/([^/]+)\/adjust$/.exec(hook) ?? [];
  if (order !== undefined) await refund(hands, order, input.line_item_id, passing);
  else if (hook === 'idempotency/age') hands.advance(Number(input.hours) * HOUR_MS);
  else if (hook === 'idempotency/outage') await hands.setOutage(input.enabled === true);
  else if (hook === 'oauth/mint') return { access_token: TOKEN };
  else throw new Error(`The suite pulls at something that is not there: ${hook}`);
  return {};
}

interface Line {
  id: string;
  quantity: number | { total: number };
  totals: { type: string; amount: number }[];
}

/** Refunds all of one line. An order that the suite did not create is found by its checkout. */
async function refund(hands: Hands, orderId: string, lineId: string, passing: Passing): Promise<void> {
  const checkoutId = await hands.checkoutOf(orderId);
  const at = (path: string) => passing.url.pathname.replace(/\/testing\/.*$/, path);
  const order = await readOrder(hands, passing, at(`/orders/${orderId}`));
  const sale = order.line_items
    ? order
    : await readCheckout(hands, passing, at(`/checkout-sessions/${checkoutId}`));
  const lines: Line[] = sale.line_items;
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const paid = line?.totals.find(({ type }) => type === 'total')?.amount ?? 0;
  const pieces = lines.map((each) => (each === line ? piecesOf(each) : 0));
  hands.refund(checkoutId, toDecimal(paid, sale.currency), pieces);
}

function piecesOf({ quantity }: Line): number {
  return typeof quantity === 'number' ? quantity : quantity.total;
}

/** Signs as the suite's agent platform. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them, without types.
async function readOrder(hands: Hands, { url, headers }: Passing, path: string): Promise<any> {
  const request = {
    method: 'GET',
    url: new URL(path, url),
    headers: { host: headers.host },
    body: Buffer.alloc(0),
  };
  const read = await passOn(hands.service, await signed(hands.key, request));
  return JSON.parse(read.body.toString('utf8'));
}

/** Names the same agent as the passing request. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them, without types.
async function readCheckout(hands: Hands, { url, headers }: Passing, path: string): Promise<any> {
  const callerHeaders = { host: headers.host, 'ucp-agent': headers['ucp-agent'] };
  const read = { method: 'GET', url: new URL(path, url), headers: callerHeaders, body: Buffer.alloc(0) };
  return JSON.parse((await passOn(hands.service, read)).body.toString('utf8'));
}

function json(body: object): Answered {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}
