import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { everywhere, unlimited } from '../../../testing/everywhere.ts';
import { PROFILE } from '../../../testing/ucp-agent.ts';
import { shopperAt, shownToModels } from '../../shopping/shopper.ts';

/** How a client of each endpoint creates a checkout, and where it puts its idempotency key. */
interface Endpoint {
  path(slug: string): string;
  call(item: string, quantity: number, key?: string): { name: string; arguments: object };
  /** Text that a replay has before the names of ignored members. */
  replayed?: string;
}

const itemsOf = (id: string, quantity: number) => [{ item: { id, title: 'a hint' }, quantity }];

const ENDPOINTS: Record<string, Endpoint> = {
  'the contract': {
    path: (slug) => `/api/ucp/${slug}/mcp`,
    call: (id, quantity, key) => ({
      name: 'create_checkout_session',
      arguments: { line_items: itemsOf(id, quantity), buyer: BUYER, ...(key && { idempotency_key: key }) },
    }),
    replayed: ',"replayed":true',
  },
  'official UCP': {
    path: (slug) => `/ucp/${slug}/mcp`,
    call: (id, quantity, key) => ({
      name: 'create_checkout',
      arguments: {
        meta: { 'ucp-agent': { profile: PROFILE }, ...(key && { 'idempotency-key': key }) },
        checkout: { line_items: itemsOf(id, quantity), buyer: BUYER },
      },
    }),
  },
  'the shopping endpoint': {
    path: (slug) => `/mcp/${slug}`,
    call: (id, quantity, key) => ({
      name: 'create_checkout',
      arguments: {
        items: [{ id, quantity, options: OPTIONS }],
        buyer_email: BUYER.email,
        ...(key && { idempotency_key: key }),
      },
    }),
  },
};

const BUYER = { email: 'ann@buyer.example', name: 'Ann' };
/** Member that no tool reads, in place of `unread`. */
const DEEP = `${'['.repeat(9_800)}${']'.repeat(9_800)}`;
/** Words that the title of a variant need not have: its id is given. */
const OPTIONS = { Size: 'small', Color: 'blue' };

interface Result {
  content: { text: string }[];
  isError?: boolean;
}

/** Writes the members of each object in reverse, as another JSON library might order them. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, reversed(each)] as const);
  return Object.fromEntries(members.toReversed());
}

everywhere('calls retried over MCP', (at) => {
  const goods = unlimited(at, 'mug');

  for (const [name, { path, call, replayed = '' }] of Object.entries(ENDPOINTS)) {
    async function send(message: unknown, headers: Record<string, string> = {}): Promise<Result> {
      const response = await fetch(at.running.baseUrl + path(at.slug), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(message).replace('"unread":0', `"unread":${DEEP}`),
      });
      const { result, ...answer } = (await response.json()) as { result?: Result };
      assert.ok(result && !result.isError, JSON.stringify(result ?? answer));
      return result;
    }

    const message = (params: object, id: unknown = 1) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params,
    });
    const create = (key?: string, header?: string, quantity = 1) =>
      send(message(call(goods.mug, quantity, key)), header ? { 'idempotency-key': header } : {}).then(idIn);

    function idIn({ content }: Result): string {
      return JSON.parse(content[0]?.text ?? '').id;
    }

    it(`replay the first answer of ${name} with another JSON-RPC id and another order of members`, async () => {
      const key = randomUUID();
      const params = call(goods.mug, 2, key);
      Object.assign(params.arguments, { unread: 0 });
      const { content, ...rest } = await send(message(params));
      const text = content[0]?.text.replace(/(?=,"ignored")/, replayed);
      const replay = { ...rest, content: [{ type: 'text', text }] };
      for (const id of ['another', 0, 2]) {
        assert.deepEqual(await send(message(params, id)), replay);
        assert.deepEqual(await send(reversed(message(params, id))), replay);
      }
    });

    it(`recognizes a retried call by the key in the message of ${name}, whatever the header says`, async () => {
      const key = randomUUID();
      const first = await create(key, randomUUID());
      assert.equal(await create(key, randomUUID()), first);
      assert.equal(await create(key), first);
      const header = randomUUID();
      assert.notEqual(await create(randomUUID(), header), await create(randomUUID(), header));
    });

    it(`recognizes a retried call by the header when the message of ${name} has no key`, async () => {
      const header = randomUUID();
      const first = await create(undefined, header);
      assert.equal(await create(undefined, header), first);
      assert.equal(await create(header), first, 'the same key in the message is the same one');
      assert.notEqual(await create(undefined, randomUUID()), first);
    });
  }

  it('recognizes a retried call by a key whose name a model spells otherwise, whatever the header says', async () => {
    const items = [{ id: goods.mug, quantity: 1 }];
    for (const name of ['idempotencyKey', 'idempotency-key']) {
      const args = { items, [name]: randomUUID() };
      const shopper = shopperAt(at);
      const ids = [randomUUID(), randomUUID()].map(async (header) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': header };
        const params = { name: 'create_checkout', arguments: args };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        const { body: answer } = await shopper.rpc('tools/call', {}, { headers, body });
        return (shownToModels(answer.result ?? assert.fail(JSON.stringify(answer))) as { id: string }).id;
      });
      assert.equal(new Set(await Promise.all(ids)).size, 1, name);
    }
  });

  it('leave the header out of what a tool without a key did not use', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const search = await shopperAt(at, headers).call<{ not_used?: string[] }>('search_products', {
      query: 'mug',
    });
    assert.equal(search.not_used, undefined);
  });
});
