import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { bodyOf, pay } from '../../testing/agent.ts';
import { changeDuring } from '../../testing/change-during.ts';
import { everywhere, inShop, type Somewhere, unlimited } from '../../testing/everywhere.ts';
import {
  lineItems,
  messageOf,
  OLDER_PROFILE,
  PROFILE,
  type UcpCheckout,
  type UcpProduct,
  ucpAgentOf,
} from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { BESIDE, CHECKOUT, CONVERSION, MAX_SENT, NAMES, REST, type Version, WIRES } from './wires.ts';

type Answer = UcpCheckout & { products: UcpProduct[]; product: UcpProduct };

/** Does an operation, and holds what is sent and what is answered against the published schemas. */
type Speak = (operation: string, body?: object, id?: string) => Promise<Answer>;

const TRANSPORTS = { rest: overRest, mcp: overMcp } as const;

type Agent = ReturnType<typeof ucpAgentOf>;
type Carry = (agent: Agent, operation: string, body: object | undefined, id: string) => Promise<Answer>;

async function overRest(...[agent, operation, content, id]: Parameters<Carry>): Promise<Answer> {
  const [method, path] = REST[operation]?.(id) ?? assert.fail(operation);
  const { status, body } = await agent.send<Answer>(method, path, content);
  assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`);
  return body;
}

async function overMcp(...[agent, operation, content, id]: Parameters<Carry>): Promise<Answer> {
  const payload = operation.split('_').at(-1)?.replace('product', 'catalog') ?? '';
  const args = { ...(id === '' ? {} : { id }), ...(content ? { [payload]: content } : {}) };
  const { body } = await agent.call(operation, args);
  return (body.result?.structuredContent ?? assert.fail(JSON.stringify(body))) as Answer;
}

function speaking(at: Somewhere, version: Version, carry: Carry, names: Set<string>): Speak {
  const schemas = officialSchemas(version);
  const agent = ucpAgentOf(at, version === '2026-08-25' ? PROFILE : OLDER_PROFILE);
  return async (operation, content, id = '') => {
    const wire = WIRES[operation] ?? assert.fail(operation);
    if (wire.request) schemas.request(...wire.request)(content);
    const answer = await carry(agent, operation, content, id);
    const failed = answer.ucp.status === 'error' && answer.id === undefined && !('products' in answer);
    const schema = failed ? NAMES[version].error : wire.answer;
    schemas.response(schema)(answer);
    names.add(operation);
    assert.equal(answer.ucp.version, version);
    return answer;
  };
}

it('the published schemas refuse what is wrong, and what does not belong into a request', () => {
  for (const version of ['2026-08-25', '2026-04-08'] as const) {
    const schemas = officialSchemas(version);
    assert.throws(() => schemas.response(CHECKOUT)({ ucp: { version }, line_items: [] }), /required/);
    assert.throws(() => schemas.response(NAMES[version].profile)({ ucp: { version } }), /services/);
    const create = schemas.request(CHECKOUT, 'create');
    create(lineItems(['x']));
    assert.throws(() => create({}), /line_items/);
    assert.throws(() => create({ ...lineItems(['x']), totals: [] }), /totals/);
    assert.throws(() => create({ line_items: [{ item: { id: 'x', price: 1 }, quantity: 1 }] }), /price/);
    assert.throws(() => schemas.request(CHECKOUT, 'complete')({}), /payment/);
  }
});

everywhere('the published schemas', (at) => {
  const names = new Set<string>();

  const goods = unlimited(at, 'mug', 'lamp');
  before(() => at.running.settle());

  for (const version of ['2026-08-25', '2026-04-08'] as const) {
    it(`hold for the profile of ${version} [PRF-1]`, async () => {
      const leaf = version === '2026-08-25' ? '' : `/${version}`;
      const body = bodyOf(200, await ucpAgentOf(at, null).get(`/.well-known/ucp${leaf}`));
      officialSchemas(version).response(NAMES[version].profile)(body);
      names.add('profile');
    });

    it(`let nothing through in ${version} that the tools’ own schemas stop [UMC-6]`, async () => {
      const agent = ucpAgentOf(at, version === '2026-08-25' ? PROFILE : OLDER_PROFILE);
      const { body } = await agent.rpc<{ tools: { name: string; inputSchema: object }[] }>('tools/list', {
        arguments: {},
      });
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      const meta = { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': randomUUID() };
      for (const [name, payload, content, request] of MAX_SENT) {
        officialSchemas(version).request(...request)(content);
        const { inputSchema } = body.result?.tools.find((tool) => tool.name === name) ?? assert.fail(name);
        const valid = ajv.compile(inputSchema);
        assert.ok(valid({ meta, id: 'x', [payload]: content }), `${name}: ${ajv.errorsText(valid.errors)}`);
      }
    });

    for (const [transport, carry] of Object.entries(TRANSPORTS))
      describe(`${version} over ${transport}`, () => {
        const speak: Speak = (...args) => speaking(at, version, carry, names)(...args);
        /** The older version asks for a cart’s id within what replaces it. */
        const whole = (id: string, content: object) =>
          version === '2026-04-08' ? { id, ...content } : content;

        it('hold for the catalog [UCA-1]', async () => {
          const { products } = await speak('search_catalog', {
            query: 'mug',
            filters: { price: { min: 0, max: 1_000_000 } },
            context: BESIDE.context,
            signals: BESIDE.signals,
            attribution: BESIDE.attribution,
            pagination: { limit: 3 },
          });
          const [one] = products;
          assert.ok(one && products.length <= 3);
          await speak('search_catalog', { query: 'nothing of the kind' });
          for (const query of ['shoe', 'lamp', 'shirt', 'bag', 'gift'])
            await speak('search_catalog', { query });
          const variant = one.variants.at(-1)?.id ?? assert.fail();
          const { messages } = await speak('lookup_catalog', {
            ids: [one.id, variant, 'gid://nobody/Product/1'],
          });
          messageOf({ messages: messages ?? [] }, 'not_found');
          const { product } = await speak('get_product', { id: one.id });
          await speak('get_product', {
            id: variant,
            selected: product.selected ?? [],
            preferences: ['Color'],
          });
          const gone = await speak('get_product', { id: `gid://${at.platform}/Product/999999999` });
          assert.equal(gone.ucp.status, 'error');
        });

        it('hold for a cart, from its creation to what is left when it is gone [UCR-1]', async () => {
          const { id } = await speak('create_cart', { ...lineItems([[goods.mug, 2]]), ...BESIDE });
          await speak('get_cart', undefined, id);
          await speak(
            'update_cart',
            whole(id, {
              ...lineItems([goods.mug, goods.lamp]),
              discounts: { codes: ['SUMMER10', 'NO-SUCH-CODE'] },
            }),
            id,
          );
          await speak('update_cart', whole(id, { ...lineItems([]) }), id);
          await speak('cancel_cart', {}, id);
          assert.equal((await speak('get_cart', undefined, id)).ucp.status, 'error');
        });

        it('hold for a checkout that is bought [UCH-1]', async () => {
          const checkout = await speak('create_checkout', { ...lineItems([[goods.mug, 2]]), ...BESIDE });
          assert.equal(checkout.status, 'requires_escalation');
          const updated = await speak(
            'update_checkout',
            { ...lineItems([goods.mug, goods.lamp]), ...BESIDE, discounts: { codes: ['SUMMER10'] } },
            checkout.id,
          );
          assert.equal(updated.discounts?.applied.length, 1);
          const waiting = await speak(
            'complete_checkout',
            { payment: { instruments: [] }, signals: BESIDE.signals },
            checkout.id,
          );
          assert.equal(waiting.status, 'requires_escalation');
          await pay({ continue_url: updated.continue_url ?? '' });
          const done = await speak('complete_checkout', { payment: { instruments: [] } }, checkout.id);
          assert.equal(done.status, 'completed');
          assert.ok((await speak('get_checkout', undefined, checkout.id)).order?.id);
        });

        it('hold for a checkout that is made of a cart, and canceled [UCH-2]', async () => {
          const cart = await speak('create_cart', {
            ...lineItems([goods.mug]),
            discounts: { codes: ['SUMMER10'] },
          });
          const conversion = { cart_id: cart.id, line_items: [] };
          officialSchemas(version).request(CONVERSION, 'create')(conversion);
          const { id, discounts } = await speak('create_checkout', conversion);
          assert.deepEqual(discounts?.codes, ['SUMMER10']);
          assert.equal((await speak('cancel_checkout', {}, id)).status, 'canceled');
          assert.equal((await speak('get_checkout', undefined, id)).status, 'canceled');
        });

        it('hold for codes that are refused [UDI-1]', async () => {
          const codes = ['SUMMER10', 'NO-SUCH-CODE', 'EXPIRED5'];
          const { messages } = await speak('create_checkout', {
            ...lineItems([goods.mug]),
            discounts: { codes },
          });
          assert.ok((messages ?? []).filter(({ type }) => type === 'warning').length >= 2);
        });

        it('hold for what is sold out, in part and in all, and for what is not there [UCH-3]', async (t) => {
          const scarce = inShop(at, goods.lamp);
          changeDuring(t, scarce, { stock: 1 });
          await speak('create_checkout', lineItems([goods.mug, [goods.lamp, 5]]));
          scarce.stock = 0;
          const part = await speak('create_checkout', lineItems([goods.mug, goods.lamp]));
          assert.ok((part.messages ?? []).length > 1);
          assert.equal((await speak('create_checkout', lineItems([goods.lamp]))).ucp.status, 'error');
          await speak('create_cart', lineItems([goods.lamp]));
          assert.equal((await speak('get_checkout', undefined, randomUUID())).ucp.status, 'error');
          await speak('create_checkout', lineItems(['gid://nobody/ProductVariant/1']));
        });
      });
  }

  it('checks what every operation answers against the published schemas', () =>
    assert.deepEqual(names, new Set(['profile', ...Object.keys(WIRES)])));
});
