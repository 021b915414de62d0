import { payCheckout } from '../../testing/pay-checkout.ts';
import { rpcAt } from './contract-mcp.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

const HEADERS = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };

/** The shopping endpoint: a purchase, wrong arguments, failures, and a client that asks for structured content. */
export const shopping: Wire = {
  async play(stage) {
    await stage.settle();
    const { rpc, stateless, tool } = rpcAt(stage, `/mcp/${stage.slug}`, async () => HEADERS);
    await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    await stateless('server/discover');
    await rpc('tools/list');
    await purchase(stage, tool);
    await tool('search_products', { q: 'mug', limit: '2', color: 'red' });
    await tool('search_products', {});
    await tool('create_cart', { items: [{ id: 'v1' }] });
    await tool('get_cart', { cart_id: 'none' });
    const asking = rpcAt(stage, `/mcp/${stage.slug}?structured`, async () => HEADERS);
    await asking.rpc('tools/list');
    await asking.tool('search_products', { query: 'mug', limit: 1 });
    for (const document of ['llms.txt', 'server-card', 'ai-catalog.json'])
      await stage.call('GET', `/mcp/${stage.slug}/${document}`);
  },
};

async function purchase(stage: Stage, tool: ReturnType<typeof rpcAt>['tool']): Promise<void> {
  const { id, productId } = await inStock(stage, 'mug');
  const items = [{ id: id.replace(/.*\//, 'v'), quantity: 2 }];
  await tool('get_product', { id: productId.replace(/.*\//, 'p') });
  const cart = idIn(await tool('create_cart', { items, discount_codes: ['SUMMER10', 'EXPIRED5'] }));
  await tool('update_cart', { cart_id: cart, items: [{ ...items[0], quantity: 1 }] });
  await tool('quote_shipping', { cart_id: cart, country: 'US', region: 'IL' });
  const checkout = await tool('create_checkout', { cart_id: cart });
  const { id: checkout_id, checkout_url } = contentOf(checkout);
  await payCheckout(checkout_url ?? '');
  const { order_id } = contentOf(await tool('complete_checkout', { checkout_id }));
  await tool('get_order', { order_id });
  await tool('cancel_checkout', { checkout_id });
}

interface Answered {
  body: { result: { content: [{ text: string }] } };
}

function contentOf(answered: unknown): { id: string; checkout_url?: string; order_id?: string } {
  return JSON.parse((answered as Answered).body.result.content[0].text);
}

function idIn(answered: unknown): string {
  return contentOf(answered).id;
}
