import assert from 'node:assert/strict';
import { type Answer, bodyOf, pay } from '../../../testing/agent.ts';
import { type Operation, said } from './operation.ts';
import type { Place } from './place.ts';

const MAX_ASKED = 3;

function reading(says: string, path: (place: Place) => string | Promise<string>): Operation {
  return {
    says,
    recovers: 'a retry is answered by the shop.',
    async prepare(place) {
      const address = await path(place);
      const ask = (): Promise<Answer> => place.agent.get(address);
      return {
        act: async () => said(await ask()),
        left: async () => 'nothing',
        async recover() {
          let answer = await ask();
          // On a busy machine even a healthy shop may miss the short time limit once.
          for (let count = 1; answer.body.stale && count < MAX_ASKED; count += 1) answer = await ask();
          assert.equal(answer.status, 200, JSON.stringify(answer.body));
          assert.ok(!answer.body.stale, 'the shop itself answers again');
        },
      };
    },
  };
}

/** Next page by the shop's cursor, which only the shop can resolve. */
async function nextPage({ agent }: Place): Promise<string> {
  const { body } = await agent.get<{ page_info: { end_cursor: string } }>('/catalog/search?q=mug&first=1');
  return `/catalog/search?q=mug&first=1&after=${encodeURIComponent(body.page_info.end_cursor)}`;
}

async function boughtOrder(place: Place): Promise<number> {
  const { body } = await place.agent.createSession([place.mug.id]);
  await pay(body);
  const order = place.shop.control.orders().find(({ sessionId }) => sessionId === body.id);
  return order?.id ?? assert.fail('the shop has the order');
}

const knownOrder = reading('Read an order that is known: `GET /orders/{id}`', async (place) => {
  const number = await boughtOrder(place);
  const body = bodyOf(200, await place.agent.readOrder(`gid://${place.platform}/Order/${number}`));
  return `/orders/${body.id}`;
});

const newOrder = reading(
  'Read an order that is not stored yet, by the platform’s id: `GET /orders/{id}`',
  async (place) => `/orders/${await boughtOrder(place)}`,
);

let connected = 0;

const connect: Operation = {
  says: 'Connect a store: `POST /api/merchant/stores`',
  recovers: 'a retry connects the store, or is refused because the store is connected already.',
  async prepare({ merchant, platform, shop, running }) {
    connected += 1;
    const slug = `newly-connected-${connected}`;
    const ask = () => merchant.post('/stores', { platform, credentials: shop.credentials, slug });
    const isThere = async () => (await running.service.stores.find(slug)) !== undefined;
    return {
      act: async () => said(await ask()),
      left: async () => ((await isThere()) ? 'done' : 'nothing'),
      async recover() {
        const was = await isThere();
        const { status, body } = await ask();
        assert.equal(status, was ? 409 : 201, JSON.stringify(body));
      },
    };
  },
};

export const otherOperations = {
  search: reading('Search: `GET /catalog/search`', () => '/catalog/search?q=mug'),
  search_on: reading('A further page of the shop’s own search', nextPage),
  lookup: reading('Look up: `GET /catalog/lookup`', ({ mug }) => `/catalog/lookup?ids=${mug.productId}`),
  manifest: reading('The manifest: `GET /`', () => ''),
  read_order: knownOrder,
  find_order: newOrder,
  connect,
} satisfies Record<string, Operation>;
