import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  ListStoreAgentsResponse,
  ListStoreOrdersResponse,
  ListStoreRequestsResponse,
  ListStoreSessionsResponse,
} from '../../../client/index.ts';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { startAgentPlatform } from '../../../testing/agent-platform.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { startSigningBot } from '../../../testing/signing-bot.ts';

const STORE = 'demo-woocommerce';

withStore('woocommerce', 'the proof of an agent’s identity', (running) => {
  const merchant = forSuite(() => signUp(running));
  const bot = forSuite(() => startSigningBot());
  const platform = forSuite(() => startAgentPlatform());
  const store = () => `${running.baseUrl}/api/ucp/${STORE}`;
  const list = async <Body extends { items: unknown[] }>(path: string): Promise<Body> =>
    (await merchant.get<Body>(`/stores/${STORE}/${path}`)).body;
  const loggedLast = async () =>
    (await list<ListStoreRequestsResponse>('requests')).items[0] ?? assert.fail();

  it('shows a verified agent with its calls, its session and its order', async () => {
    const headers = await bot.sign(store());
    const agent = agentOf(running.baseUrl, STORE, { ...headers, 'user-agent': 'ChatGPT-User/1.0' });
    const mug = await findVariant(agentOf(running.baseUrl, STORE), 'mug');
    const session = bodyOf(201, await agent.createSession([[mug.id, 1]]));
    const verified = { by: 'web_bot_auth', as: bot.directory };
    const logged = await loggedLast();
    assert.deepEqual(
      [logged.agent_verified, logged.agent],
      [verified, '127.0.0.1'],
      'not the name that it gives itself',
    );
    await payCheckout(String(session.continue_url));
    await running.settle();
    const { items: sessions } = await list<ListStoreSessionsResponse>('sessions');
    assert.deepEqual(sessions.find(({ id }) => id === session.id)?.agent_verified, verified);
    const { items: orders } = await list<ListStoreOrdersResponse>('orders');
    assert.deepEqual(orders.find(({ session_id: id }) => id === session.id)?.agent_verified, verified);
    const { items: agents } = await list<ListStoreAgentsResponse>('agents');
    assert.equal(agents.find(({ agent: name }) => name === '127.0.0.1')?.verified_requests, 1);
  });

  it('shows no verification of an agent that only names itself', async () => {
    const agent = agentOf(running.baseUrl, STORE, { 'user-agent': 'ChatGPT-User/1.0' });
    await agent.get('');
    const { agent: name, agent_verified } = await loggedLast();
    assert.deepEqual([name, agent_verified], ['ChatGPT', null]);
  });

  it('shows verification of a signature only when it covers the whole request', async () => {
    const url = `${store()}/checkout-sessions`;
    const body = JSON.stringify({
      line_items: [{ item: { id: 'gid://shopify/ProductVariant/1' }, quantity: 1 }],
    });
    const headers = await platform.sign({ method: 'POST', url, body });
    await fetch(url, { method: 'POST', headers, body });
    assert.deepEqual((await loggedLast()).agent_verified, { by: 'ucp_signature', as: platform.profileUrl });
    await fetch(url, { method: 'POST', headers, body: body.replace('"quantity":1', '"quantity":2') });
    assert.equal((await loggedLast()).agent_verified, null);
  });
});
