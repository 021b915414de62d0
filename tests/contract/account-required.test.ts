import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { agentOf, bodyOf, findVariant, newSession } from '../../testing/agent.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { connectShop } from '../../testing/test-service.ts';
import { type Checkout, shopperAt } from '../shopping/shopper.ts';

const slug = 'members-only';

withService('a shop that takes no orders of guests', (running) => {
  const agents = forSuite(() => startAgentPlatform());
  const shop = forSuite(() => startWooCommerceShop({ name: 'Members', guestCheckout: false }));
  before(() => connectShop(running, { slug, platform: 'woocommerce' }, shop));

  it('returns account_required in sessions that are open', async () => {
    const agent = agentOf(running.baseUrl, slug);
    const session = await newSession(agent);
    assert.equal(session.account_required, true);
    await payCheckout(session.continue_url ?? '');
    assert.equal(bodyOf(200, await agent.complete(session.id)).account_required, undefined);
  });

  it('returns a message to official agents, and a note to models', async () => {
    const { id } = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    const ucp = ucpAgent(running.baseUrl, slug, agents);
    const checkout = await ucp.call('POST', '/checkout-sessions', {
      line_items: [{ item: { id }, quantity: 1 }],
    });
    const codes = checkout.body.messages.map(({ code }: { code: string }) => code);
    assert.ok(codes.includes('account_required'), checkout.text);
    const shopper = shopperAt({ running, slug });
    const { note } = await shopper.call<Checkout>('create_checkout', { items: [{ id, quantity: 1 }] });
    assert.match(note ?? '', /signs in or registers there before paying\.$/);
  });
});
