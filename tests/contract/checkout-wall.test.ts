import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { CredentialsCheck } from '../../client/index.ts';
import { agentOf, bodyOf, findVariant, newSession } from '../../testing/agent.ts';
import { withStore } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';
import { typeCode } from '../integration/pairing/at-pairing.ts';
import { type Checkout, shopperAt } from '../shopping/shopper.ts';

const slug = 'demo-woocommerce';

withStore('woocommerce', 'a shop whose site shuts its guests out of the checkout', (running) => {
  const merchant = forSuite(() => signUp(running));
  const agent = forSuite(() => agentOf(running.baseUrl, slug));
  const site = () => running.shop(slug).control.settings;
  before(async () => {
    const { code } = bodyOf(201, await merchant.post<{ code: string }>('/pairing-codes', {}));
    assert.equal((await typeCode(running.shop(slug), running.baseUrl, code)).ok, true);
    await running.settle();
  });

  async function checkByMerchant(): Promise<void> {
    bodyOf(200, await merchant.post<CredentialsCheck>(`/stores/${slug}/check`, {}));
  }
  async function checkByJob(): Promise<void> {
    running.advance(7 * 60 * 60_000);
    await running.settle();
  }

  it('names the wall that the last check has found, to agents of every protocol', async () => {
    site().wall = 'log_in';
    await checkByMerchant();
    const session = await newSession(agent);
    assert.equal(session.checkout_wall?.code, 'log_in');
    assert.match(session.checkout_wall.message, SENTENCE);
    const { id } = await findVariant(agent, 'mug');
    const at = { running, slug, agent };
    const line_items = [{ item: { id }, quantity: 1 }];
    const { messages = [] } = (await ucpAgentOf(at).post('/checkout-sessions', { line_items })).body;
    assert.match(messages.find(({ code }) => code === 'checkout_wall')?.content ?? '', SENTENCE);
    const items = [{ id, quantity: 1 }];
    const checkout = await shopperAt(at).call<Checkout>('create_checkout', { items });
    assert.match(checkout.note ?? '', SENTENCE);
    assert.ok(checkout.checkout_url, 'the buyer may have an account there');
  });

  it('ends with the check that finds the checkout, by the job or by the merchant', async () => {
    delete site().wall;
    await checkByMerchant();
    assert.equal((await newSession(agent)).checkout_wall, undefined);
    site().wall = 'maintenance_page';
    await checkByJob();
    assert.equal((await newSession(agent)).checkout_wall?.code, 'maintenance');
    delete site().wall;
    await checkByJob();
    assert.equal((await newSession(agent)).checkout_wall, undefined);
  });
});

const SENTENCE = /asks visitors to log in before its checkout/;
