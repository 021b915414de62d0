import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { merchantApi } from '../../../src/api/merchant/index.ts';
import { findVariant, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { signUp } from '../../../testing/merchant.ts';
import { type Activity, newSession, SHOPIFY, startActivity } from './activity.ts';

onEveryDatabase('what the merchant API answers', (database) => {
  let at: Activity;
  const ids: Record<string, string> = { slug: SHOPIFY };

  before(async () => {
    at = await startActivity(database);
    const agent = at.agent();
    const session = await newSession(agent, { discounts: { codes: ['SUMMER10', 'EXPIRED5'] } });
    await pay(session);
    const { body } = await agent.complete(session.id);
    const mug = await findVariant(agent, 'mug');
    const cart = await agent.createCart([mug.id]);
    await at.running.settle();
    const logged = await at.merchant.get<{ items: { id: string }[] }>(`/stores/${SHOPIFY}/requests`);
    Object.assign(ids, {
      session_id: session.id,
      cart_id: cart.body.id,
      order_id: body.order?.id,
      log_id: logged.body.items[0]?.id,
    });
  });
  after(() => at.close());

  const reading = merchantApi.endpoints.filter(({ rest }) => rest.startsWith('GET'));
  for (const { rest, output } of reading)
    it(`is what is described, member by member: ${rest}`, async () => {
      const answer = await (await whoMayAsk(rest)).get(await pathOf(rest));
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(output.parse(answer.body), answer.body);
    });

  /** A token does not read tokens. */
  async function whoMayAsk(rest: string) {
    return rest === 'GET /tokens' ? signUp(at.running) : at.merchant;
  }

  async function pathOf(rest: string): Promise<string> {
    if (rest.includes('{pairing_id}')) {
      const code = await at.merchant.post<{ id: string }>('/pairing-codes');
      ids.pairing_id = code.body.id;
    }
    return rest.replace('GET ', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name];
      assert.ok(id, `${name} is known`);
      return id;
    });
  }
});
