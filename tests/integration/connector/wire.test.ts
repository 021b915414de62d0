import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import type { StorePlatform } from '../../../src/store-platforms/store-platform.ts';
import { createTransport } from '../../../src/store-platforms/transport/transport.ts';
import { woocommerce } from '../../../src/store-platforms/woocommerce/index.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { assertOnWire } from './wire-schema.ts';

type Exchange = { route: string; sent: unknown; status: number; answered: unknown };

const NAMESPACE = '/wp-json/wc-ucp-host/v1';
const caller = { requestId: 'wire' };
const MUG = 'gid://woocommerce/ProductVariant/3200';
const UNKNOWN = 'gid://woocommerce/ProductVariant/987654';

/** Messages of the wire by route and status. */
const ANSWERS: Record<string, Record<number, string>> = {
  'GET /store-info': { 200: 'storeInfo', 401: 'siteRefusal' },
  'GET /health': { 200: 'health' },
  'POST /cart/create': {
    200: 'cartCreateAnswer',
    201: 'cartCreateAnswer',
    400: 'siteRefusal',
    401: 'siteRefusal',
    409: 'itemsRefused',
  },
};

function holdAgainstWire(exchange: Exchange): void {
  if (exchange.route === 'POST /cart/create') assertOnWire('cartCreateRequest', exchange.sent);
  assertOnWire(messageOf(exchange), exchange.answered);
}

function messageOf({ route, sent: body, status, answered }: Exchange): string {
  const isQuote = typeof body === 'object' && body !== null && 'quote' in body && body.quote === true;
  if (isQuote && status === 200) return 'cartQuoteAnswer';
  const isOfItems = JSON.stringify(answered).includes('ucp_host_items_refused');
  if (status === 409 && !isOfItems) return 'siteRefusal';
  return ANSWERS[route]?.[status] ?? assert.fail(`${route} ${status} is on no wire`);
}

describe('the wire between the service and a site with the connector', () => {
  let exchanges: Exchange[] = [];
  const shop = forSuite(() => startWooCommerceShop());

  /** The service's adapter behind a recorder. */
  const adapter = (secret?: string): StorePlatform => {
    const listening: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (pathname.startsWith(NAMESPACE))
        exchanges.push({
          route: `${init?.method ?? 'GET'} ${pathname.slice(NAMESPACE.length)}`,
          sent: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
          status: response.status,
          answered: await response.clone().json(),
        });
      return response;
    };
    const credentials =
      secret === undefined ? shop.credentials : { ...shop.credentials, consumerSecret: secret };
    return woocommerce.connect(
      woocommerce.credentials.parse(credentials),
      createTransport({ fetch: listening }),
    );
  };

  /** Every exchange since the last time, held against the schema. */
  const heard = (): Exchange[] => {
    const latest = exchanges;
    exchanges = [];
    for (const exchange of latest) holdAgainstWire(exchange);
    return latest;
  };
  const routes = (list: Exchange[]) => list.map(({ route, status }) => `${route} ${status}`);
  const cart = (lines = [{ variantId: MUG, quantity: 2 }]) => ({
    cartId: randomUUID(),
    sessionId: randomUUID(),
    lines,
  });

  it('describes the shop, and says whether its key may write [CON-5]', async () => {
    await adapter().describeStore(caller);
    const calls = routes(heard());
    assert.ok(calls.includes('GET /store-info 200'), calls.join());
    assert.ok(calls.includes('POST /cart/create 409'), calls.join());
  });

  it('creates a cart, replaces it, takes codes and a buyer, and empties it [CON-5]', async () => {
    const platform = adapter();
    const cartRequest = {
      ...cart(),
      discountCodes: ['SUMMER10', 'NOPE', 'SOLO', 'EXPIRED5', 'summer10'],
      buyer: { email: 'ada@example.com', name: 'Ada' },
    };
    const first = await platform.createCart(cartRequest, caller);
    await platform.updateCart(
      first.handle,
      { cartId: cartRequest.cartId, lines: [{ variantId: MUG, quantity: 1 }] },
      caller,
    );
    await platform.abandonCart(first.handle, cartRequest.cartId, caller);
    assert.deepEqual(routes(heard()), [
      'POST /cart/create 201',
      'POST /cart/create 200',
      'POST /cart/create 200',
    ]);
  });

  it('quotes shipping, also to where nothing is delivered and where there is no country', async () => {
    const platform = adapter();
    const { lines } = cart();
    for (const country of ['US', 'AQ', 'XX']) {
      const request = {
        quoteId: randomUUID(),
        lines,
        destination: { country, region: 'CA', postalCode: '94110' },
      };
      await platform.quoteFulfillment(request, caller).catch(() => undefined);
    }
    assert.deepEqual(routes(heard()), [
      'POST /cart/create 200',
      'POST /cart/create 200',
      'POST /cart/create 400',
    ]);
  });

  it('refuses items, a cart that is paid and a wrong secret', async () => {
    const platform = adapter();
    const tooMany = cart([
      { variantId: MUG, quantity: 1 },
      { variantId: UNKNOWN, quantity: 1 },
      { variantId: 'gid://woocommerce/ProductVariant/3500', quantity: 9 },
    ]);
    await assert.rejects(platform.createCart(tooMany, caller));
    const paid = cart();
    const { handle, continueUrl } = await platform.createCart(paid, caller);
    await payCheckout(continueUrl);
    await assert.rejects(platform.updateCart(handle, paid, caller));
    await assert.rejects(adapter(`cs_${'0'.repeat(40)}`).createCart(cart(), caller));
    const calls = heard();
    assert.deepEqual(routes(calls), [
      'POST /cart/create 409',
      'POST /cart/create 201',
      'POST /cart/create 409',
      'POST /cart/create 401',
    ]);
    assert.partialDeepStrictEqual(calls[2]?.answered, { code: 'ucp_host_cart_paid' });
  });

  it('says what is wrong in a request as WordPress does', async () => {
    const { consumerKey, consumerSecret } = shop.credentials;
    const headers = {
      'content-type': 'application/json',
      authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`,
    };
    const ask = async (body: string, more: Record<string, string> = headers) => {
      const answer = await fetch(`${shop.url}${NAMESPACE}/cart/create`, {
        method: 'POST',
        headers: more,
        body,
      });
      return { status: answer.status, body: await answer.json() };
    };
    for (const body of ['{', '{}', JSON.stringify({ cart_id: 'x', items: [{ id: 0, quantity: 0 }] })]) {
      const answer = bodyOf(400, await ask(body));
      assertOnWire('siteRefusal', answer);
    }
    const request = JSON.stringify({ cart_id: randomUUID(), items: [] });
    const anonymous = bodyOf(401, await ask(request, { 'content-type': 'application/json' }));
    assertOnWire('siteRefusal', anonymous);
  });

  it('reports its health unpaired, and then paired [CON-5]', async (t) => {
    const fresh = await startWooCommerceShop();
    t.after(() => fresh.close());
    for (const [{ url }, status] of [
      [fresh, 'not_paired'],
      [shop, 'ok'],
    ] as const) {
      const health: unknown = await (await fetch(`${url}${NAMESPACE}/health`)).json();
      assertOnWire('health', health);
      assert.partialDeepStrictEqual(health, { status, paired: status === 'ok' });
    }
  });
});
