import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import {
  caller,
  cartShape,
  created,
  failsAs,
  requestFor,
  scriptedShopify,
  variantGid,
} from './scripted-shopify.ts';

const SOLD_OUT = {
  code: 'MERCHANDISE_OUT_OF_STOCK',
  message: 'The product is sold out.',
  target: 'gid://shopify/CartLine/1',
};
const NOT_ENOUGH = {
  code: 'MERCHANDISE_NOT_ENOUGH_STOCK',
  message: 'Only 1 item was added to your cart due to availability.',
  target: 'gid://shopify/CartLine/1',
};

describe('Shopify cart pitfalls: what is answered is not what was asked', () => {
  it('reversed lines: answers in the order of the request, matched by merchandise', async (t) => {
    const lines = [
      { variant: 3, quantity: 3 },
      { variant: 2, quantity: 2 },
      { variant: 1, quantity: 1 },
    ];
    const { platform } = await scriptedShopify(t, {
      CreateCart: created(cartShape({ lines, total: '60.0' })),
    });
    const cart = await platform.createCart(requestFor(lines.toReversed()), caller);
    assert.deepEqual(pluck(cart.lines, 'title', 'quantity'), [
      ['Shirt - 1', 1],
      ['Shirt - 2', 2],
      ['Shirt - 3', 3],
    ]);
  });

  it('a line that the shop added itself stands after those asked for, and in the totals', async (t) => {
    const lines = [
      { variant: 9, quantity: 1, price: '0.0', title: 'Sticker' },
      { variant: 1, quantity: 1 },
    ];
    const { platform } = await scriptedShopify(t, {
      CreateCart: created(cartShape({ lines, total: '10.0' })),
    });
    const cart = await platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller);
    assert.deepEqual(pluck(cart.lines, 'variantId'), [variantGid(1), variantGid(9)]);
    assert.equal(cart.totals.total, 1000);
  });

  it('clamped quantities: refuses, and says how many there are', async (t) => {
    const clamped = cartShape({ lines: [{ variant: 1, quantity: 1 }], total: '10.0' });
    const { platform } = await scriptedShopify(t, {
      CreateCart: created(clamped, { warnings: [NOT_ENOUGH] }),
    });
    const creation = platform.createCart(requestFor([{ variant: 1, quantity: 10 }]), caller);
    const { refusals } = await failsAs('item_unavailable', creation);
    assert.deepEqual(pluck(refusals, 'reason', 'available'), [['insufficient_stock', 1]]);
  });

  it('zeroed quantities: refuses each sold-out line by name, even without a warning', async (t) => {
    const zeroed = cartShape({
      lines: [
        { variant: 2, quantity: 0 },
        { variant: 1, quantity: 1 },
      ],
      total: '10.0',
    });
    for (const warnings of [[SOLD_OUT], []]) {
      const { platform } = await scriptedShopify(t, { CreateCart: created(zeroed, { warnings }) });
      const lines = [1, 2, 3].map((variant) => ({ variant, quantity: 1 }));
      const { refusals } = await failsAs('item_unavailable', platform.createCart(requestFor(lines), caller));
      assert.deepEqual(pluck(refusals, 'variantId', 'reason'), [
        [variantGid(2), 'out_of_stock'],
        [variantGid(3), 'out_of_stock'],
      ]);
    }
  });

  it('a product that is not sold to the buyer’s location is unbuyable, not sold out', async (t) => {
    const warnings = [{ code: 'PRODUCT_UNAVAILABLE_IN_BUYER_LOCATION', message: 'Not sold here.' }];
    const empty = cartShape({ total: '0.0' });
    const { platform } = await scriptedShopify(t, { CreateCart: created(empty, { warnings }) });
    const creation = platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller);
    assert.equal((await failsAs('item_unavailable', creation)).refusals[0]?.reason, 'unbuyable');
  });

  it('a deleted variant is named by its index or in the message', async (t) => {
    const message = `The merchandise with id ${variantGid(12)} does not exist.`;
    for (const field of [['input', 'lines', '1', 'merchandiseId'], ['input'], null]) {
      const userErrors = [{ code: 'INVALID', field, message }];
      const { platform } = await scriptedShopify(t, { CreateCart: created(null, { userErrors }) });
      const lines = [1, 12].map((variant) => ({ variant, quantity: 1 }));
      const { refusals } = await failsAs('unknown_item', platform.createCart(requestFor(lines), caller));
      assert.deepEqual(pluck(refusals, 'variantId', 'reason'), [[variantGid(12), 'unknown']]);
    }
  });

  it('an item that can be had by subscription only, or in sixes only, is unbuyable as asked', async (t) => {
    for (const code of ['VARIANT_REQUIRES_SELLING_PLAN', 'INVALID_INCREMENT', 'MERCHANDISE_NOT_APPLICABLE']) {
      const userErrors = [{ code, field: ['input', 'lines', '0'], message: 'Not like that.' }];
      const { platform } = await scriptedShopify(t, { CreateCart: created(null, { userErrors }) });
      const creation = platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller);
      assert.equal((await failsAs('item_unavailable', creation)).refusals[0]?.reason, 'unbuyable');
    }
  });

  it('a buyer’s address that the shop refuses is the agent’s mistake', async (t) => {
    const userErrors = [
      { code: 'INVALID', field: ['input', 'buyerIdentity', 'email'], message: 'Email is invalid' },
    ];
    const { platform } = await scriptedShopify(t, { CreateCart: created(null, { userErrors }) });
    const cartRequest = { ...requestFor([{ variant: 1, quantity: 1 }]), buyer: { email: 'a@b.example' } };
    const error = await failsAs('invalid_input', platform.createCart(cartRequest, caller));
    assert.equal(error.details[0]?.path, 'buyer.email');
  });

  it('rejects a checkout address that is a script', async (t) => {
    const lines = [{ variant: 1, quantity: 1 }];
    const cart = { ...cartShape({ lines, total: '10.0' }), checkoutUrl: 'javascript:alert(1)' };
    const { platform } = await scriptedShopify(t, { CreateCart: created(cart) });
    await failsAs('platform_error', platform.createCart(requestFor(lines), caller));
  });

  it('the session and the buyer travel with the cart; codes are trimmed', async (t) => {
    const lines = [{ variant: 1, quantity: 2 }];
    const { platform, lastVariables } = await scriptedShopify(t, {
      CreateCart: created(cartShape({ lines, total: '20.0' })),
    });
    const request = requestFor(lines, ['  SAVE ', 'save', '']);
    await platform.createCart({ ...request, buyer: { email: 'a@b.example', name: 'Ann' } }, caller);
    assert.deepEqual(lastVariables('CreateCart').input, {
      lines: [{ merchandiseId: variantGid(1), quantity: 2 }],
      attributes: [{ key: 'service_session_id', value: request.sessionId }],
      discountCodes: ['SAVE'],
      buyerIdentity: { email: 'a@b.example' },
    });
  });
});

