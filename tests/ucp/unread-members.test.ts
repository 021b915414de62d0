import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, OLDER_PROFILE, PROFILE, type UcpCheckout, ucpAgentOf } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { WIRES } from './wires.ts';

const VERSIONS = { '2026-08-25': PROFILE, '2026-04-08': OLDER_PROFILE } as const;
const CONTENTS = { '/carts': 'cart', '/checkout-sessions': 'checkout' } as const;

for (const [version, profile] of Object.entries(VERSIONS) as [keyof typeof VERSIONS, string][])
  everywhere(`requests of official UCP ${version}`, (at) => {
    const goods = unlimited(at, 'mug');
    const agent = forSuite(() => ucpAgentOf(at, profile));

    const notesOf = (body: UcpCheckout) =>
      (body.messages ?? [])
        .filter(({ code }) => code === 'member_not_used' || code === 'filter_not_applied')
        .map(({ path, content }) => [path, /Did you mean (.+)\?/.exec(content)?.[1]]);

    for (const [path, payload] of Object.entries(CONTENTS)) {
      it(`refuses a line without a quantity at ${path} and leaves the content as it is`, async () => {
        const created = bodyOf(201, await agent.post(path, lineItems([[goods.mug, 2]])));
        const wrong = { line_items: [{ item: { id: goods.mug }, qty: 5 }] };
        const refused = [await agent.post(path, wrong), await agent.put(`${path}/${created.id}`, wrong)];
        for (const { status, body } of refused) {
          assert.equal(status, 400);
          assert.equal(body.messages?.[0]?.path, '$.line_items[0].quantity');
        }
        for (const [name, args] of [
          [`create_${payload}`, {}],
          [`update_${payload}`, { id: created.id }],
        ] as const) {
          const { body } = await agent.call(name, { ...args, [payload]: wrong });
          assert.equal(body.error?.code, -32602, name);
          assert.match(body.error.message, /^line_items\.0\.quantity is required/);
        }
        assert.deepEqual(linesOf((await agent.get(`${path}/${created.id}`)).body), [[goods.mug, 2]]);
      });

      it(`names members of a request at ${path} that nothing reads, over both transports`, async () => {
        const [line] = lineItems([[goods.mug, 2]]).line_items;
        const content = {
          line_items: [{ ...line, qty: 5 }],
          discount_codes: ['SUMMER10'],
          discounts: { code: 'SUMMER10' },
          'com.example.loyalty': { member: true },
        };
        const expected = [
          ['$.line_items[0].qty', 'line_items[0].quantity'],
          ['$.discount_codes', 'discounts.codes'],
          ['$.discounts.code', 'discounts.codes'],
        ];
        const body = bodyOf(201, await agent.post(path, content));
        assert.deepEqual(notesOf(body), expected);
        const overMcp = await agent.call(`update_${payload}`, { id: body.id, [payload]: content });
        const updated = overMcp.body.result?.structuredContent ?? assert.fail(JSON.stringify(overMcp.body));
        assert.deepEqual(notesOf(updated), expected);
        officialSchemas(version).response(WIRES[`create_${payload}`]?.answer ?? '')(updated);
      });

      it(`names no member of its own answer when an agent sends it back to ${path}`, async () => {
        const destinations = [
          { id: 'home', address_country: 'US', address_region: 'CA', postal_code: '94105' },
        ];
        const fulfillment = {
          methods: [{ type: 'shipping', destinations, selected_destination_id: 'home' }],
        };
        const context = { address_country: 'US', postal_code: '94105', intent: 'a gift' };
        const content = { ...lineItems([[goods.mug, 2]]), context, fulfillment };
        const body = bodyOf(201, await agent.post(path, content));
        assert.deepEqual(notesOf((await agent.put(`${path}/${body.id}`, body)).body), []);
      });
    }

    it('names what nothing reads in the request of an operation that an id names, over both transports', async () => {
      const unread = { ...lineItems([[goods.mug, 5]]), reason: 'late', payment: {}, 'com.example.x': 1 };
      const expected = [
        ['$.line_items', undefined],
        ['$.reason', undefined],
      ];
      const restRequests = [
        ['POST', '/checkout-sessions', '/complete'],
        ['POST', '/checkout-sessions', '/cancel'],
        ['POST', '/carts', '/cancel'],
      ] as const;
      for (const [method, path, step] of restRequests) {
        const { id } = bodyOf(201, await agent.post(path, lineItems([[goods.mug, 1]])));
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const { status, body } = await agent.send(method, `${path}/${id}${step}`, unread, headers);
        assert.deepEqual(
          [status, notesOf(body), linesOf(body)],
          [200, expected, [[goods.mug, 1]]],
          path + step,
        );
        const wrongType = await agent.send(method, `${path}/${id}${step}`, 'no object', headers);
        assert.notEqual(wrongType.status, 500);
      }
      for (const path of ['/checkout-sessions', '/carts'] as const) {
        const { id } = bodyOf(201, await agent.post(path, lineItems([[goods.mug, 1]])));
        assert.deepEqual(notesOf((await agent.get(`${path}/${id}?reason=late`)).body), [expected[1]]);
        const args = { id, line_items: unread.line_items, reason: 'late' };
        for (const name of [`get_${CONTENTS[path]}`, `cancel_${CONTENTS[path]}`]) {
          const { body } = await agent.call(name, args, { 'idempotency-key': crypto.randomUUID() });
          const answered = body.result?.structuredContent ?? assert.fail(JSON.stringify(body));
          assert.deepEqual(notesOf(answered), expected, name);
          officialSchemas(version).response(WIRES[name]?.answer ?? '')(answered);
        }
      }
    });

    it('names filters and members of a search that do not exist', async () => {
      const { body } = await agent.post('/catalog/search', {
        query: 'mug',
        filters: { Price: { max: 1 } },
        filter: { price: { max: 1 } },
        limit: 1,
        signals: {},
      });
      assert.deepEqual(notesOf(body), [
        ['$.filters.Price', 'filters.price'],
        ['$.filter', 'filters'],
        ['$.limit', 'pagination.limit'],
      ]);
    });

    it('lists the quantity of a line as required in the schemas of tools', async () => {
      type Schema = { required?: string[]; properties?: Record<string, Schema>; items?: Schema };
      const { body } = await agent.rpc<{ tools: { name: string; inputSchema: Schema }[] }>('tools/list', {});
      for (const payload of Object.values(CONTENTS))
        for (const name of [`create_${payload}`, `update_${payload}`]) {
          const tool = body.result?.tools.find((each) => each.name === name) ?? assert.fail(name);
          const lines = tool.inputSchema.properties?.[payload]?.properties?.line_items;
          assert.deepEqual(lines?.items?.required, ['item', 'quantity'], name);
        }
    });
  });
