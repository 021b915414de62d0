import assert from 'node:assert/strict';
import type { Session } from '../../testing/agent.ts';
import { signUp } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { CATCH_UP_MS, inStock, type Stage, type Wire } from './stage.ts';

const US = { country: 'US', region: 'CA', postal_code: '94105' };

/** Requests of the service to a shop; with WooCommerce, they include the calls of its plugin. */
export const shopCalls: Wire = {
  recordsShopCalls: true,
  async play(stage) {
    const { running, slug, agent, tape } = stage;
    stage.listenTo(running.shop(slug).url);
    const merchant = await signUp(running);
    const step = (title: string) => tape.add(`# ${title}`, { headers: [], body: '' });
    step('a search before the catalog was copied');
    await agent.search('mug');
    stage.silence();
    await stage.settle();
    stage.listenTo(running.shop(slug).url);
    step('the copy of the catalog');
    await merchant.post(`/stores/${slug}/import`, {});
    await stage.settle();
    step('the check of a connection');
    await merchant.post(`/stores/${slug}/check`, {});
    await useCarts(stage, step);
    await buy(stage, step);
    step('renewed subscriptions');
    await merchant.post(`/stores/${slug}/webhooks/resubscribe`, {});
    step('a deleted store');
    await merchant.delete(`/stores/${slug}`, { confirm: slug });
    await stage.settle();
  },
};

type Step = (title: string) => void;

async function useCarts(stage: Stage, step: Step): Promise<void> {
  const { agent } = stage;
  const mug = (await inStock(stage, 'mug')).id;
  const lamp = (await inStock(stage, 'lamp')).id;
  const buyer = { email: 'ada@example.com', name: 'Ada' };
  step('a cart with codes and a buyer');
  const { body: cart } = await agent.createCart([[mug, 2]], {
    discounts: { codes: ['SUMMER10', 'NOPE'] },
    buyer,
  });
  step('other lines');
  await agent.replaceCartLines(cart.id, [mug, [lamp, 3]]);
  step('no codes any more');
  await agent.updateCart(cart.id, { discounts: { codes: [] } });
  step('a canceled cart');
  await agent.cancelCart(cart.id);
  step('a quote');
  await agent.quote([lamp], US);
}

async function buy(stage: Stage, step: Step): Promise<void> {
  const { agent, running, slug } = stage;
  const mug = (await inStock(stage, 'mug')).id;
  step('a session');
  const { body: session } = await agent.createSession([mug]);
  step('a session that is read, changed and canceled');
  const { body: other } = await agent.createSession([mug]);
  await agent.readSession(other.id);
  await agent.replaceLines(other.id, [[mug, 2]]);
  await agent.cancel(other.id);
  assert.ok(session.continue_url);
  await payCheckout(session.continue_url);
  step('a paid session');
  await stage.settle();
  const { body: completed } = await agent.complete(session.id);
  step('an order that is read');
  await agent.readOrder((completed as Session).order?.id ?? '');
  step('events of an order and of a product');
  const { control } = running.shop(slug);
  for (const order of control.orders()) control.moveOrder(order.id, 'shipped');
  control.touchProduct(control.products[0]?.id ?? 0);
  await stage.settle();
  step('the search for changes');
  stage.advance(CATCH_UP_MS);
  await stage.settle();
}
