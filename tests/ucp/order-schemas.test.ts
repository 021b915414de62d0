import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { onEveryStore } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { numberOf } from '../../testing/shop-orders.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { signedRpc } from './signed-rpc.ts';

const ORDER = 'schemas/shopping/order.json';

type Fate = 'shipped' | 'delivered' | 'canceled' | 'refunded';
const FATES: Fate[][] = [['shipped', 'delivered', 'refunded'], ['canceled'], ['refunded']];

onEveryStore('the published schemas of orders', (at) => {
  for (const version of ['2026-08-25', '2026-04-08'] as const)
    describe(version, () => {
      const kinds = new Set<string>();
      const isOrder = (transport: string, operation: string, order: unknown) => {
        officialSchemas(version).response(ORDER)(order);
        kinds.add(`${transport} ${operation}`);
      };
      const agent = () => ucpAgent(at.running.baseUrl, at.slug, agents);

      before(() => at.running.settle());
      const agents = forSuite(() => startAgentPlatform(version, at.running.now));

      async function paid(): Promise<number> {
        const checkout = await agent().checkout();
        await payCheckout(checkout.continue_url);
        await at.running.settle();
        return numberOf(at, checkout);
      }

      async function move(order: number, to: Fate): Promise<void> {
        at.running.advance(2_000);
        at.running.shop(at.slug).control.moveOrder(order, to);
        await at.running.settle();
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

      it('checks order events and order readings of every kind against the published schemas', () =>
        assert.deepEqual(kinds, new Set(['webhook order event', 'REST get_order', 'MCP get_order'])));
    });
});
