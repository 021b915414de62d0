import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import {
  type Answers,
  caller,
  cartShape,
  created,
  failsAs,
  requestFor,
  scriptedShopify,
  usd,
  variantGid,
} from './scripted-shopify.ts';

const PARTS = { 'content-type': 'multipart/mixed; boundary=graphql' };
const HOME = { country: 'US' };

const option = (title: string, amount: string) => ({
  handle: `h-${title}`,
  code: title,
  title,
  description: '',
  deliveryMethodType: 'SHIPPING',
  estimatedCost: usd(amount),
});

/** A group with these options, of which one is selected. */
const groups = (options: object[], selected: object | null = null) => ({
  nodes: [
    {
      id: 'gid://shopify/CartDeliveryGroup/1',
      cartLines: { nodes: [] },
      deliveryOptions: options,
      selectedDeliveryOption: selected,
    },
  ],
});

/** Body of an answer in parts; texts are sent as they are. */
function inParts(...parts: (object | string)[]): object {
  const texts = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  const body = texts.map((part) => `--graphql\r\nContent-Type: application/json\r\n\r\n${part}\r\n`);
  return { status: 200, headers: PARTS, body: body.join('') };
}

const later = (path: unknown, data: unknown, more: object = {}) => ({
  incremental: [{ path, data, ...more }],
  hasNext: false,
});

const POST = option('Post', '5.0');
const COURIER = option('Courier', '3.0');

describe('Shopify rates of carriers in quotes', () => {
  const quoted = (own: object[], title = 'Mug') => {
    const merchandise = { id: variantGid(7), requiresShipping: true, title };
    const lines = { nodes: [{ quantity: 1, merchandise }] };
    const cart = { cost: { totalAmount: { currencyCode: 'USD' } }, lines, deliveryGroups: groups(own) };
    return { data: { cartCreate: { cart, userErrors: [], warnings: [] } }, hasNext: true };
  };
  async function quote(t: TestContext, answer: object) {
    const { platform } = await scriptedShopify(t, { QuoteFulfillment: answer });
    const lines = [{ variantId: variantGid(7), quantity: 1 }];
    return platform.quoteFulfillment({ quoteId: randomUUID(), lines, destination: HOME }, caller);
  }
  const titles = async (t: TestContext, answer: object) => pluck((await quote(t, answer)).quotes, 'title');
  const CART = ['cartCreate', 'cart'];
  const rates = later(CART, { groupsOfCarriers: groups([COURIER, POST]) });

  it('come from the part that Shopify sends once the carriers have answered', async (t) => {
    assert.deepEqual(await titles(t, inParts(quoted([POST]), rates)), ['Courier', 'Post']);
    const { server, platform } = await scriptedShopify(t, { QuoteFulfillment: inParts(quoted([]), rates) });
    const lines = [{ variantId: variantGid(7), quantity: 1 }];
    await platform.quoteFulfillment({ quoteId: randomUUID(), lines, destination: HOME }, caller);
    assert.match(server.requests[0]?.headers.accept ?? '', /^multipart\/mixed; deferSpec=20220824,/);
  });

  it('separates late rates correctly when a text of the shop holds the boundary', async (t) => {
    assert.deepEqual(await titles(t, inParts(quoted([POST], 'x --graphql\n--graphql--'), rates)), [
      'Courier',
      'Post',
    ]);
  });

  it('quotes the shop’s rates alone when the part with carriers’ rates breaks off, fails or leads nowhere', async (t) => {
    for (const part of [
      JSON.stringify(rates).slice(0, -9),
      later(CART, { groupsOfCarriers: groups([COURIER]) }, { errors: [{ message: 'carrier failed' }] }),
      later(['cartCreate', 'cart', 'lines', 9], { groupsOfCarriers: groups([COURIER]) }),
      later(['__proto__'], { groupsOfCarriers: groups([COURIER]) }),
      later('cart', 7),
      { incremental: [null], hasNext: false },
      '[]',
    ])
      assert.deepEqual(await titles(t, inParts(quoted([POST]), part)), ['Post'], JSON.stringify(part));
    assert.equal('groupsOfCarriers' in {}, false);
  });

  it('ignores late rates beyond a hundred parts: an answer of 10 MB has room for millions', async (t) => {
    const parts = (count: number) => Array.from({ length: count }, () => ({ hasNext: true }));
    assert.deepEqual(await titles(t, inParts(quoted([POST]), ...parts(90), rates)), ['Courier', 'Post']);
    assert.deepEqual(await titles(t, inParts(quoted([POST]), ...parts(100), rates)), ['Post']);
  });

  it('times out when only carriers deliver and their rates are missing', async (t) => {
    const error = await failsAs('platform_timeout', quote(t, inParts(quoted([]))));
    assert.match(error.message, /carriers.*again/);
    assert.deepEqual(
      await titles(t, inParts(quoted([]), later(CART, { groupsOfCarriers: { nodes: [] } }))),
      [],
    );
  });

  it('fail as any unreadable answer where the first part is cut', async (t) => {
    await failsAs('platform_error', quote(t, inParts(JSON.stringify(quoted([POST])).slice(0, -5))));
  });
});

