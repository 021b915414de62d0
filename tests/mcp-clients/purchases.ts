import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { agentOf, findVariant, type RpcAnswer, type Session } from '../../testing/agent.ts';
import type { Somewhere } from '../../testing/everywhere.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import {
  lineItems,
  messageOf,
  PROFILE,
  type UcpCheckout,
  type UcpProduct,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import {
  type Checkout,
  type Failed,
  type Found,
  type ShownCart,
  type ShownOrder,
  shopperAt,
} from '../shopping/shopper.ts';
import type { McpClient } from './clients.ts';
import type { Turns } from './fake-model.ts';
import type { EndpointName } from './listed-tools.ts';
import { readAnswer } from './read-answer.ts';

/** Store that a model buys from; an error of JSON-RPC is hidden from the model by some libraries. */
type Store = Pick<Somewhere, 'slug' | 'running'> & Pick<McpClient, 'hidesErrors'>;

/**
 * Turns of a model that looks for a mug, makes a mistake, repairs it by what the failure says, lets the buyer pay and asks for
 * the order. What it reads is compared with what the endpoint answers.
 */
export const purchases: Record<EndpointName, (store: Store) => Turns> = { contract, official, shopping };

export const LAST_WORDS = 'The mug is ordered.';

async function* shopping(store: Store): Turns {
  const shopper = shopperAt(store);
  const query = { query: 'mug' };
  const results = readAnswer<Found>(yield { tool: 'search_products', given: query });
  assert.deepEqual(results, await shopper.call('search_products', query));

  const several = results.products.find(({ id }) => id.startsWith('p'))?.id;
  const mistake = { items: [{ id: several }] };
  const failed = readAnswer<Failed>(yield { tool: 'create_checkout', given: mistake });
  assert.deepEqual(failed, await shopper.failed('create_checkout', mistake));

  const items = [{ id: failed.error.choices?.[0]?.id }];
  const checkout = readAnswer<Checkout>(yield { tool: 'create_checkout', given: { items } });
  const checkout_id = checkout.id;
  assert.deepEqual(checkout, await shopper.call('get_checkout', { checkout_id }));

  await payCheckout(checkout.checkout_url ?? '');
  const paid = readAnswer<Checkout>(yield { tool: 'complete_checkout', given: { checkout_id } });
  assert.equal(paid.status, 'completed');
  const order = readAnswer<ShownOrder>(yield { tool: 'get_order', given: { order_id: paid.order_id } });
  assert.deepEqual([order.checkout_id, order.paid], [checkout_id, true]);
  return LAST_WORDS;
}

/** Lets the stock of a shop be unlimited. */
export function fillStock({ slug, running }: Store): void {
  for (const { variants } of running.shop(slug).control.products)
    for (const variant of variants) variant.stock = null;
}

/** Calls each tool of the shopping endpoint. */
export async function* everyShoppingTool(): Turns {
  const { products } = readAnswer<Found>(yield { tool: 'search_products', given: { query: 'mug' } });
  const id = products.find((product) => product.id.startsWith('v'))?.id;
  yield { tool: 'get_product', given: { id } };
  const items = [{ id }];
  const cart = readAnswer<ShownCart>(yield { tool: 'create_cart', given: { items, unknown: 1 } });
  const cart_id = cart.id;
  yield { tool: 'get_cart', given: { cart_id } };
  yield {
    tool: 'update_cart',
    given: { cart_id, items: [{ id, quantity: 2 }], discount_codes: ['SUMMER10'] },
  };
  yield { tool: 'quote_shipping', given: { cart_id, country: 'US', region: 'IL' } };
  const checkout = readAnswer<Checkout>(yield { tool: 'create_checkout', given: { cart_id } });
  const args = { checkout_id: checkout.id };
  yield { tool: 'get_checkout', given: args };
  yield { tool: 'update_checkout', given: { ...args, items } };
  yield { tool: 'update_checkout', given: { ...args, items: [{ id: 'v999999' }] } };
  await payCheckout(checkout.checkout_url ?? '');
  const { order_id } = readAnswer<Checkout>(yield { tool: 'complete_checkout', given: args });
  yield { tool: 'get_order', given: { order_id } };
  yield { tool: 'cancel_checkout', given: args };
  return LAST_WORDS;
}

/** Finds the mug over REST, because the contract's tools have no search. */
async function* contract({ slug, running, hidesErrors = false }: Store): Turns {
  const agent = agentOf(running.baseUrl, slug);
  const { id } = await findVariant(agent, 'mug');
  const tool = 'create_checkout_session';
  const mistake = { line_items: [{ item: { id: id.replace(/\d+$/, '999999') } }] };
  const failure = yield { tool, given: mistake };
  const refused = await agent.rpc({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: mistake },
  });
  const { message } = (refused.body as RpcAnswer<never>).error ?? assert.fail('the mistake is refused');
  assert.equal(failure.includes(message), !hidesErrors, failure);

  const created = readAnswer<Session>(yield { tool, given: { line_items: [{ item: { id } }] } });
  assert.deepEqual(created, (await agent.readSession(created.id)).body);
  await payCheckout(created.continue_url ?? '');
  const args = { session_id: created.id };
  const completed = readAnswer<Session>(yield { tool: 'complete_checkout_session', given: args });
  assert.equal(completed.status, 'completed');
  const read = readAnswer<Session>(yield { tool: 'get_checkout_session', given: args });
  assert.deepEqual(read.order, completed.order);
  return LAST_WORDS;
}

async function* official(store: Store): Turns {
  const agent = ucpAgentOf(store);
  const withMeta = (args: object) => ({
    meta: { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': randomUUID() },
    ...args,
  });
  const query = { catalog: { query: 'mug' } };
  const results = readAnswer<{ products: UcpProduct[] }>(
    yield { tool: 'search_catalog', given: withMeta(query) },
  );
  const direct = (await agent.call('search_catalog', query)).body.result?.structuredContent;
  assert.deepEqual(results, direct);

  const id = results.products[0]?.variants[0]?.id ?? assert.fail('no mug was found');
  const tool = 'create_checkout';
  const mistake = { checkout: lineItems([id.replace(/\d+$/, '999999')]) };
  const refused = readAnswer<UcpCheckout>(yield { tool, given: withMeta(mistake) });
  messageOf(refused, 'item_unavailable');

  const created = readAnswer<UcpCheckout>(yield { tool, given: withMeta({ checkout: lineItems([id]) }) });
  await payCheckout(created.continue_url ?? '');
  const args = withMeta({ id: created.id });
  const completed = readAnswer<UcpCheckout>(yield { tool: 'complete_checkout', given: args });
  assert.equal(completed.status, 'completed');
  const read = readAnswer<UcpCheckout>(yield { tool: 'get_checkout', given: args });
  assert.deepEqual(read.order, completed.order);
  return LAST_WORDS;
}
