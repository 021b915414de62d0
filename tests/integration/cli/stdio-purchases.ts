import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inShop, type Somewhere } from '../../../testing/everywhere.ts';
import { payCheckout } from '../../../testing/pay-checkout.ts';
import { connected, type OfficialClient } from '../../contract/mcp/official-clients.ts';
import {
  type Checkout,
  type Found,
  type ShownOrder,
  shownToModels,
  type ToolResult,
} from '../../shopping/shopper.ts';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');

/** Buys through a client that speaks over stdio to a command of its own, and follows the order. */
export function buyOverStdio(at: Somewhere, kind: OfficialClient): Promise<void> {
  const args = [MAIN, 'mcp', '--store', `${at.running.baseUrl}/mcp/${at.slug}`];
  return connected(kind, { command: process.execPath, args, stderr: 'ignore' }, async (client) => {
    const answer = async (tool: string, args: Record<string, unknown>) =>
      (await client.call(tool, args)) as ToolResult;
    const call = async <Result>(tool: string, args: Record<string, unknown>) => {
      const result = await answer(tool, args);
      assert.ok(!result.isError, result.content[0]?.text);
      return shownToModels(result) as Result;
    };
    assert.equal(client.protocolVersion, kind.speaks);
    const { products } = await call<Found>('search_products', { query: 'mug' });
    const id = products.find((each) => each.id.startsWith('v') && !each.sold_out)?.id ?? '';
    inShop(at, id.replace('v', '/')).stock = null;
    const checkout = await call<Checkout>('create_checkout', { items: [{ id }] });
    await payCheckout(checkout.checkout_url ?? '');
    const paid = await call<Checkout>('complete_checkout', { checkout_id: checkout.id });
    assert.equal((await call<ShownOrder>('get_order', { order_id: paid.order_id })).paid, true);
    assert.equal((await answer('get_order', { order_id: 'nothing' })).isError, true);
  });
}
