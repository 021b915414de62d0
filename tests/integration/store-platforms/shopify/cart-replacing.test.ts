import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CART_ID,
  caller,
  cartShape,
  created,
  failsAs,
  requestFor,
  scriptedShopify,
  variantGid,
} from './scripted-shopify.ts';

const NO_SUCH_CART = {
  code: 'INVALID',
  field: ['cartId'],
  message: 'The specified cart does not exist.',
};
const cartWith = (...lines: { variant: number; quantity: number }[]) => ({
  cart: {
    discountCodes: [],
    lines: { nodes: cartShape({ lines, total: '0.0' }).lines.nodes },
  },
});
const step = (cart: object | null, ...userErrors: object[]) => ({ cart, userErrors, warnings: [] });
const NOTHING_DONE = { removed: null, updated: null, added: null, identified: null };

describe('Shopify cart pitfalls: replacing what a cart holds', () => {
  const FRESH = 'gid://shopify/Cart/other?key=k2';

  it('silent new cart: is seen by the user error, and a cart of our own is made', async (t) => {
    const lines = [{ variant: 2, quantity: 1 }];
    const { platform, operations } = await scriptedShopify(t, {
      ReadCart: cartWith({ variant: 1, quantity: 1 }),
      SyncCart: {
        ...NOTHING_DONE,
        removed: step({ id: 'gid://shopify/Cart/silent1?key=x' }, NO_SUCH_CART),
        coded: step(cartShape({ id: 'gid://shopify/Cart/silent2?key=y', total: '0.0' }), NO_SUCH_CART),
      },
      CreateCart: created(cartShape({ id: FRESH, lines, total: '10.0' })),
    });
    assert.equal((await platform.updateCart(CART_ID, requestFor(lines), caller)).handle, FRESH);
    assert.deepEqual(operations(), ['ReadCart', 'SyncCart', 'CreateCart']);
  });

  it('silent new cart: is seen by its id even when no error says so', async (t) => {
    const lines = [{ variant: 2, quantity: 1 }];
    const silent = cartShape({ id: 'gid://shopify/Cart/silent?key=y', lines, total: '10.0' });
    const { platform } = await scriptedShopify(t, {
      ReadCart: cartWith(),
      SyncCart: { ...NOTHING_DONE, coded: step(silent) },
      CreateCart: created(cartShape({ id: FRESH, lines, total: '10.0' })),
    });
    assert.equal((await platform.updateCart(CART_ID, requestFor(lines), caller)).handle, FRESH);
  });

  it('keeps its handle, and so the key, when the answer leaves the key out', async (t) => {
    const lines = [{ variant: 1, quantity: 1 }];
    const keyless = cartShape({ id: CART_ID.split('?')[0] ?? '', lines, total: '10.0' });
    const { platform } = await scriptedShopify(t, {
      ReadCart: cartWith({ variant: 1, quantity: 1 }),
      SyncCart: { ...NOTHING_DONE, coded: step(keyless) },
    });
    assert.equal((await platform.updateCart(CART_ID, requestFor(lines), caller)).handle, CART_ID);
  });

  it('changes, adds and removes only what differs, and drops a second line of a variant', async (t) => {
    const lines = [
      { variant: 3, quantity: 1 },
      { variant: 2, quantity: 5 },
      { variant: 1, quantity: 1 },
    ];
    const before = cartWith(
      { variant: 4, quantity: 1 },
      { variant: 2, quantity: 1 },
      { variant: 1, quantity: 1 },
    );
    const twice = structuredClone(before);
    twice.cart.lines.nodes.push({
      ...cartShape({ lines, total: '0.0' }).lines.nodes[1],
      id: 'second',
    } as never);
    const { platform, lastVariables } = await scriptedShopify(t, {
      ReadCart: twice,
      SyncCart: { ...NOTHING_DONE, coded: step(cartShape({ lines, total: '70.0' })) },
    });
    await platform.updateCart(CART_ID, requestFor(lines), caller);
    const { remove, update, add, codes, doBuyer } = lastVariables('SyncCart');
    assert.deepEqual(remove, ['gid://shopify/CartLine/4?cart=Z2NwLXVz', 'second']);
    assert.deepEqual(update, [{ id: 'gid://shopify/CartLine/2?cart=Z2NwLXVz', quantity: 5 }]);
    assert.deepEqual(add, [{ merchandiseId: variantGid(3), quantity: 1 }]);
    assert.deepEqual(codes, []);
    assert.equal(doBuyer, false);
  });

  it('clamped while replacing: puts back what the cart held, and refuses', async (t) => {
    const clamped = { variant: 2, quantity: 1 };
    const { platform, operations, lastVariables } = await scriptedShopify(t, {
      ReadCart: [cartWith({ variant: 1, quantity: 4 }), cartWith(clamped)],
      SyncCart: [
        { ...NOTHING_DONE, coded: step(cartShape({ lines: [clamped], total: '10.0' })) },
        { ...NOTHING_DONE, coded: step(cartShape({ lines: [{ variant: 1, quantity: 4 }], total: '40.0' })) },
      ],
    });
    const replaced = platform.updateCart(CART_ID, requestFor([{ variant: 2, quantity: 3 }]), caller);
    assert.equal((await failsAs('item_unavailable', replaced)).refusals[0]?.available, 1);
    assert.deepEqual(operations(), ['ReadCart', 'SyncCart', 'ReadCart', 'SyncCart']);
    assert.deepEqual(lastVariables('SyncCart').add, [{ merchandiseId: variantGid(1), quantity: 4 }]);
    assert.deepEqual(lastVariables('SyncCart').remove, ['gid://shopify/CartLine/2?cart=Z2NwLXVz']);
  });

  const lineGone = (field: string[]) => ({
    code: 'INVALID_MERCHANDISE_LINE',
    field,
    message: 'The merchandise line with id gid://shopify/CartLine/1?cart=Z2NwLXVz does not exist.',
  });

  it('a line that the buyer took out meanwhile: looks again, and fills what is there now', async (t) => {
    const lines = [{ variant: 1, quantity: 3 }];
    for (const gone of [
      { updated: step({ id: CART_ID }, lineGone(['lines', '0', 'id'])) },
      { removed: step({ id: CART_ID }, lineGone(['lineIds', '0'])) },
    ]) {
      const { platform, operations, lastVariables } = await scriptedShopify(t, {
        ReadCart: [cartWith({ variant: 1, quantity: 1 }, { variant: 2, quantity: 1 }), cartWith()],
        SyncCart: [
          { ...NOTHING_DONE, ...gone, coded: step(cartShape({ total: '0.0' })) },
          { ...NOTHING_DONE, coded: step(cartShape({ lines, total: '30.0' })) },
        ],
      });
      const cart = await platform.updateCart(CART_ID, requestFor(lines), caller);
      assert.deepEqual([cart.handle, cart.lines[0]?.quantity], [CART_ID, 3]);
      assert.deepEqual(operations(), ['ReadCart', 'SyncCart', 'ReadCart', 'SyncCart']);
      assert.deepEqual(lastVariables('SyncCart').add, [{ merchandiseId: variantGid(1), quantity: 3 }]);
    }
  });

  it('a line that vanishes repeatedly: asks to try again, and reveals nothing of the cart', async (t) => {
    const { platform } = await scriptedShopify(t, {
      ReadCart: cartWith({ variant: 1, quantity: 1 }),
      SyncCart: {
        ...NOTHING_DONE,
        updated: step({ id: CART_ID }, lineGone(['lines', '0', 'id'])),
        coded: step(cartShape({ total: '0.0' })),
      },
    });
    const update = platform.updateCart(CART_ID, requestFor([{ variant: 1, quantity: 3 }]), caller);
    assert.doesNotMatch((await failsAs('platform_unavailable', update)).message, /Z2NwLXVz/);
  });

  it('an unknown title is asked for beside, never of the cart', async (t) => {
    const { platform, operations } = await scriptedShopify(t, {
      ReadCart: cartWith(),
      ResolveItems: { nodes: [null] },
    });
    const request = requestFor([{ variant: 1, quantity: 1 }]);
    const lines = request.lines.map(({ knownTitle: _, ...line }) => line);
    await failsAs('unknown_item', platform.updateCart(CART_ID, { ...request, lines }, caller));
    assert.deepEqual(operations().sort(), ['ReadCart', 'ResolveItems']);
  });

  it('abandoning forgives lines that went in between, but not a shop that cannot', async (t) => {
    const gone = { code: 'INVALID_MERCHANDISE_LINE', field: ['lineIds', '0'], message: 'No such line.' };
    const emptied = (error: object) => ({ emptied: { userErrors: [error] }, uncoded: { userErrors: [] } });
    const { platform } = await scriptedShopify(t, {
      ReadCart: cartWith({ variant: 1, quantity: 1 }),
      EmptyCart: [emptied(gone), emptied({ code: 'SERVICE_UNAVAILABLE', field: null, message: 'Later.' })],
    });
    await platform.abandonCart(CART_ID, 'cart', caller);
    await failsAs('platform_unavailable', platform.abandonCart(CART_ID, 'cart', caller));
  });
});
