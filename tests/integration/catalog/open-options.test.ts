import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf, bodyOf, pay } from '../../../testing/agent.ts';
import { withStore } from '../../../testing/everywhere.ts';
import { messageOf, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type Checkout, type ShownCart, type ShownProduct, shopperAt } from '../../shopping/shopper.ts';

const HOODIE = 'gid://woocommerce/Product/100';
/** Stored by WooCommerce with "Any color". */
const FRONT = 'gid://woocommerce/ProductVariant/101';

interface Looked {
  products: {
    availability: string;
    variants: { id: string; title: string; available: boolean; options: object[]; restriction?: string }[];
  }[];
}

withStore('woocommerce', 'variations with an open option', (running) => {
  const slug = 'demo-woocommerce';
  const agent = () => agentOf(running.baseUrl, slug);
  const official = () => ucpAgentOf({ running, slug });
  const shopper = () => shopperAt({ running, slug });
  const shop = () => running.shop(slug);
  const hoodie = () =>
    shop().control.products.find(({ handle }) => handle === 'logo-hoodie') ?? assert.fail();

  async function look(id: string) {
    const { products } = bodyOf(200, await agent().get<Looked>(`/catalog/lookup?ids=${id}`));
    return products[0] ?? assert.fail(`nothing found for ${id}`);
  }

  async function idOf(title: string): Promise<string> {
    const variant = (await look(HOODIE)).variants.find((each) => each.title === title);
    return variant?.id ?? assert.fail(title);
  }

  it('lists one variant in stock for each value', async () => {
    for (const id of [HOODIE, FRONT]) {
      const { availability, variants } = await look(id);
      assert.equal(availability, 'in_stock');
      assert.deepEqual(
        variants.map(({ title, available, restriction }) => [title, available, restriction]),
        [
          ['Front, Black', true, undefined],
          ['Front, Navy', true, undefined],
          ['Back, Black', true, undefined],
        ],
      );
      assert.deepEqual(variants[1]?.options, [
        { name: 'Logo placement', value: 'Front' },
        { name: 'Color', value: 'Navy' },
      ]);
    }
  });

  it('sells the chosen value in a session, a cart and a replaced cart', async () => {
    const [black, navy] = [await idOf('Front, Black'), await idOf('Front, Navy')];
    const lines: [string, number][] = [
      [black, 2],
      [navy, 1],
    ];
    const session = bodyOf(201, await agent().createSession(lines));
    const titles = session.line_items.map(({ item, quantity }) => [item.id, item.title, quantity]);
    assert.deepEqual(titles, [
      [black, 'Logo Hoodie - Front, Black', 2],
      [navy, 'Logo Hoodie - Front, Navy', 1],
    ]);
    assert.deepEqual((await agent().readSession(session.id)).body.line_items, session.line_items);
    const cart = bodyOf(201, await agent().createCart([black]));
    const replaced = bodyOf(200, await agent().replaceCartLines(cart.id, [navy]));
    assert.equal(replaced.line_items[0]?.item.title, 'Logo Hoodie - Front, Navy');
    await pay(session);
    const { order } = bodyOf(200, await agent().complete(session.id));
    assert.equal(order?.status, 'processing');
  });

  it('sells by words and by short ids at the shopping endpoint', async () => {
    const hoodie = await shopper().call<ShownProduct>('get_product', { id: 'p100' });
    const short = hoodie.variants.find(({ title }) => title === 'Front, Navy')?.id ?? assert.fail();
    assert.match(short, /^v101\d{10}$/);
    const items = [{ id: 'p100', options: 'Black, Front' }, { id: short.toUpperCase() }];
    const cart = await shopper().call<ShownCart>('create_cart', { items });
    assert.deepEqual(
      cart.items.map(({ id, title }) => [id.length, title]),
      [
        [short.length, 'Logo Hoodie - Front, Black'],
        [short.length, 'Logo Hoodie - Front, Navy'],
      ],
    );
    const checkout = await shopper().call<Checkout>('create_checkout', { cart_id: cart.id });
    assert.equal(checkout.items.length, 2);
  });

  it('selects by options in official UCP, and sells the selected variant', async () => {
    const selected = [
      { name: 'Logo placement', label: 'Front' },
      { name: 'Color', label: 'Navy' },
    ];
    const { product } = bodyOf(
      200,
      await official().post<{ product: { variants: { id: string }[] } }>('/catalog/product', {
        id: HOODIE,
        selected,
      }),
    );
    const navy = await idOf('Front, Navy');
    assert.equal(product.variants[0]?.id, navy);
    const checkout = bodyOf(201, await official().create([navy]));
    assert.equal(checkout.line_items[0]?.item.title, 'Logo Hoodie - Front, Navy');
  });

  it('refuses an id without the choice, with its values and the page of the product', async () => {
    const refusal = await agent().createSession([FRONT]);
    assert.equal(refusal.status, 409);
    const text = JSON.stringify(refusal.body);
    assert.match(text, /Color \(Black, Navy\)/);
    assert.match(text, /\/product\/logo-hoodie\//);
    const failure = await shopper().failed('create_cart', { items: [{ id: 'v101' }] });
    assert.match(failure.error.message, /Color \(Black, Navy\)/);
  });

  it('refuses a code that the shop does not know', async () => {
    const refusal = await agent().createSession([`${FRONT}0123456789`]);
    assert.equal(refusal.status, 409);
    assert.match(JSON.stringify(refusal.body), /Color \(Black, Navy\)/);
  });

  it('shares the stock of the variation among its values', async () => {
    const front = hoodie().variants.find(({ id }) => id === 101) ?? assert.fail();
    front.stock = 1;
    const [black, navy] = [await idOf('Front, Black'), await idOf('Front, Navy')];
    assert.equal((await agent().createSession([[black, 2]])).status, 409);
    front.stock = 0;
    const { variants } = await look(HOODIE);
    assert.deepEqual(
      variants.map(({ available }) => available),
      [false, false, true],
    );
    assert.equal((await agent().createSession([navy])).status, 409);
    front.stock = null;
  });

  it('leaves more than a hundred ways to choose to the page of the product', async () => {
    const { variants, optionNames } = hoodie();
    const front = variants.find(({ id }) => id === 101) ?? assert.fail();
    const colors = Array.from({ length: 101 }, (_, index) => ({
      ...front,
      id: 10_000 + index,
      options: ['Back', `Color ${index}`],
    }));
    variants.push(...colors);
    const product = await look(HOODIE);
    const open = product.variants.find(({ id }) => id === FRONT) ?? assert.fail(optionNames.join());
    assert.deepEqual([open.title, open.available, open.restriction], ['Front', true, 'choose_on_page']);
    const detail = await shopper().call<ShownProduct>('get_product', { id: 'p100', variant: 'front' });
    assert.equal(detail.variants[0]?.sold_out, undefined);
    assert.match(detail.variants[0]?.restriction ?? '', /chooses Color on the product’s page/);
    const failure = await shopper().failed('create_cart', {
      items: [{ id: 'p100', options: 'Black, Front' }],
    });
    assert.equal(failure.error.code, 'choice_on_page');
    assert.match(failure.error.message, /Color.*\/product\/logo-hoodie\//);
    const checkout = await official().create([FRONT]);
    assert.match(messageOf(checkout.body, 'item_unavailable').content, /logo-hoodie/);
    variants.splice(-colors.length);
  });
});