describe('Shopify rates of carriers in carts', () => {
  const LINES = [{ variant: 1, quantity: 1 }];
  const shape = (total: string, own: object[], selected: object | null = null) => ({
    ...cartShape({ lines: LINES, total }),
    deliveryGroups: groups(own, selected),
  });
  const withRates = (cart: object, options: object[], selected: object | null = null) =>
    inParts(
      { data: created(cart), hasNext: true },
      later(['cartCreate', 'cart'], { groupsOfCarriers: groups(options, selected) }),
    );
  async function create(t: TestContext, answers: Answers, optionId?: string) {
    const { platform, operations } = await scriptedShopify(t, answers);
    const fulfillment = { destination: HOME, ...(optionId === undefined ? {} : { optionId }) };
    const { totals, fulfillment: got } = await platform.createCart(
      { ...requestFor(LINES), fulfillment },
      caller,
    );
    const selected = got?.options.find(({ id }) => id === got.selectedId)?.title;
    return { operations: operations(), total: totals.total, selected, isPending: got?.isPending };
  }
  const selecting = (cart: object | null, ...userErrors: object[]) => ({
    SelectDelivery: { cartSelectedDeliveryOptionsUpdate: { cart, userErrors, warnings: [] } },
  });
  const priced = { ...shape('13.0', [POST]), groupsOfCarriers: groups([COURIER, POST], COURIER) };

  it('cost no further call where the shop’s own selection stands', async (t) => {
    const answer = withRates(shape('15.0', [POST], POST), [POST], POST);
    assert.deepEqual(await create(t, { CreateCart: answer }), {
      operations: ['CreateCart'],
      ...{ total: 1500, selected: 'Post', isPending: undefined },
    });
  });

  it('selects late rates by one further call, which prices the cart with them', async (t) => {
    const expected = {
      operations: ['CreateCart', 'SelectDelivery'],
      ...{ total: 1300, selected: 'Courier', isPending: undefined },
    };
    const unselected = withRates(shape('10.0', [POST]), [COURIER, POST]);
    assert.deepEqual(await create(t, { CreateCart: unselected, ...selecting(priced) }), expected);
    const selectedLate = withRates(shape('10.0', [POST]), [COURIER, POST], COURIER);
    assert.deepEqual(await create(t, { CreateCart: selectedLate, ...selecting(priced) }), expected);
  });

  it('marks the cart as pending when the wanted option may be a late one, and selects no other instead', async (t) => {
    const answer = inParts({ data: created(shape('15.0', [POST], POST)), hasNext: true });
    assert.deepEqual(await create(t, { CreateCart: answer }, 'Courier'), {
      operations: ['CreateCart'],
      ...{ total: 1500, selected: undefined, isPending: true },
    });
    assert.equal((await create(t, { CreateCart: answer }, 'Post')).isPending, undefined);
    assert.equal((await create(t, { CreateCart: answer })).selected, 'Post');
  });

  it('marks the cart as pending when Shopify refuses to price what it has selected late', async (t) => {
    const refused = { code: 'INVALID_DELIVERY_OPTION', field: [], message: 'gone' };
    const selectedLate = withRates(shape('10.0', [POST]), [COURIER, POST], COURIER);
    const { platform } = await scriptedShopify(t, { CreateCart: selectedLate, ...selecting(null, refused) });
    const request = { ...requestFor(LINES), fulfillment: { destination: HOME } };
    const { totals, fulfillment } = await platform.createCart(request, caller);
    assert.deepEqual([totals.discount, totals.shipping, totals.total], [0, null, 1000]);
    assert.equal(fulfillment?.isPending, true);
  });

  it('marks the cart as pending when Shopify reports pending groups during the selection', async (t) => {
    const pending = { code: 'PENDING_DELIVERY_GROUPS', field: [], message: 'pending' };
    const answers = { CreateCart: withRates(shape('10.0', []), [COURIER]), ...selecting(null, pending) };
    const { isPending, selected, total } = await create(t, answers);
    assert.deepEqual([isPending, selected, total], [true, undefined, 1000]);
  });
});
