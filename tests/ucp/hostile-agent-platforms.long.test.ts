import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { HOSTILE_PEERS, honest, type Peer, startHostileServer } from '../../testing/hostile-peers.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { startTestService } from '../../testing/test-service.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';

/** More than the discoveries that run at once. */
const PROFILES = 25;

describe('agent platforms that never answer', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(() => running.settle());

  const search = async (profile: string) => {
    const agent = ucpAgentOf({ slug: 'demo-shopify', running }, profile);
    const { status, body } = await agent.post<{ code?: string }>('/catalog/search', { query: 'mug' });
    return [status, body.code];
  };

  async function hostile(t: TestContext, peer: Peer) {
    const server = await startHostileServer(peer);
    t.after(() => server.close());
    return server;
  }

  async function platformFor(t: TestContext) {
    const platform = await startAgentPlatform();
    t.after(() => platform.close());
    return platform;
  }

  it('get profile_unreachable when their profile answers 101, while other platforms are served', async (t) => {
    const server = await hostile(t, HOSTILE_PEERS['switches protocols']);
    const profiles = Array.from({ length: PROFILES }, (_, number) => `${server.url}/profile-${number}.json`);
    const outcomes = await Promise.all(profiles.map(search));
    for (const each of outcomes)
      assert.ok(['424 profile_unreachable', '503 discovery_busy'].includes(each.join(' ')), each.join(' '));
    assert.deepEqual(await search(`${server.url}/one-more.json`), [424, 'profile_unreachable']);
    assert.deepEqual(await search((await platformFor(t)).profileUrl), [200, undefined]);
  });

  it('free their places at the deadline, whatever they send in the place of a profile', async (t) => {
    const servers = await Promise.all(Object.values(HOSTILE_PEERS).map((peer) => hostile(t, peer)));
    const outcomes = await Promise.all(servers.map(({ url }) => search(`${url}/profile.json`)));
    for (const [status, code] of outcomes)
      assert.ok(
        (status === 424 && code === 'profile_unreachable') ||
          (status === 422 && code === 'profile_malformed'),
        `${status} ${code}`,
      );
    for (const server of servers) server.become(honest);
    running.advance(60_000);
    const [first = assert.fail()] = servers;
    assert.deepEqual(
      await search(`${first.url}/profile.json`),
      [422, 'profile_malformed'],
      'it is asked again',
    );
    assert.deepEqual(await search((await platformFor(t)).profileUrl), [200, undefined]);
  });

  it('hold up no background work when their webhook answers 101, and get the event on a later attempt', async (t) => {
    const server = await hostile(t, HOSTILE_PEERS['switches protocols']);
    const platform = await platformFor(t);
    const version = '2026-08-25';
    const names = ['checkout', 'order', 'catalog.search'];
    const publish = (webhookUrl: string) =>
      platform.publish({
        cacheControl: 'max-age=60',
        capabilities: Object.fromEntries(
          names.map((name) => [
            `dev.ucp.shopping.${name}`,
            [{ version, ...(name === 'order' ? { config: { webhook_url: webhookUrl } } : {}) }],
          ]),
        ),
      });
    publish(`${server.url}/orders`);
    const agent = ucpAgent(running.baseUrl, 'demo-woocommerce', platform);
    // The concurrency of this job's lane.
    for (let bought = 0; bought < 3; bought += 1) await payCheckout((await agent.checkout()).continue_url);
    await running.settle();
    assert.ok(server.connections().made > 0);
    publish(platform.webhookUrl);
    running.advance(60 * 60_000);
    await running.settle();
    assert.equal(platform.arrived.length, 3);
  });
});
