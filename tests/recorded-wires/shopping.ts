import { payCheckout } from '../../testing/pay-checkout.ts';
import { rpcAt } from './contract-mcp.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

/** The shopping endpoint: a purchase, wrong arguments, failures, and a client that reads text alone. */
export const shopping: Wire = {
  async play(stage) {
    await stage.settle();
    const { rpc, stateless, tool } = shoppingOf(stage, { 'mcp-protocol-version': '2025-11-25' });
    await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    await stateless('server/discover');
    await rpc('tools/list');
    await purchase(stage, tool);
    await tool('search_products', { q: 'mug', limit: '2', color: 'red' });
    await tool('search_products', {});
    await tool('create_cart', { items: [{ id: 'v1' }] });
    await tool('get_cart', { cart_id: 'none' });
    const older = shoppingOf(stage, {});
    await older.rpc('tools/list');
    await older.tool('search_products', { query: 'mug', limit: 1 });
    for (const document of ['llms.txt', 'server-card', 'ai-catalog.json'])
      await stage.call('GET', `/mcp/${stage.slug}/${document}`);
  },
};

function shoppingOf(stage: Stage, headers: Record<string, string>) {
  return rpcAt(stage, `/mcp/${stage.slug}`, async () => ({ 'content-type': 'application/json', ...headers }));
}

async function purchase(stage: Stage, tool: ReturnType<typeof rpcAt>['tool']): Promise<void> {
  const { id, productId } = await inStock(stage, 'mug');
  const items = [{ id: id.replace(/.*\//, 'v'), quantity: 2 }];
  await tool('get_product', { id: productId.replace(/.*\//, 'p') });
  const cart = idIn(await tool('create_cart', { items, discount_codes: ['SUMMER10', 'EXPIRED5'] }));
  await tool('update_cart', { cart_id: cart, items: [{ ...items[0], quantity: 1 }] });
  await tool('quote_shipping', { cart_id: cart, country: 'US', region: 'IL' });
  const made = await tool('create_checkout', { cart_id: cart });
  const { id: checkout_id, checkout_url } = contentOf(made);
  await payCheckout(checkout_url ?? '');
  const { order_id } = contentOf(await tool('complete_checkout', { checkout_id }));
  await tool('get_order', { order_id });
  await tool('cancel_checkout', { checkout_id });
}

interface Answered {
  body: { result: { structuredContent: { id: string; checkout_url?: string; order_id?: string } } };
}

function contentOf(answered: unknown): Answered['body']['result']['structuredContent'] {
  return (answered as Answered).body.result.structuredContent;
}

function idIn(answered: unknown): string {
  return contentOf(answered).id;
}
