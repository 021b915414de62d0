import assert from 'node:assert/strict';
import { bodyOf, pay } from '../../../testing/agent.ts';
import { newCart } from '../../../testing/carts.ts';
import { type Operation, said } from './operation.ts';
import type { Place } from './place.ts';
import { cartsAt, comparing } from './session-operations.ts';

/** Newest cart of the shop; operations of one store run in sequence. */
function piecesOfNewest(place: Place): number {
  return cartsAt(place).at(-1)?.pieces ?? -1;
}

const create: Operation = {
  says: 'Create a cart: `POST /carts`',
  recovers: 'a retry creates a cart, which the buyer can pay.',
  write: { shopify: 'CreateCart', woocommerce: 'POST /cart/create' },
  async prepare(place) {
    const { agent, mug } = place;
    const before = cartsAt(place).length;
    const newCarts = () => cartsAt(place).length - before;
    let createdId: string | undefined;
    return {
      async act() {
        const answer = await agent.createCart([mug.id]);
        if (answer.status === 201) createdId = answer.body.id;
        return said(answer);
      },
      async left() {
        assert.ok(newCarts() <= 1, `${newCarts()} carts for one request`);
        if (createdId !== undefined) return 'done';
        return newCarts() === 0 ? 'nothing' : 'lost_cart';
      },
      async recover() {
        const before = newCarts();
        const cart = await newCart(place, [mug.id]);
        assert.equal(newCarts(), before + 1);
        await pay(cart);
      },
    };
  },
};

const get: Operation = {
  says: 'Read a cart: `GET /carts/{id}`',
  recovers: 'there is nothing to recover from.',
  async prepare(place) {
    const cart = await newCart(place, [place.mug.id]);
    return {
      act: async () => said(await place.agent.readCart(cart.id)),
      left: async () => 'nothing',
      async recover() {
        assert.deepEqual((await place.agent.readCart(cart.id)).body, cart);
      },
    };
  },
};

const update: Operation = {
  says: 'Update a cart: `PUT /carts/{id}`',
  recovers: 'after a retry, service and shop have the new lines, in the same cart.',
  write: { shopify: 'SyncCart', woocommerce: 'POST /cart/create' },
  async prepare(place) {
    const { agent, mug } = place;
    const cart = await newCart(place, [place.mug.id]);
    const count = cartsAt(place).length;
    const three = () => agent.replaceCartLines(cart.id, [[mug.id, 3]]);
    return {
      act: async () => said(await three()),
      async left() {
        const { body } = await agent.readCart(cart.id);
        assert.equal(body.status, 'active');
        return comparing(body.line_items[0]?.quantity, piecesOfNewest(place));
      },
      async recover() {
        assert.equal(bodyOf(200, await three()).line_items[0]?.quantity, 3);
        assert.equal(piecesOfNewest(place), 3);
        assert.equal(cartsAt(place).length, count, 'no second cart');
      },
    };
  },
};

const cancel: Operation = {
  says: 'Cancel a cart: `POST /carts/{id}/cancel`',
  recovers: 'a retry is a 409, because the cart is canceled; a job empties the shop’s cart.',
  write: { shopify: 'EmptyCart', woocommerce: 'POST /cart/create' },
  async prepare(place) {
    const cart = await newCart(place, [place.mug.id]);
    const at = cartsAt(place).length - 1;
    return {
      act: async () => said(await place.agent.cancelCart(cart.id)),
      async left() {
        assert.equal((await place.agent.readCart(cart.id)).body.status, 'canceled');
        return piecesOfNewest(place) > 0 ? 'full_cart' : 'done';
      },
      async recover() {
        assert.equal((await place.agent.cancelCart(cart.id)).status, 409, 'it is canceled already');
      },
      byItself: () => assert.equal(cartsAt(place)[at]?.pieces, 0, 'the shop’s cart is empty'),
    };
  },
};

const quote: Operation = {
  says: 'Ask for shipping options: `POST /fulfillment/quotes`',
  recovers: 'a retry is answered by the shop.',
  write: { shopify: 'QuoteFulfillment', woocommerce: 'POST /cart/create' },
  async prepare(place) {
    const { agent, mug } = place;
    const sessions = () => cartsAt(place).filter(({ sessionId }) => sessionId !== null).length;
    const before = sessions();
    const ask = () => agent.quote([mug.id], { country: 'US', postal_code: '10001', region: 'NY' });
    return {
      act: async () => said(await ask()),
      async left() {
        assert.equal(sessions(), before);
        return 'nothing';
      },
      async recover() {
        bodyOf(200, await ask());
      },
    };
  },
};

export const cartOperations = {
  create_cart: create,
  get_cart: get,
  update_cart: update,
  cancel_cart: cancel,
  quote,
} satisfies Record<string, Operation>;
