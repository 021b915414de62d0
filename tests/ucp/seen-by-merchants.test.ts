import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ListStoreRequestsResponse, LoggedRequest } from '../../client/index.ts';
import { type Answer, agentOf, findVariant } from '../../testing/agent.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { startTestService } from '../../testing/test-service.ts';
import { lineItems, OLDER_PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';

const slug = 'demo-shopify';

withService('the record of official calls that a merchant sees', (running, database) => {
  let mug: string;

  const merchant = forSuite(() => signUp(running));
  const agent = forSuite(() => ucpAgentOf({ slug, running }));
  before(async () => {
    mug = (await findVariant(agentOf(running.baseUrl, slug), 'mug')).id;
  });

  async function latest(): Promise<LoggedRequest> {
    const { body } = await merchant.get<ListStoreRequestsResponse>(`/stores/${slug}/requests`);
    return body.items[0] ?? assert.fail('nothing is logged');
  }

  it('lists calls with their agent, operation and resource, over REST and over MCP', async () => {
    const checkout = (await agent.create([mug])).body;
    const overRest = await latest();
    assert.deepEqual(
      [overRest.transport, overRest.endpoint, overRest.status, overRest.session_id],
      ['rest', 'POST /checkout-sessions', 201, checkout.id],
    );
    assert.equal(overRest.agent, 'shopify.dev');
    const { body } = await agent.call('create_cart', { cart: lineItems([mug]) });
    const overMcp = await latest();
    assert.deepEqual(
      [overMcp.transport, overMcp.endpoint, overMcp.tool, overMcp.cart_id, overMcp.agent],
      ['mcp', 'POST /carts', 'create_cart', body.result?.structuredContent.id, 'shopify.dev'],
    );
  });

  it('lists refused calls with the reason', async () => {
    await ucpAgentOf({ slug, running }, null).create([mug]);
    const { status, error } = await latest();
    assert.equal(status, 400);
    assert.match(error ?? '', /UCP-Agent/);
  });

  it('limits official calls as those of the contract, in official words', async () => {
    // Six of these a minute, so that the end of a minute does not matter.
    const strict = await startTestService({ database, settings: { RATE_LIMIT: '0.05' } });
    const busy = ucpAgentOf({ slug, running: strict }, OLDER_PROFILE);
    const answers: Answer<{ code: string; content: string }>[] = [];
    for (let time = 0; time < 20; time += 1) answers.push(await busy.put('/carts/none', lineItems([mug])));
    await strict.close();
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    const [first] = refused;
    assert.ok(Number(first?.headers.get('retry-after')) > 0);
    assert.equal(first?.body.code, 'too_many_requests');
    assert.ok(first?.body.content);
  });
});
