import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { storedRows } from '../../testing/stored.ts';

everywhere('the page of an order', (at) => {
  let checkout: { id: string };
  let order: { id: string; permalink_url: string };
  const agent = (whose = agents) => ucpAgent(at.running.baseUrl, at.slug, whose);
  const frontPage = () => `${at.running.shop(at.slug).url}/`;

  before(() => at.running.settle());
  const agents = forSuite(() => startAgentPlatform());
  before(async () => {
    const newCheckout = await agent().checkout();
    checkout = newCheckout;
    await payCheckout(newCheckout.continue_url);
    await at.running.settle();
    order = JSON.parse(agents.arrived.at(-1)?.text ?? assert.fail('no order was told'));
  });

  it('shows the order at its full address, and hides it without the key', async () => {
    const page = await fetch(order.permalink_url);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Thank you, .*!/);
    const url = new URL(order.permalink_url);
    assert.ok(url.searchParams.get('key'));
    url.search = '';
    assert.doesNotMatch(await (await fetch(url)).text(), /A confirmation would go to/);
  });

  it('links the order’s page for the buying agent’s platform when its request is signed', async () => {
    const read = await agent().call('GET', `/orders/${order.id}`, undefined, { sign: true });
    assert.equal(read.body.permalink_url, order.permalink_url);
    const signed = await agent().call('GET', `/checkout-sessions/${checkout.id}`, undefined, {
      sign: true,
    });
    assert.equal(signed.body.order.permalink_url, order.permalink_url);
  });

  it('links the shop’s front page for unsigned requests and other platforms', async (t) => {
    const path = `/checkout-sessions/${checkout.id}`;
    const unsigned = await agent().call('GET', path);
    assert.equal(unsigned.body.status, 'completed');
    assert.equal(unsigned.body.order.permalink_url, frontPage());
    const other = await startAgentPlatform();
    t.after(() => other.close());
    const theirs = await agent(other).call('GET', path, undefined, { sign: true });
    assert.equal(theirs.body.order.permalink_url, frontPage());
  });

  it('stores and logs the order’s page nowhere in plain text', async () => {
    await at.running.settle();
    const key = new URL(order.permalink_url).searchParams.get('key') ?? assert.fail('no key');
    const rowsText = JSON.stringify(await storedRows(at.running.databaseUrl));
    assert.ok(rowsText.includes(order.id));
    assert.ok(!rowsText.includes(key));
    assert.ok(!rowsText.includes(new URL(order.permalink_url).pathname));
  });
});
