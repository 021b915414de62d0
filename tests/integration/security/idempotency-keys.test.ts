import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { agentOf, findVariant, type RpcAnswer } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { OLDER_PROFILE, PROFILE } from '../../../testing/ucp-agent.ts';

interface Agent {
  userAgent: string;
  profile: string;
  address: string;
}

const ONE: Agent = { userAgent: 'agent-one/1.0', profile: PROFILE, address: '192.0.2.1' };
const TWO: Agent = { userAgent: 'agent-two/1.0', profile: OLDER_PROFILE, address: '198.51.100.2' };

/** One request of an agent for a checkout, by a buyer. */
interface Create {
  agent: Agent;
  item: string;
  quantity?: number;
  buyer?: string;
  key: string;
}

interface Sent {
  path: string;
  headers?: Record<string, string>;
  body: object;
}

const toLines = ({ item, quantity = 1 }: Create) => [{ item: { id: item }, quantity }];
const toBuyer = ({ buyer = 'ann' }: Create) => ({ buyer: { email: `${buyer}@buyer.example` } });
const toHeader = ({ key }: Create) => ({ 'idempotency-key': key });
const toRest = (create: Create) => ({ line_items: toLines(create), ...toBuyer(create) });
const toShopping = ({ item, quantity = 1, buyer = 'ann' }: Create) => ({
  items: [{ id: item, quantity }],
  buyer_email: `${buyer}@buyer.example`,
});
const toCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const CREATE = 'create_checkout_session';

/** Every place of a key, in every protocol. */
const PLACES: Record<string, (slug: string, create: Create) => Sent> = {
  'the header of the contract': (slug, create) => ({
    path: `/api/ucp/${slug}/checkout-sessions`,
    headers: toHeader(create),
    body: toRest(create),
  }),
  'the header of the contract’s MCP endpoint': (slug, create) => ({
    path: `/api/ucp/${slug}/mcp`,
    headers: toHeader(create),
    body: toCall(CREATE, toRest(create)),
  }),
  'the argument of the contract’s tool': (slug, create) => ({
    path: `/api/ucp/${slug}/mcp`,
    body: toCall(CREATE, { ...toRest(create), idempotency_key: create.key }),
  }),
  'the header of official UCP': (slug, create) => ({
    path: `/ucp/${slug}/checkout-sessions`,
    headers: { ...toHeader(create), 'ucp-agent': `profile="${create.agent.profile}"` },
    body: toRest(create),
  }),
  'the message of official UCP': (slug, create) => ({
    path: `/ucp/${slug}/mcp`,
    body: toCall('create_checkout', {
      meta: { 'ucp-agent': { profile: create.agent.profile }, 'idempotency-key': create.key },
      checkout: toRest(create),
    }),
  }),
  'the header of the shopping endpoint': (slug, create) => ({
    path: `/mcp/${slug}`,
    headers: toHeader(create),
    body: toCall('create_checkout', toShopping(create)),
  }),
  'the argument of the shopping endpoint': (slug, create) => ({
    path: `/mcp/${slug}`,
    body: toCall('create_checkout', { ...toShopping(create), idempotency_key: create.key }),
  }),
};

/** The address counts at the shopping endpoint; everywhere else the agent alone. */
const ROAMING = Object.keys(PLACES).filter((name) => !name.includes('shopping'));

const NOTHING = [
  ...['', 'undefined', 'null', 'none', 'None', 'nil', 'NaN', '[object Object]'],
  ...['unique-key', 'random-uuid'],
];

/** Values are checked before the store's platform matters: the second platform needs some of them alone. */
const nothingAt = (nth: number) => (nth === 0 ? NOTHING : NOTHING.slice(0, 2));

