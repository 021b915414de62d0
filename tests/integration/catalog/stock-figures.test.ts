import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../../testing/agent.ts';
import { changeDuring } from '../../../testing/change-during.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { eventually } from '../../../testing/eventually.ts';
import { everywhere, inShop } from '../../../testing/everywhere.ts';
import { type UcpProduct, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

everywhere('stock figures', (at) => {
  const turn = async (state: 'on' | 'off') => {
    const { code, out } = await commandLine(at.running.databaseUrl, [
      'stores',
      'stock-figures',
      at.slug,
      state,
    ]);
    assert.equal(code, 0, out);
  };

  /** Pieces of a variant in the search and the look-up of each protocol. */
  async function piecesOf(variantId: string): Promise<(number | undefined)[]> {
    const official = ucpAgentOf(at);
    const page = await at.agent.search('Travel Mug');
    const looked = await at.agent.get<typeof page>(`/catalog/lookup?ids=${encodeURIComponent(variantId)}`);
    const searched = await official.post<{ products: UcpProduct[] }>('/catalog/search', {
      query: 'Travel Mug',
    });
    const read = await official.post<{ product: UcpProduct }>('/catalog/product', { id: variantId });
    const goods = await shopperAt(at).call<ShownProduct>('get_product', { id: variantId });
    const isIt = ({ id }: { id: string }) => id === variantId;
    return [
      ...[page, bodyOf(200, looked)].map(
        ({ products }) => products.flatMap(({ variants }) => variants).find(isIt)?.quantity,
      ),
      ...[...bodyOf(200, searched).products, bodyOf(200, read).product].flatMap(({ variants }) =>
        variants.filter(isIt).map(({ availability }) => availability.quantity),
      ),
      goods.variants[0]?.left,
    ];
  }

  it('hides stock figures from agents of every protocol while the merchant has them off, but not availability', async (t) => {
    const { id } = await findVariant(at.agent, 'Travel Mug');
    changeDuring(t, inShop(at, id), { stock: 3 });
    assert.deepEqual(await piecesOf(id), [3, 3, 3, 3, 3]);
    await turn('off');
    await eventually(async () => (await piecesOf(id)).every((each) => each === undefined), 'they are hidden');
    const { body } = await ucpAgentOf(at).post<{ product: UcpProduct }>('/catalog/product', { id });
    assert.deepEqual(body.product.variants[0]?.availability, { available: true, status: 'in_stock' });
    const { out } = await commandLine(at.running.databaseUrl, ['stores', 'show', at.slug]);
    assert.match(out, /stock figures +off\n/);
    await turn('on');
    await eventually(async () => (await piecesOf(id)).every((each) => each === 3), 'they are shown again');
  });

  it('refuses the same quantities in a cart when stock figures are hidden', async (t) => {
    const { id } = await findVariant(at.agent, 'Travel Mug');
    changeDuring(t, inShop(at, id), { stock: 3 });
    await turn('off');
    const more = await at.agent.post('/carts', { line_items: [{ item: { id }, quantity: 4 }] });
    assert.equal(more.status, 409, JSON.stringify(more.body));
    await turn('on');
  });
});