describe('Shopify cart pitfalls: null bubbling', () => {
  const unpublished = {
    data: created(null),
    errors: [
      {
        message: 'Cannot return null for non-nullable field ProductVariant.product',
        path: ['cartCreate', 'cart', 'lines', 'nodes', 0, 'merchandise', 'product'],
      },
    ],
  };
  const redShirt = {
    id: variantGid(1),
    title: 'Red',
    availableForSale: true,
    product: { id: 'gid://shopify/Product/1', title: 'Shirt', handle: 'shirt', requiresSellingPlan: false },
  };
  const untitled = (...variants: number[]) => {
    const request = requestFor(variants.map((variant) => ({ variant, quantity: 1 })));
    return { ...request, lines: request.lines.map(({ knownTitle: _, ...line }) => line) };
  };

  it('names the item whose product was unpublished, though the whole cart came back null', async (t) => {
    const { platform } = await scriptedShopify(t, {
      CreateCart: unpublished,
      ResolveItems: { nodes: [redShirt, null] },
    });
    const { refusals } = await failsAs('unknown_item', platform.createCart(untitled(1, 2), caller));
    assert.deepEqual(pluck(refusals, 'variantId'), [variantGid(2)]);
  });

  it('reports a failure of the shop when it refuses items that it shows after all', async (t) => {
    const { platform } = await scriptedShopify(t, {
      CreateCart: unpublished,
      ResolveItems: { nodes: [redShirt] },
    });
    await failsAs('platform_error', platform.createCart(untitled(1), caller));
  });

  it('cannot happen when all titles are known: products are not asked for', async (t) => {
    const lines = [{ variant: 1, quantity: 1 }];
    const { platform, lastVariables } = await scriptedShopify(t, {
      CreateCart: created(cartShape({ lines, total: '10.0' })),
    });
    await platform.createCart(requestFor(lines), caller);
    assert.equal(lastVariables('CreateCart').withProductTitles, false);
  });
});
