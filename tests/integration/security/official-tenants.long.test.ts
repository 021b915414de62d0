import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { createOfficialUcp } from '../../../src/protocols/ucp/index.ts';
import type { Trust } from '../../../src/protocols/ucp/negotiation/trust.ts';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { startAgentPlatform } from '../../../testing/agent-platform.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { pluck } from '../../../testing/pluck.ts';
import { connectShop, PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { lineItems } from '../../../testing/ucp-agent.ts';
import { ask as askOnce } from '../../resilience/processes/ask.ts';

const DOMAIN = 'stores.example';
/** Requests about one resource of a store, without the trust of the one who created it. */
const ENDPOINTS = createOfficialUcp({} as Trust).endpoints.map(({ route }) => route);
const ABOUT_ONE = ENDPOINTS.filter((rest) => rest.includes('{'));

/** Tools of the same operations. */
const TOOLS: Record<string, string> = {
  'GET /checkout-sessions/{id}': 'get_checkout',
  'PUT /checkout-sessions/{id}': 'update_checkout',
  'POST /checkout-sessions/{id}/complete': 'complete_checkout',
  'POST /checkout-sessions/{id}/cancel': 'cancel_checkout',
  'GET /carts/{id}': 'get_cart',
  'PUT /carts/{id}': 'update_cart',
  'POST /carts/{id}/cancel': 'cancel_cart',
  'GET /orders/{id}': 'get_order',
};
const PAYLOADS: Record<string, string> = { update_checkout: 'checkout', update_cart: 'cart' };

type Own = { checkout: string; paid: string; cart: string; order: string };

for (const database of databases)
  for (const platform of PLATFORMS)
    describe(`another store's resources in official UCP (${database.name}, ${platform})`, () => {
      const own = `demo-${platform}`;
      const other = `neighbour-${platform}`;
      let shop: RunningShop;
      let theirMug: string;
      let ids: Own;

      const running = forSuite(() => startTestService({ database, settings: { HOST_DOMAIN: DOMAIN } }));
      const agents = forSuite(() => startAgentPlatform());
      before(async () => {
        shop = platform === 'shopify' ? await startShopifyShop() : await startWooCommerceShop();
        await connectShop(running, { slug: other, platform }, shop);
        await running.settle();
        theirMug = (await findVariant(agentOf(running.baseUrl, other), 'mug')).id;
        const mug = (await findVariant(agentOf(running.baseUrl, own), 'mug')).id;
        const create = async (path: string) => {
          return bodyOf(201, await send(own, 'path', 'POST', path, lineItems([mug])));
        };
        const [checkout, paid, cart] = [
          await create('/checkout-sessions'),
          await create('/checkout-sessions'),
          await create('/carts'),
        ];
        await payCheckout(paid.continue_url);
        await running.settle();
        const { body } = await send(own, 'path', 'GET', `/checkout-sessions/${paid.id}`);
        ids = { checkout: checkout.id, paid: paid.id, cart: cart.id, order: body.order.id };
      });
      after(() => shop?.close());

      /** Signed by the agent platform that created the resources, so that only the other store's slug refuses it. */
      async function send(slug: string, where: 'path' | 'host', method: string, path: string, body?: object) {
        const { port } = new URL(running.baseUrl);
        const host = where === 'host' ? `${slug}.${DOMAIN}:${port}` : `127.0.0.1:${port}`;
        const address = `${where === 'host' ? '/ucp' : `/ucp/${slug}`}${path}`;
        const headers = await agents.sign({
          method,
          url: `http://${host}${address}`,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(method === 'GET' ? {} : { idempotencyKey: randomUUID() }),
        });
        const question = { method, url: running.baseUrl + address, headers: { ...headers, host } };
        const reply = await askOnce(body === undefined ? question : { ...question, body });
        // biome-ignore lint/suspicious/noExplicitAny: any body; each test asserts the members it needs.
        return { status: reply?.status ?? 0, body: reply?.body as any };
      }

      function callOf(tool: string, id: string): object {
        const payload = PAYLOADS[tool];
        const meta = { 'ucp-agent': { profile: agents.profileUrl }, 'idempotency-key': randomUUID() };
        const payloads = { meta, id, ...(payload ? { [payload]: lineItems([theirMug]) } : {}) };
        return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: payloads } };
      }

      function idsOf(rest: string): string[] {
        if (rest.includes('/carts/')) return [ids.cart];
        return rest.includes('/orders/') ? [ids.order] : [ids.checkout, ids.paid];
      }

      function bodyFor(method: string): object | undefined {
        if (method === 'PUT') return lineItems([theirMug]);
        return method === 'POST' ? {} : undefined;
      }

      /** Reads every resource at its own store. */
      const currentState = async () =>
        Promise.all(
          [
            `/checkout-sessions/${ids.checkout}`,
            `/checkout-sessions/${ids.paid}`,
            `/carts/${ids.cart}`,
            `/orders/${ids.order}`,
          ].map(async (path) => {
            const { status, body } = await send(own, 'path', 'GET', path);
            assert.equal(status, 200, path);
            assert.equal(body.id, path.split('/').at(-1));
            // Each reading of what is paid asks the shop.
            return { ...body, as_of: undefined };
          }),
        );

      function isUnknown({ status, body }: { status: number; body: unknown }, what: string): void {
        const text = JSON.stringify(body);
        assert.ok([200, 404].includes(status), `${what}: ${status} ${text}`);
        assert.match(text, /not_found/, `${what}: ${text}`);
        for (const secret of [theirMug, ...Object.values(ids)])
          assert.ok(!text.includes(`"id":"${secret}"`), `${what}: ${text}`);
      }

      it('covers every operation that takes an id of another store’s resource, over REST and MCP', () =>
        assert.deepEqual([...ABOUT_ONE].sort(), Object.keys(TOOLS).sort()));

      for (const where of ['path', 'host'] as const) {
        const at = where === 'path' ? 'below /ucp' : 'on the store’s own host';

        for (const rest of ABOUT_ONE) {
          const [method = '', path = ''] = rest.split(' ');
          it(`hides another store’s resource, and leaves it as it is: ${rest}, ${at}`, async () => {
            const before = await currentState();
            for (const id of idsOf(rest))
              isUnknown(await send(other, where, method, path.replace('{id}', id), bodyFor(method)), rest);
            assert.deepEqual(await currentState(), before);
          });

          const tool = TOOLS[rest] ?? '';
          it(`hides another store’s resource from ${tool}, ${at}`, async () => {
            const before = await currentState();
            for (const id of idsOf(rest))
              isUnknown(await send(other, where, 'POST', '/mcp', callOf(tool, id)), tool);
            assert.deepEqual(await currentState(), before);
          });
        }

        it(`refuses to sell another store’s cart, ${at}`, async () => {
          const before = await currentState();
          const body = { cart_id: ids.cart, line_items: [] };
          const bought = await send(other, where, 'POST', '/checkout-sessions', body);
          isUnknown(bought, 'a checkout of the cart');
          assert.deepEqual(await currentState(), before);
        });
      }

      it('separates the stores’ sessions under the same Idempotency-Key', async () => {
        const key = { 'idempotency-key': randomUUID(), 'ucp-agent': `profile="${agents.profileUrl}"` };
        const mug = (await findVariant(agentOf(running.baseUrl, own), 'mug')).id;
        // The identical request is valid at both stores, because both shops sell the same goods.
        assert.equal(mug, theirMug);
        const sessions = await Promise.all(
          [own, other].map((slug) =>
            askOnce({
              method: 'POST',
              url: `${running.baseUrl}/ucp/${slug}/checkout-sessions`,
              body: lineItems([mug]),
              headers: key,
            }),
          ),
        );
        assert.deepEqual(pluck(sessions, 'status'), [201, 201]);
        const [mine, theirs] = sessions.map((reply) => reply?.body as { id: string; continue_url: string });
        assert.notEqual(mine?.id, theirs?.id);
        assert.notEqual(mine?.continue_url, theirs?.continue_url);
      });
    });
