import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forSuite } from '../../testing/for-suite.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { databases } from '../../testing/databases.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { type AgentPlatform, startAgentPlatform } from '../../testing/agent-platform.ts';
import { signedRpc } from './signed-rpc.ts';
import { ucpAgent } from '../../testing/official-agent.ts';

const ORDER = 'schemas/shopping/order.json';

type Fate = 'shipped' | 'delivered' | 'canceled' | 'refunded';
const FATES: Fate[][] = [['shipped', 'delivered', 'refunded'], ['canceled'], ['refunded']];

for (const database of databases)
  for (const platform of PLATFORMS)
    for (const version of ['2026-08-25', '2026-04-08'] as const)
      describe(`the published schemas (${database.name}, ${platform}, ${version})`, () => {
        let agents: AgentPlatform;
        let ahead = 0;
        const held = new Set<string>();
        const isOrder = (transport: string, operation: string, order: unknown) => {
          officialSchemas(version).response(ORDER)(order);
          held.add(`${transport} ${operation}`);
        };
        const slug = `demo-${platform}`;
        const agent = () => ucpAgent(running.baseUrl, slug, agents);

        const running = forSuite(() => startTestService({ database }));
        before(async () => {
          await running.settle();
          agents = await startAgentPlatform(version);
          agents.now = () => Date.now() + ahead;
        });
        after(() => agents?.close());

        async function paid(): Promise<number> {
          const checkout = await agent().checkout();
          await payCheckout(checkout.continue_url);
          await running.settle();
          const orders = running.shop(slug).control.orders();
          return orders.find(({ sessionId }) => sessionId === checkout.id)?.id ?? assert.fail('no order');
        }

        async function move(order: number, to: Fate): Promise<void> {
          ahead += 2_000;
          running.advance(2_000);
          running.shop(slug).control.moveOrder(order, to);
          await running.settle();
        }

        for (const fates of FATES)
          it(`hold for an order that is ${fates.join(', ')}: each event, and what is read [UOR-1]`, async () => {
            agents.arrived.length = 0;
            const order = await paid();
            for (const fate of fates) await move(order, fate);
            assert.equal(agents.arrived.length, 1 + fates.length);
            for (const { text } of agents.arrived) isOrder('webhook', 'order event', JSON.parse(text));
            const { id } = JSON.parse(agents.arrived.at(-1)?.text ?? '');
            const read = await agent().call('GET', `/orders/${id}`, undefined, { sign: true });
            assert.equal(read.status, 200);
            assert.equal(read.body.ucp.version, version);
            isOrder('REST', 'get_order', read.body);
            const overMcp = await signedRpc(`${agent().store}/mcp`, agents).call('get_order', { id });
            assert.equal(overMcp.result.id, id, overMcp.text);
            isOrder('MCP', 'get_order', overMcp.result);
          });

        it('have held events and readings', () =>
          assert.deepEqual(held, new Set(['webhook order event', 'REST get_order', 'MCP get_order'])));
      });
