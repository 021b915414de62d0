import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { addLines, ask, createCart, readCart, updateLines, variantOf } from './storefront.ts';

describe('A cart of the simulated Shopify', () => {
  const shop = forSuite(() => startShopifyShop());

  const mug = () => variantOf(shop, 'cafe-mug');
  const scarce = () => variantOf(shop, 'travel-mug');

  it('lists a cart’s lines newest first and merges the same merchandise', async () => {
    const lines = [
      { merchandiseId: mug(), quantity: 1 },
      { merchandiseId: scarce() },
      { merchandiseId: mug() },
    ];
    const { cart } = await createCart(shop, { lines });
    const pairs = cart?.lines.nodes.map((line) => [line.merchandise.id, line.quantity]);
    assert.deepEqual(pairs, [
      [scarce(), 1],
      [mug(), 2],
    ]);
  });

  it('keeps lines apart whose attributes differ', async () => {
    const attributes = [{ key: 'engraving', value: 'Ada' }];
    const { cart } = await createCart(shop, {
      lines: [{ merchandiseId: mug() }, { merchandiseId: mug(), attributes }],
    });
    assert.equal(cart?.lines.nodes.length, 2);
  });

  it('clamps a quantity to the stock with a warning and no error', async () => {
    const { cart, userErrors, warnings } = await createCart(shop, {
      lines: [{ merchandiseId: scarce(), quantity: 10 }],
    });
    assert.equal(cart?.lines.nodes[0]?.quantity, 3);
    assert.deepEqual(userErrors, []);
    const warned = warnings.map(({ code, target }) => ({ code, target }));
    assert.deepEqual(warned, [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK', target: cart?.lines.nodes[0]?.id }]);
  });

  it('keeps a sold out line with quantity 0', async () => {
    const { cart, warnings } = await createCart(shop, {
      lines: [{ merchandiseId: variantOf(shop, 'field-watch'), quantity: 1 }],
    });
    assert.deepEqual([cart?.lines.nodes.length, cart?.lines.nodes[0]?.quantity], [1, 0]);
    assert.deepEqual(pluck(warnings, 'code'), ['MERCHANDISE_OUT_OF_STOCK']);
  });

  it('takes from the other lines of a variant what one of them gains', async () => {
    const attributes = [{ key: 'gift', value: 'yes' }];
    const first = await createCart(shop, {
      lines: [
        { merchandiseId: scarce(), quantity: 2 },
        { merchandiseId: scarce(), quantity: 1, attributes },
      ],
    });
    const [gift] = first.cart?.lines.nodes ?? [];
    const { cart } = await updateLines(shop, first.cart?.id ?? '', [{ id: gift?.id, quantity: 2 }]);
    assert.deepEqual(pluck(cart?.lines.nodes, 'quantity'), [2, 1]);
  });

  it('answers a merchandise that does not exist without a cart', async () => {
    const merchandiseId = 'gid://shopify/ProductVariant/999999';
    const { cart, userErrors } = await createCart(shop, { lines: [{ merchandiseId }] });
    assert.equal(cart, null);
    assert.deepEqual(userErrors, [
      {
        code: 'INVALID',
        field: ['input', 'lines', '0', 'merchandiseId'],
        message: `The merchandise with id ${merchandiseId} does not exist.`,
      },
    ]);
  });

  it('creates a new and empty cart silently when a mutation does not find its cart', async () => {
    const earlier = await createCart(shop, { lines: [{ merchandiseId: mug() }] });
    shop.control.expireCarts();
    const id = earlier.cart?.id ?? '';
    assert.equal(await readCart(shop, id), null);
    const { cart, userErrors } = await addLines(shop, id, [{ merchandiseId: mug() }]);
    const refused = userErrors.map(({ code, field }) => ({ code, field }));
    assert.deepEqual(refused, [{ code: 'INVALID', field: ['cartId'] }]);
    assert.notEqual(cart?.id, id);
    assert.equal(cart?.totalQuantity, 0);
  });

  it('refuses to change a cart without its key', async () => {
    const cart = await createCart(shop, { lines: [{ merchandiseId: mug() }] });
    const bare = (cart.cart?.id ?? '').split('?')[0] ?? '';
    const { userErrors } = await addLines(shop, bare, [{ merchandiseId: mug() }]);
    assert.equal(userErrors[0]?.message, 'The specified cart does not exist.');
    assert.equal((await readCart(shop, cart.cart?.id ?? ''))?.totalQuantity, 1);
    assert.equal(await readCart(shop, `${bare}?key=wrong`), null);
  });

  it('keeps codes that do not count, and says why in warnings that point at the cart', async () => {
    const cart = await createCart(shop, {
      lines: [{ merchandiseId: mug(), quantity: 2 }],
      discountCodes: ['summer10', 'SUMMER10', 'NO-SUCH', 'EXPIRED5', 'BIG100'],
    });
    assert.deepEqual(cart.cart?.discountCodes, [
      { code: 'summer10', applicable: true },
      { code: 'NO-SUCH', applicable: false },
      { code: 'EXPIRED5', applicable: false },
      { code: 'BIG100', applicable: false },
    ]);
    assert.deepEqual(cart.userErrors, []);
    const codes = ['DISCOUNT_NOT_FOUND', 'DISCOUNT_CURRENTLY_INACTIVE', 'DISCOUNT_PURCHASE_NOT_IN_RANGE'];
    const expected = codes.map((code) => [code, cart.cart?.id]);
    assert.deepEqual(pluck(cart.warnings, 'code', 'target'), expected);
    const later = await addLines(shop, cart.cart?.id ?? '', [{ merchandiseId: mug(), quantity: 1 }]);
    assert.deepEqual(pluck(later.warnings, 'code'), codes);
  });

  it('trims its money and separates line discounts from those of the order', async () => {
    const lines = [{ merchandiseId: variantOf(shop, 'desk-lamp'), quantity: 2 }];
    const { cart } = await createCart(shop, { lines, discountCodes: ['SUMMER10', 'BIG100'] });
    assert.equal(cart?.cost.subtotalAmount.amount, '142.2');
    assert.equal(cart?.cost.totalAmount.amount, '132.2');
    const amounts = cart?.discountApplications.map((each) => [each.code, each.totalAllocatedAmount.amount]);
    assert.deepEqual(amounts, [
      ['SUMMER10', '15.8'],
      ['BIG100', '10.0'],
    ]);
  });

  it('offers delivery options only once an address is selected, and then includes them in the total', async () => {
    const lines = [{ merchandiseId: mug(), quantity: 1 }];
    assert.deepEqual((await createCart(shop, { lines })).cart?.deliveryGroups.nodes, []);
    const addresses = [{ selected: true, address: { deliveryAddress: { countryCode: 'US' } } }];
    const { cart } = await createCart(shop, { lines, delivery: { addresses } });
    const offered = cart?.deliveryGroups.nodes[0]?.deliveryOptions.map((option) => [
      option.title,
      option.estimatedCost.amount,
    ]);
    assert.deepEqual(offered, [
      ['Standard', '5.0'],
      ['Express', '15.0'],
    ]);
    assert.equal(cart?.cost.totalAmount.amount, '19.5');
    const nowhere = [{ selected: true, address: { deliveryAddress: { countryCode: 'BR' } } }];
    const far = await createCart(shop, { lines, delivery: { addresses: nowhere } });
    assert.deepEqual(far.cart?.deliveryGroups.nodes, []);
  });

  it('reads null as a whole when the product of a line is asked for and was unpublished', async () => {
    const cart = await createCart(shop, { lines: [{ merchandiseId: variantOf(shop, 'wall-clock') }] });
    const product = shop.control.products.find((each) => each.handle === 'wall-clock');
    assert.ok(product);
    product.published = false;
    const query = `query ($id: ID!) { cart(id: $id) {
      lines(first: 1) { nodes { merchandise { ... on ProductVariant { product { id } } } } } } }`;
    const { data, errors } = await ask<{ cart: null }>(shop, query, { id: cart.cart?.id });
    product.published = true;
    assert.deepEqual(data, { cart: null });
    const message = /Cannot return null for non-nullable field ProductVariant\.product/;
    assert.match(errors?.[0]?.message ?? '', message);
  });
});
