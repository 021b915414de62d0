import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forSuite } from '../../testing/for-suite.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { databases } from '../../testing/databases.ts';
import { storedRows } from '../../testing/stored.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { type AgentPlatform, startAgentPlatform } from '../../testing/agent-platform.ts';
import { ucpAgent } from '../../testing/official-agent.ts';

for (const database of databases)
  for (const platform of PLATFORMS)
    describe(`the page of an order (${database.name}, ${platform})`, () => {
      const slug = `demo-${platform}`;
      let agents: AgentPlatform;
      let checkout: { id: string };
      let order: { id: string; permalink_url: string };
      let frontPage: string;
      const agent = (whose = agents) => ucpAgent(running.baseUrl, slug, whose);

      const running = forSuite(() => startTestService({ database }));
      before(async () => {
        await running.settle();
        agents = await startAgentPlatform();
        const made = await agent().checkout();
        checkout = made;
        await payCheckout(made.continue_url);
        await running.settle();
        order = JSON.parse(agents.arrived.at(-1)?.text ?? assert.fail('no order was told'));
        frontPage = `${running.shop(slug).url}/`;
      });
      after(() => agents?.close());

      it('shows the order at its full address, and hides it without the key', async () => {
        const shown = await fetch(order.permalink_url);
        assert.equal(shown.status, 200);
        assert.match(await shown.text(), /Thank you, .*!/);
        const url = new URL(order.permalink_url);
        assert.ok(url.searchParams.get('key'));
        url.search = '';
        assert.doesNotMatch(await (await fetch(url)).text(), /A confirmation would go to/);
      });

      it('is linked for the buying agent’s platform when its request is signed', async () => {
        const read = await agent().call('GET', `/orders/${order.id}`, undefined, { sign: true });
        assert.equal(read.body.permalink_url, order.permalink_url);
        const signed = await agent().call('GET', `/checkout-sessions/${checkout.id}`, undefined, {
          sign: true,
        });
        assert.equal(signed.body.order.permalink_url, order.permalink_url);
      });

      it('is replaced by the shop’s front page for unsigned requests and other platforms', async (t) => {
        const path = `/checkout-sessions/${checkout.id}`;
        const unsigned = await agent().call('GET', path);
        assert.equal(unsigned.body.status, 'completed');
        assert.equal(unsigned.body.order.permalink_url, frontPage);
        const other = await startAgentPlatform();
        t.after(() => other.close());
        const theirs = await agent(other).call('GET', path, undefined, { sign: true });
        assert.equal(theirs.body.order.permalink_url, frontPage);
      });

      it('is nowhere in the clear, neither kept nor logged', async () => {
        await running.settle();
        const key = new URL(order.permalink_url).searchParams.get('key') ?? assert.fail('no key');
        const stored = JSON.stringify(await storedRows(running.databaseUrl));
        assert.ok(stored.includes(order.id));
        assert.ok(!stored.includes(key));
        assert.ok(!stored.includes(new URL(order.permalink_url).pathname));
      });
    });
