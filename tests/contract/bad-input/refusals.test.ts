import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bodyOf, type ErrorBody, findVariant, type RpcAnswer } from '../../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../../testing/everywhere.ts';
import { assertRefused, changesNothing, sendText } from './refusal.ts';
import {
  foreignItems,
  NO_LINE_ITEMS,
  WRONG_BUYERS,
  WRONG_DESTINATIONS,
  WRONG_DISCOUNTS,
  WRONG_LOOKUPS,
  WRONG_SEARCHES,
  type WrongInput,
  wrongLineItems,
} from './wrong-inputs.ts';

/** Endpoint with a valid body. */
type Taker = { name: string; method: 'POST' | 'PUT'; path: string; good: Record<string, unknown> };

everywhere('bad input', (at) => {
  const goods: { id?: string; takers?: Taker[] } = {};
  const id = () => goods.id ?? assert.fail('not looked for yet');
  const takers = (...names: string[]) => goods.takers?.filter((taker) => names.includes(taker.name)) ?? [];

  before(async () => {
    goods.id = (await findVariant(at.agent, 'mug')).id;
    goods.takers = await takersOf(at, goods.id);
  });

  /** Sends each wrong member in an otherwise valid body to each endpoint. */
  async function refuseEach(member: string, wrongs: WrongInput[], names: string[]): Promise<void> {
    assert.equal(takers(...names).length, names.length);
    await changesNothing(at, async () => {
      for (const { method, path: address, good } of takers(...names))
        for (const { name, value, path } of wrongs) {
          const body = JSON.stringify({ ...good, [member]: value });
          const answer = await sendText(at, method, address, body);
          assertRefused(
            answer,
            { status: 400, code: 'invalid_input', path },
            `${method} ${address}: ${name}`,
          );
        }
    });
  }

  const ALL = ['create session', 'replace lines', 'create cart', 'update cart', 'quote'];

  it('refuses invalid line items at every endpoint and names the member [LIM-3]', () =>
    refuseEach('line_items', wrongLineItems(id()), ALL));

  it('refuses ids of another store platform, shop or resource at every endpoint [GEN-7]', () =>
    refuseEach('line_items', foreignItems(at.platform), ALL));

  it('refuses empty line items where at least one is required [ERR-3]', () =>
    refuseEach('line_items', NO_LINE_ITEMS, ['create session', 'replace lines', 'create cart', 'quote']));

  it('refuses wrong discount codes', () =>
    refuseEach('discounts', WRONG_DISCOUNTS, ['create session', 'create cart', 'update cart']));

  it('refuses a wrong buyer', () =>
    refuseEach('buyer', WRONG_BUYERS, ['create session', 'create cart', 'update cart']));

  it('refuses a wrong destination', () => refuseEach('destination', WRONG_DESTINATIONS, ['quote']));

  it('refuses wrong queries, and names the member [CAT-9] [CAT-10] [LIM-1]', () =>
    changesNothing(at, async () => {
      for (const [path, wrongs] of [
        ['/catalog/search', WRONG_SEARCHES],
        ['/catalog/lookup', WRONG_LOOKUPS],
      ] as const)
        for (const [query, member] of wrongs) {
          const answer = await at.agent.get<ErrorBody>(`${path}?${query}`);
          assertRefused(answer, { status: 400, code: 'invalid_input', path: member }, `${path}?${query}`);
        }
    }));

  it('names every invalid member in one error [ERR-2] [ERR-4]', async () => {
    const wrong = {
      line_items: [{ item: { id: 7 }, quantity: 0 }],
      buyer: { email: 'nobody' },
      discounts: 'SAVE10',
    };
    const { body } = await at.agent.post<ErrorBody>('/checkout-sessions', wrong);
    const paths = body.details?.map((detail) => detail.path).sort();
    assert.deepEqual(paths, ['buyer.email', 'discounts', 'line_items.0.item.id', 'line_items.0.quantity']);
    const many = { line_items: Array(100).fill({ item: { id: '' }, quantity: 0 }) };
    const answer = await at.agent.post<ErrorBody>('/checkout-sessions', many);
    assert.equal(answer.body.details?.length, 20, 'but no more than can be read');
  });

  it('refuses keys that are too long or not ASCII [CHK-15]', () =>
    changesNothing(at, async () => {
      const body = { line_items: [{ item: { id: id() } }] };
      for (const key of ['x'.repeat(256), 'schlüssel', 'a\tb', '\u0080']) {
        const answer = await at.agent.post<ErrorBody>('/checkout-sessions', body, { 'idempotency-key': key });
        assertRefused(answer, { status: 400, code: 'invalid_input', path: 'idempotency_key' }, key);
      }
    }));

  it('refuses bodies that are no JSON object [ERR-2]', () =>
    changesNothing(at, async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const bodies = [
        ...['', ' ', '{', '{"line_items":', "{'line_items':[]}", '{"line_items":[],}', 'nonsense', '\u0000'],
        ...['[]', '[{"line_items":[]}]', 'null', 'true', '7', '"text"', '{}{}', '\ufeff{}', deep],
      ];
      for (const { method, path } of takers(...ALL))
        for (const body of bodies) {
          const answer = await sendText(at, method, path, body);
          assertRefused(answer, { status: 400, code: 'invalid_input' }, `${path}: ${body.slice(0, 40)}`);
        }
    }));

  it('refuses a member nested thousands of levels deep, and names it', () =>
    changesNothing(at, async () => {
      const deep = `${'['.repeat(9_900)}${']'.repeat(9_900)}`;
      const objects = `${'{"a":'.repeat(9_900)}1${'}'.repeat(9_900)}`;
      for (const nested of [deep, objects])
        for (const [path, body] of [
          ['line_items', `{"line_items":${nested}}`],
          ['line_items.0.item.id', `{"line_items":[{"item":{"id":${nested}}}]}`],
          ['line_items.0.quantity', `{"line_items":[{"item":{"id":"x"},"quantity":${nested}}]}`],
        ]) {
          const answer = bodyOf(400, await sendText(at, 'POST', '/checkout-sessions', body ?? ''));
          assert.ok(answer.details?.[0]?.path.startsWith(path ?? ''), path);
        }
    }));

  it('refuses bodies with more than 10,000 objects and lists, or members, unread', () =>
    changesNothing(at, async () => {
      const line_items = [{ item: { id: id() } }];
      for (const unknown of [
        `${'['.repeat(10_001)}${']'.repeat(10_001)}`,
        JSON.stringify(Array(10_001).fill({})),
        JSON.stringify(Object.fromEntries(Array(10_001).fill(0).entries())),
      ]) {
        const body = `{"line_items":${JSON.stringify(line_items)},"unknown":${unknown}}`;
        for (const { method, path } of takers(...ALL)) {
          const answer = await sendText(at, method, path, body);
          assertRefused(answer, { status: 400, code: 'invalid_input' }, path);
          assert.match(answer.body.error, /10000 objects and lists, or members/);
        }
        const message = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${body}}`;
        const { error } = (await at.agent.send<RpcAnswer<never>>('POST', '/mcp', { body: message })).body;
        assert.equal(error?.code, -32600);
        assert.match(error?.message ?? '', /10000 objects and lists, or members/);
      }
    }));

  it('refuses numbers that no integer can hold', () =>
    changesNothing(at, async () => {
      for (const quantity of ['1e400', '-1e400', '1e-7', '9007199254740993', '0.1']) {
        const body = `{"line_items":[{"item":{"id":"${id()}"},"quantity":${quantity}}]}`;
        const answer = await sendText(at, 'POST', '/checkout-sessions', body);
        assertRefused(
          answer,
          { status: 400, code: 'invalid_input', path: 'line_items.0.quantity' },
          quantity,
        );
        assert.equal(answer.body.details?.length, 1, answer.body.error);
      }
    }));

  it('refuses bodies over 256 KiB with 413 [GEN-8]', () =>
    changesNothing(at, async () => {
      const body = `{"line_items":[],"note":"${'x'.repeat(257 * 1024)}"}`;
      for (const { method, path } of [...takers(...ALL), { method: 'POST', path: '/mcp' }]) {
        const answer = await sendText(at, method, path, body);
        assertRefused(answer, { status: 413, code: 'too_large' }, path);
      }
    }));

  it('ignores unknown members, also those with names like __proto__', async () => {
    const line = { item: { id: id(), sku: 'unknown', __proto: 1 }, quantity: 1, note: {} };
    const bodies = [
      JSON.stringify({ line_items: [line], note: 'unknown', nested: { a: [1] } }),
      `{"line_items":[{"item":{"id":"${id()}","__proto__":{"id":"x"}},"__proto__":{"quantity":0}}],
        "__proto__":{"polluted":true,"buyer":{"email":"nobody"}},
        "constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}`,
    ];
    for (const body of bodies) {
      assert.equal((await sendText(at, 'POST', '/checkout-sessions', body)).status, 201);
    }
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('takes no member from a prototype in the body', () =>
    changesNothing(at, async () => {
      const lines = `[{"item":{"id":"${id()}"}}]`;
      for (const body of [
        `{"__proto__":{"line_items":${lines}}}`,
        `{"constructor":{"prototype":{"line_items":${lines}}}}`,
      ]) {
        const answer = await sendText(at, 'POST', '/checkout-sessions', body);
        assertRefused(answer, { status: 400, code: 'invalid_input', path: 'line_items' }, body);
      }
    }));

  it('leaves an open session as it was', async () => {
    const session = (await at.agent.createSession([id()])).body;
    await changesNothing(at, async () => {
      for (const { value } of [...wrongLineItems(id()), ...foreignItems(at.platform)]) {
        const answer = await at.agent.put(`/checkout-sessions/${session.id}`, { line_items: value });
        assert.equal(answer.status, 400);
      }
    });
    assert.deepEqual((await at.agent.readSession(session.id)).body, session);
  });
});

async function takersOf(at: Somewhere, id: string): Promise<Taker[]> {
  const good = { line_items: [{ item: { id }, quantity: 1 }] };
  const session = await at.agent.createSession([id]);
  const cart = await at.agent.post<{ id: string }>('/carts', good);
  assert.deepEqual([session.status, cart.status], [201, 201]);
  return [
    { name: 'create session', method: 'POST', path: '/checkout-sessions', good },
    { name: 'replace lines', method: 'PUT', path: `/checkout-sessions/${session.body.id}`, good },
    { name: 'create cart', method: 'POST', path: '/carts', good },
    { name: 'update cart', method: 'PUT', path: `/carts/${cart.body.id}`, good },
    {
      name: 'quote',
      method: 'POST',
      path: '/fulfillment/quotes',
      good: { ...good, destination: { country: 'US' } },
    },
  ];
}
