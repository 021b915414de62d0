import { payCheckout } from '../tests/platforms/pay-checkout.ts';
import { type PlatformKeys, signRequest } from '../tests/ucp/agent-platform.ts';
import { type Answered, type Hand, type Passing, passOn } from '../tests/support/tls-front.ts';
import { SUITES_PROFILE } from './platform.ts';

/** What an instrument carries when the suite wants its payment to succeed: here the buyer pays then, on the shop's page. */
export const PAID = 'success_token';
/** What the suite shows in place of a signature, where it wants to be known: its platform signs for whoever shows it. */
const TOKEN = 'of-the-suites-platform';

/** What a suite has no hands for: the buyer's, the platform's, and those of who can set clocks and break a database. */
export interface Hands {
  /** The service, without TLS. */
  service: string;
  key: PlatformKeys;
  /** Whether the platform signs every reading of an order, or only where its token is shown. */
  signsEveryReading: boolean;
  advance(ms: number): void;
  /** Whether it can be known what was answered before. */
  setOutage(on: boolean): Promise<void>;
  refund(orderId: string): Promise<void>;
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

/** Handlers that the store does not have are nothing that a buyer pays with. */
async function payAsBuyer(hands: Hands, passing: Passing, path: string): Promise<void> {
  if (passing.body.includes('handler_not_in')) return;
  const url = new URL(path, passing.url);
  const headers = { host: passing.headers.host, 'ucp-agent': passing.headers['ucp-agent'] };
  const read = await passOn(hands.service, { method: 'GET', url, headers, body: Buffer.alloc(0) });
  const { continue_url } = JSON.parse(read.body.toString('utf8'));
  if (typeof continue_url === 'string') await payCheckout(continue_url);
}

function readsOrder({ method, url, body }: Passing): boolean {
  if (method === 'GET') return /\/orders\/[^/]+$/.test(url.pathname);
  return url.pathname.endsWith('/mcp') && body.includes('"get_order"');
}

/** Orders are told only to their platform, which signs (RFC 9421). Its clock is not the service's: no `created`. */
async function signedFor(hands: Hands, passing: Passing): Promise<Passing> {
  const { authorization, ...headers } = passing.headers;
  if (!hands.signsEveryReading && authorization !== `Bearer ${TOKEN}`) return passing;
  const { method, url, body } = passing;
  const signed = await signRequest(
    { method, url: url.href, ...(body.length > 0 ? { body: body.toString('utf8') } : {}) },
    SUITES_PROFILE,
    { key: hands.key, params: ['keyid'] },
  );
  const { 'idempotency-key': _, ...sent } = headers;
  return { ...passing, headers: { ...sent, ...signed } };
}

async function pull(hands: Hands, hook: string, { body }: Passing): Promise<object> {
  const given = body.length > 0 ? JSON.parse(body.toString('utf8')) : {};
  const [, order] = /^orders\/([^/]+)\/adjust$/.exec(hook) ?? [];
  if (order !== undefined) await hands.refund(order);
  else if (hook === 'idempotency/age') hands.advance(Number(given.hours) * HOUR_MS);
  else if (hook === 'idempotency/outage') await hands.setOutage(given.enabled === true);
  else if (hook === 'oauth/mint') return { access_token: TOKEN };
  else throw new Error(`The suite pulls at something that is not there: ${hook}`);
  return {};
}

function json(body: object): Answered {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}
