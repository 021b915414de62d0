import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hashIdempotencyKey } from '../../../src/operations/call/idempotency.ts';
import { bodyOf, newSession, pay, type Session } from '../../../testing/agent.ts';
import { amountOf, lineItems, type UcpCheckout, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type Operation, type Said, said, tool } from './operation.ts';
import type { Place } from './place.ts';

const MAKES = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' };
const CHANGES = { shopify: 'SyncCart', woocommerce: 'POST /cart/create' };
const EMPTIES = { shopify: 'EmptyCart', woocommerce: 'POST /cart/create' };

export function cartsAt({ shop }: Place) {
  return shop.control.carts();
}

/** Returns the quantity in the shop's cart of a session, or -1 without one. */
function piecesOf(place: Place, session: { id: string }): number {
  return cartsAt(place).find(({ sessionId }) => sessionId === session.id)?.pieces ?? -1;
}

/** Finds the session that holds the key of this process as an agent, whose name is the one of Node's `User-Agent`. */
function findHolder({ running, storeId }: Place, key: string) {
  const scope = { caller: { requestId: '', agent: 'node' }, store: { id: storeId } };
  const hash = hashIdempotencyKey(scope, { operation: 'POST /checkout-sessions', key, request: '' });
  return running.service.context.sessions.findByKey(storeId, `agent ${hash}`);
}

function create(says: string, ask: (place: Place, key: string) => Promise<Said>, created: number): Operation {
  return {
    says,
    recovers:
      'a retry with the same key returns the session if one was returned before, else a new one; the buyer can pay it.',
    write: MAKES,
    async prepare(place) {
      const key = randomUUID();
      const before = cartsAt(place).length;
      const newCarts = () => cartsAt(place).length - before;
      return {
        act: () => ask(place, key),
        async left() {
          const holder = await findHolder(place, key);
          assert.ok(newCarts() <= 1, `${newCarts()} carts for one request`);
          if (holder)
            return holder.status === 'requires_escalation' && newCarts() === 1 ? 'done' : holder.status;
          return newCarts() === 0 ? 'key_free' : 'key_free_lost_cart';
        },
        async recover() {
          const madeBefore = newCarts();
          const wasDone = await findHolder(place, key);
          const { status, body } = await ask(place, key);
          assert.equal(status, wasDone ? 200 : created, JSON.stringify(body));
          assert.equal(body.status, 'requires_escalation');
          assert.equal(
            newCarts(),
            madeBefore + (wasDone ? 0 : 1),
            'one cart more, and only where none was told of',
          );
          await pay(body as Pick<Session, 'continue_url'>);
          const completed = await place.agent.complete(String(body.id));
          assert.equal(completed.body.payment, 'verified', 'the buyer can pay it');
        },
      };
    },
  };
}

const replace: Operation = {
  says: 'Replace the lines of a session: `PUT /checkout-sessions/{id}`',
  recovers: 'after a retry, service and shop have the new lines, in the same cart.',
  write: CHANGES,
  async prepare(place) {
    const { agent, mug } = place;
    const session = await newSession(place.agent, {}, [place.mug.id]);
    const before = cartsAt(place).length;
    const three = () => agent.replaceLines(session.id, [[mug.id, 3]]);
    return {
      act: async () => said(await three()),
      async left() {
        const { body } = await agent.readSession(session.id);
        assert.equal(body.status, 'requires_escalation');
        assert.equal(body.continue_url, session.continue_url);
        return comparing(body.line_items[0]?.quantity, piecesOf(place, session));
      },
      async recover() {
        assert.equal(bodyOf(200, await three()).line_items[0]?.quantity, 3);
        assert.equal(piecesOf(place, session), 3);
        assert.equal(cartsAt(place).length, before, 'no second cart');
      },
    };
  },
};

/** Compares the answer's quantity with the shop's cart after a change from one to three. */
export function comparing(answered: number | undefined, actual: number): string {
  if (answered === actual) return answered === 3 ? 'done' : 'unchanged';
  assert.deepEqual([answered, actual], [1, 3], 'the shop alone may be ahead');
  return 'shop_ahead';
}

function complete(says: string, ask: (place: Place, id: string) => Promise<Said>): Operation {
  return {
    says,
    recovers:
      'the next event of the shop, or the next reading of the session or of its order, makes it `verified`.',
    async prepare(place) {
      const session = await newSession(place.agent, {}, [place.mug.id]);
      await pay(session);
      const payment = async () => (await place.agent.readSession(session.id)).body.payment;
      return {
        act: () => ask(place, session.id),
        async left() {
          // As stored: a read by the agent would ask the shop.
          const { sessions } = place.running.service.context;
          const row = await sessions.find(place.storeId, session.id);
          assert.equal(row?.status, 'completed', 'the agent’s word is recorded, whatever the shop says');
          return row.payment === 'verified' ? 'done' : String(row.payment);
        },
        async recover() {
          const { body } = await place.agent.readSession(session.id);
          const order = await place.agent.readOrder(body.order?.id ?? '');
          assert.equal(order.body.payment, 'verified', 'reading the order verifies it');
          assert.equal(await payment(), 'verified', 'and the session tells so');
        },
      };
    },
  };
}

