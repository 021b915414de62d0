import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, type UcpProduct, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { shopperAt } from '../shopping/shopper.ts';

type Made = { id: string; line_items: object[]; discounts?: { codes: string[] } };
type Page = { products: { id: string }[] };

everywhere('white space and letter case in requests', (at) => {
  const official = forSuite(() => ucpAgentOf(at));
  const shopper = forSuite(() => shopperAt(at));
  const lines = async (write = (id: string) => id) =>
    lineItems([write((await findVariant(at.agent, 'mug')).id)]);

  it('trims ids and codes, and takes white space within a query for a blank', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    for (const text of [` ${id}`, `\ufeff${id}`, `${id}\n`, `\t${id}\r\n`]) {
      const content = { ...lineItems([text]), discounts: { codes: ['SUMMER10\n'] } };
      assert.deepEqual(bodyOf(201, await at.agent.post<Made>('/carts', content)).discounts?.codes, [
        'SUMMER10',
      ]);
      const { products } = bodyOf(
        200,
        await official.post<{ products: UcpProduct[] }>('/catalog/lookup', { ids: [text] }),
      );
      assert.equal(products.length, 1, JSON.stringify(text));
      const ids = encodeURIComponent(`${text},\n ${text}`);
      assert.equal(bodyOf(200, await at.agent.get<Page>(`/catalog/lookup?ids=${ids}`)).products.length, 1);
    }
    const plain = (await at.agent.get<Page>('/catalog/search?q=red%20shoe')).body.products.map(
      ({ id }) => id,
    );
    for (const query of ['red\nshoe\n', '\ufeffred\tshoe']) {
      const { products } = bodyOf(
        200,
        await at.agent.get<Page>(`/catalog/search?q=${encodeURIComponent(query)}`),
      );
      assert.deepEqual(
        products.map(({ id }) => id),
        plain,
      );
      bodyOf(200, await official.post('/catalog/search', { query }));
    }
  });

  const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00a0', '\u00ad', '\u200e'];

  it('trims characters without a width around ids, codes and queries in every protocol', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    const { id: cartId } = bodyOf(201, await at.agent.post<Made>('/carts', await lines()));
    for (const sign of INVISIBLE) {
      const pad = (text: string) => `${sign}${text}${sign}\n${sign}`;
      const content = { ...lineItems([pad(id)]), discounts: { codes: [pad('SUMMER10')] } };
      const cart = bodyOf(201, await at.agent.post<Made>('/carts', content));
      assert.deepEqual(cart.discounts?.codes, ['SUMMER10'], JSON.stringify(sign));
      const ofUcp = bodyOf(201, await official.post('/carts', content));
      assert.deepEqual(ofUcp.discounts?.codes, ['SUMMER10']);
      await shopper.call('create_cart', {
        items: [{ id: pad(id) }],
        discount_codes: [pad('SUMMER10')],
      });
      const q = encodeURIComponent(pad('mug'));
      assert.notEqual(bodyOf(200, await at.agent.get<Page>(`/catalog/search?q=${q}`)).products.length, 0);
      bodyOf(400, await at.agent.get(`/catalog/search?q=${encodeURIComponent(sign)}`));
      const path = `/carts/${encodeURIComponent(pad(cartId))}`;
      assert.equal(bodyOf(200, await at.agent.get<Made>(path)).id, cartId);
    }
  });

  it('reads ids without the invisible characters within them', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    const text = `${id.slice(0, 8)}\u200b${id.slice(8, -1)}\u2060${id.slice(-1)}`;
    for (const post of [at.agent.post<Made>, official.post])
      bodyOf(201, await post('/carts', lineItems([text])));
    const { products } = bodyOf(
      200,
      await official.post<{ products: UcpProduct[] }>('/catalog/lookup', { ids: [text] }),
    );
    assert.equal(products.length, 1);
  });

  it('trims the e-mail address of a buyer in every protocol', async () => {
    const { id } = await findVariant(at.agent, 'mug');
    for (const email of [' ann@shop.example', 'ann@shop.example\r\n', '\ufeffann@shop.example\t']) {
      const content = { ...lineItems([id]), buyer: { email } };
      for (const path of ['/carts', '/checkout-sessions']) {
        bodyOf(201, await at.agent.post(path, content));
        assert.equal(bodyOf(201, await official.post(path, content)).buyer?.email, 'ann@shop.example');
      }
      const args = { items: [{ id }], buyer_email: email };
      await shopper.call('create_checkout', args);
    }
    const padded = { ...lineItems([id]), buyer: { email: ' ann @shop.example ' } };
    assert.equal((await at.agent.post('/carts', padded)).status, 400);
  });

  it('finds sessions, carts and orders by their UUID in capitals', async () => {
    const session = bodyOf(201, await at.agent.post<Made>('/checkout-sessions', await lines()));
    const path = `/checkout-sessions/${session.id.toUpperCase()}`;
    assert.equal(bodyOf(200, await at.agent.get<Made>(path)).id, session.id);
    bodyOf(200, await at.agent.put(path, await lines()));
    bodyOf(200, await at.agent.post(`${path}/cancel`, {}));
    const cart = bodyOf(201, await at.agent.post<Made>('/carts', await lines()));
    bodyOf(200, await at.agent.put(`/carts/${cart.id.toUpperCase()}`, await lines()));
    assert.equal((await at.agent.get<Made>(`/carts/%20${cart.id.toUpperCase()}`)).body.id, cart.id);
    const ofUcp = bodyOf(201, await official.post('/carts', await lines()));
    const cart_id = ofUcp.id.toUpperCase();
    const checkout = bodyOf(201, await official.post('/checkout-sessions', { cart_id, line_items: [] }));
    const { body } = await official.call('get_checkout', { id: ` ${checkout.id.toUpperCase()}` });
    assert.equal(body.result?.structuredContent.id, checkout.id);
  });
});