onEveryDatabase('idempotency keys between agents', (database) => {
  const settings = { TRUST_PROXY: '1', RATE_LIMIT: 'off' };
  const running = forSuite(() => startTestService({ database, settings }));

  for (const [nth, platform] of PLATFORMS.entries())
    describe(platform, () => {
      const slug = `demo-${platform}`;
      const nothing = nothingAt(nth);
      let item = '';

      before(async () => {
        const { id } = await findVariant(agentOf(running.baseUrl, slug), 'mug');
        const variants = running.shop(slug).control.products.flatMap((product) => product.variants);
        for (const variant of variants) variant.stock = null;
        item = id;
      });

      /** Creates a checkout, and returns its id. */
      async function create(place: string, request: Omit<Create, 'item'>): Promise<string> {
        const toSent = PLACES[place] ?? assert.fail(place);
        const { path, headers, body } = toSent(slug, { ...request, item });
        const { userAgent, address } = request.agent;
        const response = await fetch(running.baseUrl + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': userAgent,
            'x-forwarded-for': address,
            ...headers,
          },
          body: JSON.stringify(body),
        });
        const answer = (await response.json()) as { id?: unknown } & Partial<
          RpcAnswer<{ content: { text: string }[] }>
        >;
        const text = answer.result?.content[0]?.text;
        const { id } = text === undefined ? answer : (JSON.parse(text) as { id?: unknown });
        assert.ok(typeof id === 'string' && id.length > 5, `${place}: ${JSON.stringify(answer)}`);
        return id;
      }

      for (const [index, place] of Object.keys(PLACES).entries()) {
        it(`treats a value that names nothing as no key in ${place}`, async () => {
          for (const key of nothing) {
            const ids = [
              await create(place, { agent: ONE, key }),
              await create(place, { agent: ONE, key }),
              await create(place, { agent: TWO, key, quantity: 4, buyer: 'bob' }),
            ];
            assert.equal(new Set(ids).size, 3, key);
          }
        });

        it(`hides the checkout of another agent’s short key in ${place}`, async () => {
          const key = `order-a${index}`;
          const own = await create(place, { agent: ONE, key });
          assert.equal(await create(place, { agent: ONE, key }), own);
          for (const [nth, agent] of [TWO, TWO, ONE, ONE].entries()) {
            const stranger = { ...agent, address: `198.51.100.${nth}` };
            const other = nth % 2 === 1 ? { quantity: 4, buyer: 'bob' } : {};
            const id = await create(place, { agent: stranger, key, ...other });
            assert.notEqual(id, own, `${stranger.userAgent} from ${stranger.address}`);
          }
        });

        if (!place.includes('official'))
          it(`makes another checkout of another request under a short key in ${place}`, async () => {
            const key = `order-c${index}`;
            const own = await create(place, { agent: ONE, key });
            assert.notEqual(await create(place, { agent: ONE, key, quantity: 2 }), own);
          });

        it(`hides the checkout of another agent’s long key in ${place}`, async () => {
          const key = `order-2026-11-28-${place}`.replaceAll('’', '');
          const own = await create(place, { agent: ONE, key });
          assert.notEqual(await create(place, { agent: TWO, key }), own);
          assert.equal(await create(place, { agent: ONE, key }), own);
        });

        it(`makes one checkout of an agent’s raced requests by a short key in ${place}`, async () => {
          const key = `order-b${index}`;
          const raced = Array.from({ length: 6 }, () => create(place, { agent: ONE, key }));
          assert.equal(new Set(await Promise.all(raced)).size, 1);
        });
      }

      for (const place of ROAMING)
        it(`recognizes an agent’s retry from another address by ${place}`, async () => {
          const key = randomUUID();
          const first = await create(place, { agent: ONE, key });
          assert.equal(await create(place, { agent: { ...ONE, address: TWO.address }, key }), first);
        });

      it('keeps a nameless agent’s key to its network', async () => {
        const [place = ''] = ROAMING;
        const key = randomUUID();
        const nameless = { ...ONE, userAgent: '' };
        const first = await create(place, { agent: nameless, key });
        assert.equal(await create(place, { agent: nameless, key }), first);
        const elsewhere = { ...nameless, address: TWO.address };
        assert.notEqual(await create(place, { agent: elsewhere, key }), first);
      });
    });
});
