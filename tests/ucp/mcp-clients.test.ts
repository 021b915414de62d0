import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { pay } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import {
  lineItems,
  messageOf,
  OLDER_PROFILE,
  PROFILE,
  type ToolAnswer,
  type UcpCheckout,
  type UcpProduct,
} from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import {
  type ConnectedClient,
  connected,
  officialClients,
  thrown,
  withClient,
} from '../contract/mcp/official-clients.ts';
import { NAMES, type Version, WIRES } from './wires.ts';

const PROFILES: Record<Version, string> = { '2026-08-25': PROFILE, '2026-04-08': OLDER_PROFILE };

type Answer = UcpCheckout & { products: UcpProduct[]; product: UcpProduct };

/** Calls a tool for a platform. The client holds what comes against the tool's output schema; here the published one follows. */
async function calling(client: ConnectedClient, version: Version) {
  // Clients list the tools first.
  await client.tools();
  return async (name: string, args: object = {}): Promise<Answer> => {
    const meta = { 'ucp-agent': { profile: PROFILES[version] }, 'idempotency-key': randomUUID() };
    const { structuredContent, content } = (await client.call(name, { meta, ...args })) as ToolAnswer;
    assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
    const isError = structuredContent.ucp.status === 'error';
    const schema = isError ? NAMES[version].error : (WIRES[name]?.answer ?? assert.fail(name));
    officialSchemas(version).response(schema)(structuredContent);
    assert.equal(structuredContent.ucp.version, version);
    return structuredContent as Answer;
  };
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

/** Compiles a schema once: both clients read the same ones of each store on each database. */
function compiled(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const validator = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validator);
  return validator;
}

everywhere('official MCP clients in official UCP', (at) => {
  const goods = unlimited(at, 'mug');
  const endpoint = () => `${at.running.baseUrl}/ucp/${at.slug}/mcp`;

  for (const kind of officialClients) {
    it(`${kind.name} lists tools whose inputs and outputs it can compile [CLI-4]`, () =>
      withClient(kind, endpoint(), async (client) => {
        const tools = await client.tools();
        assert.equal(tools.length, 13);
        for (const { name, inputSchema, outputSchema } of tools) {
          const input = compiled(inputSchema);
          assert.ok(!input({}), `${name} wants to know who asks`);
          const output = compiled(outputSchema ?? assert.fail(name));
          const ucp = { version: '2026-08-25', status: 'success' };
          assert.ok(!output({ ucp }), `${name} answers with something`);
          assert.ok(!output({ ucp, messages: [] }), `${name}: a success is not only messages`);
          assert.ok(output({ ucp: { ...ucp, status: 'error' }, messages: [] }), name);
        }
      }));

    for (const version of ['2026-08-25', '2026-04-08'] as const)
      it(`${kind.name} buys in ${version}: search, cart with a code, checkout, payment, order [CLI-5]`, () =>
        withClient(kind, endpoint(), async (client) => {
          const call = await calling(client, version);
          assert.ok((await call('search_catalog', { catalog: { query: 'mug' } })).products.length > 0);
          await call('lookup_catalog', { catalog: { ids: [goods.mug] } });
          const { product } = await call('get_product', { catalog: { id: goods.mug } });
          assert.equal(product.variants[0]?.id, goods.mug);

          const discounts = { codes: ['SUMMER10'] };
          const cart = await call('create_cart', { cart: { ...lineItems([goods.mug]), discounts } });
          const changed = { ...lineItems([[goods.mug, 2]]), discounts };
          assert.equal(
            (await call('update_cart', { id: cart.id, cart: changed })).line_items[0]?.quantity,
            2,
          );
          assert.equal((await call('get_cart', { id: cart.id })).id, cart.id);

          const checkout = await call('create_checkout', { checkout: { cart_id: cart.id, line_items: [] } });
          assert.equal(checkout.status, 'requires_escalation');
          assert.deepEqual(checkout.discounts?.codes, ['SUMMER10']);
          const updated = await call('update_checkout', {
            id: checkout.id,
            checkout: lineItems([goods.mug]),
          });
          await pay({ continue_url: updated.continue_url ?? '' });
          const done = await call('complete_checkout', {
            id: checkout.id,
            checkout: { payment: { instruments: [] } },
          });
          assert.equal(done.status, 'completed');
          assert.equal((await call('get_checkout', { id: checkout.id })).order?.id, done.order?.id);

          const other = await call('create_checkout', { checkout: lineItems([goods.mug]) });
          assert.equal((await call('cancel_checkout', { id: other.id })).status, 'canceled');
          const another = await call('create_cart', { cart: lineItems([goods.mug]) });
          await call('cancel_cart', { id: another.id });
          messageOf(await call('get_cart', { id: another.id }), 'not_found');
        }));

    it(`${kind.name} gets what the business refuses as an answer [CLI-6]`, () =>
      withClient(kind, endpoint(), async (client) => {
        const call = await calling(client, '2026-08-25');
        messageOf(await call('get_checkout', { id: randomUUID() }), 'not_found');
        const unknown = { checkout: lineItems(['gid://nobody/ProductVariant/1']) };
        messageOf(await call('create_checkout', unknown), 'item_unavailable');
        const { id } = await call('create_checkout', { checkout: lineItems([goods.mug]) });
        await call('cancel_checkout', { id });
        assert.equal((await call('cancel_checkout', { id })).ucp.status, 'error');
      }));

    it(`${kind.name} gets errors of the protocol thrown, with what would be right [CLI-6]`, () =>
      connected(kind, new URL(endpoint()), async (client) => {
        await client.tools();
        const meta = { 'ucp-agent': { profile: PROFILE } };
        const missing = await thrown(client.call('create_checkout', { meta }));
        assert.equal(missing.code, -32602);
        assert.match(JSON.stringify(missing.data), /checkout is required/);
        assert.equal((await thrown(client.call('no_such_tool', { meta }))).code, -32601);
        const stranger = await thrown(client.call('search_catalog', { catalog: { query: 'mug' } }));
        assert.match(stranger.message + JSON.stringify(stranger.data ?? ''), /invalid_profile_url/);
        const unsigned = await thrown(client.call('get_order', { meta, id: randomUUID() }));
        assert.match(unsigned.message + JSON.stringify(unsigned.data ?? ''), /signature_missing/);
      }));
  }
});
