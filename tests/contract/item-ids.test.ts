import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { ShopProduct, ShopVariant } from '../../simulated-shops/shop/types.ts';
import { bodyOf, type ErrorBody, type ProductPage } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { setRules } from '../../testing/rules.ts';
import { messageOf, type UcpProduct, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { type ShownCart, type ShownProduct, shopperAt } from '../shopping/shopper.ts';

const BERLIN = { country: 'DE', postal_code: '10969' };

everywhere('ids of items', (at) => {
  const shop = () => at.running.shop(at.slug).control;
  const gid = (variant: ShopVariant) => `gid://${at.platform}/ProductVariant/${variant.id}`;
  const productGid = (product: ShopProduct) => `gid://${at.platform}/Product/${product.id}`;
  let tee: ShopProduct;
  let target: ShopVariant;
  let single: ShopProduct;
  /** Two products that share a SKU; the number of the first is the barcode of the second. */
  let twins: [ShopProduct, ShopProduct];

  before(async () => {
    const several = shop().products.filter(({ published, variants }) => published && variants.length > 3);
    tee = several.find(({ title }) => /tee|shirt/i.test(title)) ?? assert.fail('there is no shirt');
    target = tee.variants[2] ?? assert.fail();
    target.stock = null;
    target.price = tee.variants[0]?.price ?? '';
    single = shop().createProduct({ title: 'Paper lantern', price: '9.00' });
    twins = [
      shop().createProduct({ title: 'Twin candle', price: '4.00' }),
      shop().createProduct({ title: 'Twin holder', price: '6.00' }),
    ];
    for (const twin of twins) Object.assign(twin.variants[0] ?? {}, { sku: 'Twin/1' });
    Object.assign(twins[1].variants[0] ?? {}, { barcode: String(twins[0].id) });
    Object.assign(single.variants[0] ?? {}, { sku: 'LAN 7', barcode: '036000291452' });
    for (const { id } of [tee, single, ...twins]) shop().touchProduct(id);
    await at.running.settle();
  });

  /** Address of the variant that a feed or a product page has. */
  async function addressOf(variant: ShopVariant): Promise<string> {
    const { products } = bodyOf(
      200,
      await at.agent.get<ProductPage>(`/catalog/lookup?ids=${encodeURIComponent(gid(variant))}`),
    );
    const url = new URL(products[0]?.url ?? assert.fail());
    if (at.platform === 'shopify') url.searchParams.set('variant', String(variant.id));
    else
      for (const [index, name] of tee.optionNames.entries())
        url.searchParams.set(
          `attribute_pa_${name.toLowerCase()}`,
          (variant.options[index] ?? '').toLowerCase().replaceAll(' ', '-'),
        );
    url.searchParams.set('utm_source', 'feed');
    return url.href;
  }

  async function formsOf(variant: ShopVariant): Promise<string[]> {
    const feeds =
      at.platform === 'shopify'
        ? [`shopify_DE_${tee.id}_${variant.id}`, `shopify_us_${tee.id}_${variant.id}`]
        : [`gla_${variant.id}`, `woocommerce_gpf_${variant.id}`];
    const { barcode = '' } = variant;
    const codes = [variant.sku, variant.sku.toLowerCase(), ` ${variant.sku}`, barcode, `0${barcode}`];
    return [gid(variant), String(variant.id), ...codes, ...feeds, await addressOf(variant)];
  }

  it('mean one variant in carts, sessions and quotes, in every form that has one reading', async () => {
    for (const form of await formsOf(target)) {
      const cart = bodyOf(201, await at.agent.createCart([form]));
      assert.equal(cart.line_items[0]?.item.id, gid(target), form);
      const changed = bodyOf(200, await at.agent.replaceCartLines(cart.id, [[form, 2]]));
      assert.deepEqual([changed.line_items[0]?.item.id, changed.line_items[0]?.quantity], [gid(target), 2]);
      const session = bodyOf(201, await at.agent.createSession([form]));
      assert.equal(session.line_items[0]?.item.id, gid(target), form);
      const replaced = bodyOf(200, await at.agent.replaceLines(session.id, [form, gid(target)]));
      assert.equal(replaced.line_items[0]?.quantity, 2, 'lines of one variant are one line');
      const quoted = bodyOf(200, await at.agent.quote([form], BERLIN));
      assert.deepEqual(quoted.quotes, (await at.agent.quote([gid(target)], BERLIN)).body.quotes, form);
    }
  });

  it('mean one product in look-ups of the contract, in every form', async () => {
    for (const form of [...(await formsOf(target)), productGid(tee), String(tee.id)]) {
      const path = `/catalog/lookup?ids=${encodeURIComponent(form)}`;
      const { products } = bodyOf(200, await at.agent.get<ProductPage>(path));
      assert.deepEqual(
        products.map(({ id }) => id),
        [productGid(tee)],
        form,
      );
    }
  });

  it('mean one variant in the tools of the contract', async () => {
    for (const form of await formsOf(target)) {
      const { body } = await at.agent.rpc<{ content: { text: string }[] }>({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_checkout_session', arguments: { line_items: [{ item: { id: form } }] } },
      });
      const session = JSON.parse(body.result?.content[0]?.text ?? 'null');
      assert.equal(session.line_items[0].item.id, gid(target), form);
    }
  });

  it('mean one variant at official UCP over both transports, and each answer repeats them as they were sent', async () => {
    const agent = ucpAgentOf(at);
    for (const form of await formsOf(target)) {
      const checkout = bodyOf(201, await agent.create([form]));
      assert.equal(checkout.line_items[0]?.item.id, gid(target), form);
      assert.equal(bodyOf(201, await agent.createCart([form])).line_items[0]?.item.id, gid(target), form);
      const { products } = bodyOf(
        200,
        await agent.post<{ products: UcpProduct[] }>('/catalog/lookup', { ids: [form] }),
      );
      const [variant, ...others] = products.flatMap(({ variants }) => variants);
      assert.deepEqual([variant?.id, others.length], [gid(target), 0], form);
      assert.deepEqual(variant?.inputs, [{ id: form, match: 'exact' }]);
      const { product } = bodyOf(
        200,
        await agent.post<{ product: UcpProduct }>('/catalog/product', { id: form }),
      );
      assert.equal(product.variants[0]?.id, gid(target), form);
      const called = await agent.call('create_checkout', {
        checkout: { line_items: [{ item: { id: form }, quantity: 1 }] },
      });
      const { line_items } =
        called.body.result?.structuredContent ?? assert.fail(JSON.stringify(called.body));
      assert.equal(line_items[0]?.item.id, gid(target), form);
    }
  });

  it('mean one variant at the shopping endpoint', async () => {
    const shopper = shopperAt(at);
    for (const form of await formsOf(target)) {
      const cart = await shopper.call<ShownCart>('create_cart', { items: [{ id: form, quantity: 2 }] });
      assert.deepEqual([cart.items[0]?.id, cart.items[0]?.quantity], [`v${target.id}`, 2], form);
      const product = await shopper.call<ShownProduct>('get_product', { id: form });
      assert.equal(product.id, `p${tee.id}`, form);
    }
  });

  it('read a UPC as the EAN with a leading zero, and a SKU with a space in it', async () => {
    const [only] = single.variants;
    assert.ok(only);
    for (const form of ['036000291452', '0036000291452', '0-36000-29145-2', 'LAN 7', 'lan 7']) {
      const cart = bodyOf(201, await at.agent.createCart([form]));
      assert.equal(cart.line_items[0]?.item.id, gid(only), form);
    }
  });

  it('ask the shop no more than a GID does', async () => {
    const cartOf = (form: string) => () => at.agent.createCart([form]);
    const lookUp = (form: string) => () => at.agent.get(`/catalog/lookup?ids=${encodeURIComponent(form)}`);
    const callsFor = async (ask: () => Promise<{ status: number }>) => {
      shop().resetCalls();
      assert.ok((await ask()).status < 300);
      return shop().calls();
    };
    const usual = await callsFor(cartOf(gid(target)));
    for (const form of await formsOf(target)) {
      assert.deepEqual(await callsFor(cartOf(form)), usual, form);
      // A product that is no longer fresh is asked for once.
      const calls = Object.values(await callsFor(lookUp(form)));
      assert.ok(calls.reduce((sum, each) => sum + each, 0) <= 1, form);
    }
  });

  it('name both items and say what to send where there are two readings', async () => {
    const [candle, holder] = twins;
    const both = [gid(candle.variants[0] ?? assert.fail()), gid(holder.variants[0] ?? assert.fail())];
    const assertNames = (text: string) => {
      for (const id of both) assert.ok(text.includes(id), text);
      assert.match(text, /"Twin candle".*Send one of these ids/);
    };
    for (const form of ['TWIN/1', String(candle.id)]) {
      shop().resetCalls();
      for (const path of ['/carts', '/checkout-sessions']) {
        const content = { line_items: [{ item: { id: form } }] };
        const { code, error, details = [] } = bodyOf(400, await at.agent.post<ErrorBody>(path, content));
        assert.equal(code, 'invalid_input');
        assert.equal(details[0]?.path, 'line_items.0.item.id');
        assertNames(error);
      }
      const path = `/catalog/lookup?ids=${gid(target)},${encodeURIComponent(form)}`;
      const { error, details = [] } = bodyOf(400, await at.agent.get<ErrorBody>(path));
      assert.equal(details[0]?.path, 'ids');
      assertNames(error);
      const refused = await shopperAt(at).failed('create_cart', { items: [{ id: form }] });
      assert.equal(refused.error.code, 'ambiguous_id');
      assert.deepEqual(
        refused.error.choices?.map(({ id }) => id).toSorted(),
        both.map((id) => `v${id.split('/').at(-1)}`).toSorted(),
      );
      assert.deepEqual(shop().calls(), {}, 'the shop is not asked');
    }
  });

  it('match all items of a shared SKU in an official look-up, with a warning, and no line of a checkout', async () => {
    const agent = ucpAgentOf(at);
    const body = bodyOf(
      200,
      await agent.post<{ products: UcpProduct[]; messages: [] }>('/catalog/lookup', { ids: ['Twin/1'] }),
    );
    const inputs = body.products.flatMap(({ variants }) => variants.map((each) => each.inputs));
    const input = [{ id: 'Twin/1', match: 'exact' }];
    assert.deepEqual(inputs, [input, input]);
    assert.match(messageOf(body, 'ambiguous_id').content, /"Twin\/1" names more than one item/);
    const checkout = bodyOf(201, await agent.create([gid(target), 'Twin/1']));
    assert.equal(checkout.line_items.length, 1);
    assert.match(messageOf(checkout, 'item_ambiguous').content, /Send one of these ids/);
  });

  it('name nothing with zeros before their number, rather than a product that is sold out', async () => {
    const zeros = `gid://${at.platform}/ProductVariant/0${target.id}`;
    const { body } = await at.agent.get<ProductPage>(`/catalog/lookup?ids=${zeros}`);
    assert.deepEqual(body.products, []);
    const { code } = bodyOf(400, await at.agent.createCart([zeros])) as unknown as ErrorBody;
    assert.equal(code, 'invalid_input');
  });

  it('leave unknown ids to the usual answers', async () => {
    for (const form of ['no-such-sku', '4006381333931', '999999999']) {
      const { code, error } = bodyOf(400, await at.agent.createCart([form])) as unknown as ErrorBody;
      if (code !== 'invalid_input') assert.deepEqual([code, error.split(':')[0]], ['unknown_item', form]);
      const path = `/catalog/lookup?ids=${form}`;
      assert.deepEqual(bodyOf(200, await at.agent.get<ProductPage>(path)).products, []);
    }
  });

  if (at.platform === 'woocommerce')
    it('name the variants of a product whose address leaves the choice open', async () => {
      const address = new URL(await addressOf(target));
      const [first = ''] = tee.optionNames;
      address.searchParams.set(`attribute_pa_${first.toLowerCase()}`, 'no such value');
      const { error } = bodyOf(400, await at.agent.createCart([address.href])) as unknown as ErrorBody;
      assert.match(error, /names no single variant: gid:\/\/woocommerce\/ProductVariant\/\d+/);
    });

  it('resolves an ambiguous item id without the products that the store’s rules hide', async () => {
    const [candle, holder] = twins;
    const hidden = { id: 'one', mode: 'on' as const, kind: 'hide' as const, products: [productGid(holder)] };
    await setRules(at, [hidden]);
    try {
      const cart = bodyOf(201, await at.agent.createCart(['Twin/1']));
      assert.equal(cart.line_items[0]?.item.id, gid(candle.variants[0] ?? assert.fail()));
    } finally {
      await setRules(at, []);
    }
  });
});