function cancel(says: string, ask: (place: Place, id: string) => Promise<Said>): Operation {
  return {
    says,
    recovers: 'a retry gets the same answer; a job empties the shop’s cart.',
    write: EMPTIES,
    async prepare(place) {
      const session = await newSession(place.agent, {}, [place.mug.id]);
      const status = async () => (await place.agent.readSession(session.id)).body.status;
      return {
        act: () => ask(place, session.id),
        async left() {
          assert.equal(await status(), 'failed');
          return piecesOf(place, session) > 0 ? 'full_cart' : 'done';
        },
        async recover() {
          const again = await place.agent.cancel(session.id);
          assert.deepEqual([again.status, again.body.status], [200, 'failed'], 'canceling may be repeated');
        },
        byItself: () => assert.equal(piecesOf(place, session), 0, 'the shop’s cart is empty'),
      };
    },
  };
}

const SELECTS = { shopify: 'SelectDelivery', woocommerce: 'POST /cart/create' };

const chooseShipping: Operation = {
  says: 'Choose another shipping option and more pieces: `PUT /checkout-sessions/{id}` of official UCP',
  recovers: 'after a retry, service and shop have the new lines and the option, in the same cart.',
  write: SELECTS,
  async prepare(place) {
    const agent = ucpAgentOf(place);
    const destinations = [{ id: 'home', address_country: 'US' }];
    const method = { type: 'shipping', destinations, selected_destination_id: 'home' };
    const creation = await agent.create([place.mug.id], { fulfillment: { methods: [method] } });
    const session = creation.body as UcpCheckout & { fulfillment: Chosen };
    const express = session.fulfillment.methods[0]?.groups[0]?.options[1]?.id ?? assert.fail();
    const choose = () =>
      agent.put(`/checkout-sessions/${session.id}`, {
        ...lineItems([[place.mug.id, 3]]),
        fulfillment: {
          methods: [{ ...method, groups: [{ id: 'shipping-1', selected_option_id: express }] }],
        },
      });
    const read = async () => (await agent.get(`/checkout-sessions/${session.id}`)).body;
    const shippingOf = ({ totals }: UcpCheckout) => amountOf(totals, 'fulfillment');
    return {
      act: async () => said(await choose()),
      async left() {
        const now = await read();
        const isNew = shippingOf(now) !== shippingOf(session);
        assert.equal(isNew, now.line_items[0]?.quantity === 3, 'lines and option change together');
        return comparing(now.line_items[0]?.quantity, piecesOf(place, session));
      },
      async recover() {
        const { body } = await choose();
        assert.equal(body.line_items[0]?.quantity, 3);
        assert.ok(shippingOf(body) > shippingOf(session));
        assert.equal(piecesOf(place, session), 3);
      },
    };
  },
};

interface Chosen {
  methods: { groups: { options: { id: string }[] }[] }[];
}

const get: Operation = {
  says: 'Read a session: `GET /checkout-sessions/{id}` and `get_checkout_session`',
  unaffected:
    'While the session waits for the buyer, the shop is asked whether there is an order, once in three seconds, more rarely as the session ages, and for two at most. If it fails, the stored session is returned.',
  recovers: 'there is nothing to recover from.',
  async prepare(place) {
    const session = await newSession(place.agent, {}, [place.mug.id]);
    return {
      async act() {
        assert.equal((await tool(place, 'get_checkout_session', { session_id: session.id })).status, 200);
        return said(await place.agent.readSession(session.id));
      },
      left: async () => 'nothing',
      async recover() {
        assert.deepEqual((await place.agent.readSession(session.id)).body, session);
      },
    };
  },
};

export const sessionOperations = {
  create_session: create(
    'Create a session: `POST /checkout-sessions`',
    async ({ agent, mug }, key) => said(await agent.createSession([mug.id], {}, { 'idempotency-key': key })),
    201,
  ),
  create_session_mcp: create(
    'Create a session over MCP: `create_checkout_session`',
    (place, key) =>
      tool(place, 'create_checkout_session', {
        line_items: [{ item: { id: place.mug.id }, quantity: 1 }],
        idempotency_key: key,
      }),
    200,
  ),
  get_session: get,
  replace_session: replace,
  choose_shipping: chooseShipping,
  complete_session: complete(
    'Complete a session that was paid: `POST /checkout-sessions/{id}/complete`',
    async ({ agent }, id) => said(await agent.complete(id)),
  ),
  complete_session_mcp: complete(
    'Complete a paid session over MCP: `complete_checkout_session`',
    (place, id) => tool(place, 'complete_checkout_session', { session_id: id }),
  ),
  cancel_session: cancel('Cancel a session: `POST /checkout-sessions/{id}/cancel`', async ({ agent }, id) =>
    said(await agent.cancel(id)),
  ),
  cancel_session_mcp: cancel('Cancel a session over MCP: `cancel_checkout_session`', (place, id) =>
    tool(place, 'cancel_checkout_session', { session_id: id }),
  ),
} satisfies Record<string, Operation>;
