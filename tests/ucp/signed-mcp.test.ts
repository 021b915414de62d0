import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import {
  type AgentPlatform,
  digestOf,
  p256Key,
  type SigningOptions,
  startAgentPlatform,
} from '../../testing/agent-platform.ts';
import { withService } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { PLATFORMS, type TestService } from '../../testing/test-service.ts';
import { lineItems, type UcpProduct } from '../../testing/ucp-agent.ts';
import { assertSignedByStore, type RpcAnswered, type RpcSent, signedRpc } from './signed-rpc.ts';

const ADDED_DOUBLE = (body: string) => body.replace('"quantity":1', '"quantity":2');

type Refusal = [http: number, rpc: number, code: string];
const INVALID: Refusal = [401, -32000, 'signature_invalid'];
const MISMATCH: Refusal = [400, -32600, 'digest_mismatch'];

/** Changes of a signed message in transit, which make its signature invalid if nothing else is said. */
const ALTERED: Record<string, { change: (request: RpcSent) => RpcSent; refused?: Refusal }> = {
  'another body under its digest': {
    change: ({ headers, body }) => ({ headers, body: ADDED_DOUBLE(body) }),
    refused: MISMATCH,
  },
  'another body with a digest of its own': {
    change: ({ headers, body }) => ({
      headers: { ...headers, 'content-digest': digestOf(ADDED_DOUBLE(body)) },
      body: ADDED_DOUBLE(body),
    }),
  },
  'no digest': { change: (request) => without(request, 'content-digest'), refused: MISMATCH },
  'another media type': {
    change: (request) => having(request, 'content-type', 'application/json; charset=utf-8'),
  },
  'another agent in its header': {
    change: (request) => having(request, 'ucp-agent', 'profile="https://other.example/"'),
  },
  'an idempotency key that was not signed': {
    change: (request) => having(request, 'idempotency-key', randomUUID()),
  },
  'no signature beside its input': {
    change: (request) => without(request, 'signature'),
    refused: [401, -32000, 'signature_missing'],
  },
  'a signature of zeros': {
    change: (request) => having(request, 'signature', `sig1=:${Buffer.alloc(64).toString('base64')}:`),
  },
};

function having({ headers, body }: RpcSent, name: string, value: string): RpcSent {
  return { headers: { ...headers, [name]: value }, body };
}

function without({ headers, body }: RpcSent, name: string): RpcSent {
  const { [name]: _, ...others } = headers;
  return { headers: others, body };
}

const seconds = (ago: number) => new Date(Date.now() - ago * 1_000);

/** Signatures that never were good, or are no longer: invalid if nothing else is said. */
const MISSIGNED: Record<string, { options: () => SigningOptions; refused?: Refusal }> = {
  'was made ten minutes ago': { options: () => ({ paramValues: { created: seconds(600) } }) },
  'will be made in five minutes': { options: () => ({ paramValues: { created: seconds(-300) } }) },
  'has expired': {
    options: () => ({
      params: ['created', 'expires', 'keyid'],
      paramValues: { created: seconds(400), expires: seconds(200) },
    }),
  },
  'is by a key that the profile does not have': {
    options: () => ({ key: p256Key() }),
    refused: [401, -32000, 'key_not_found'],
  },
  'leaves the body out': {
    options: () => ({ fields: ['@method', '@authority', '@path', 'ucp-agent', 'content-type'] }),
  },
  'leaves the agent out': {
    options: () => ({ fields: ['@method', '@authority', '@path', 'content-digest', 'content-type'] }),
  },
  'is for another purpose': {
    options: () => ({ params: ['created', 'keyid', 'tag'], paramValues: { tag: 'other' } }),
  },
};

withService('signed messages over MCP', (running) => {
  before(() => running.settle());

  for (const shop of PLATFORMS)
    describe(shop, () => {
      const address = () => `${running.baseUrl}/ucp/demo-${shop}`;
      const agentOf = (of: AgentPlatform) => signedRpc(`${address()}/mcp`, of);
      let mug: string;

      const platform = forSuite(() => startAgentPlatform());
      before(async () => {
        neverSoldOut(running, shop);
        const { result } = await agentOf(platform).call('search_catalog', { catalog: { query: 'mug' } });
        mug = available(result.products);
      });

      const checkout = () => ({ checkout: lineItems([mug]) });
      const opened = async () => (await agentOf(platform).call('create_checkout', checkout())).result;

      it('runs signed calls, and signs what the store says of a checkout [SIG-14]', async () => {
        const agent = agentOf(platform);
        const createAnswer = await agent.call('create_checkout', checkout());
        const { id } = createAnswer.result;
        const change = { id, ...checkout() };
        for (const answer of [
          createAnswer,
          await agent.call('get_checkout', { id }),
          await agent.call('update_checkout', change),
          await agent.call('complete_checkout', { id }),
          await agent.call('cancel_checkout', { id }),
          await agent.call('get_checkout', { id: randomUUID() }),
        ])
          await assertSigned(answer);
      });

      it('answers signed calls without a signature where the specification leaves it open', async () => {
        const agent = agentOf(platform);
        for (const answer of [
          await agent.call('search_catalog', { catalog: { query: 'mug' } }),
          await agent.call('create_cart', { cart: lineItems([mug]) }),
        ])
          assert.equal(answer.headers.get('signature'), null);
      });

      it('read an order, which unsigned messages cannot [SIG-13]', async () => {
        const agent = agentOf(platform);
        const { id, continue_url } = await opened();
        await payCheckout(continue_url);
        const done = await agent.call('complete_checkout', { id });
        assert.equal(done.result.status, 'completed');
        const order = { id: done.result.order.id };
        await running.settle();
        const read = await agent.call('get_order', order);
        assert.equal(read.result.checkout_id, id, read.text);
        await assertSigned(read);
        const { headers, body } = await agent.message('get_order', order);
        const plain = { 'content-type': 'application/json', 'ucp-agent': String(headers['ucp-agent']) };
        assertRefused(await agent.send({ headers: plain, body }), [401, -32000, 'signature_missing']);
        const other = await startAgentPlatform();
        const theirs = await agentOf(other).call('get_order', order);
        await other.close();
        assert.equal(theirs.result.messages[0].code, 'not_found');
      });

      for (const [name, { change, refused = INVALID }] of Object.entries(ALTERED))
        it(`refuses a signed call with ${name} [SIG-8]`, async () => {
          const agent = agentOf(platform);
          assertRefused(
            await agent.send(change(await agent.message('create_checkout', checkout()))),
            refused,
          );
        });

      for (const [name, { options, refused = INVALID }] of Object.entries(MISSIGNED))
        it(`refuses a signed call when its signature ${name} [SIG-8]`, async () => {
          assertRefused(await agentOf(platform).call('create_checkout', checkout(), {}, options()), refused);
        });

      it('refuses a signed call at an address other than the signed one: another store, or another path [SIG-8]', async () => {
        const elsewhere = shop === 'shopify' ? 'woocommerce' : 'shopify';
        for (const url of [
          `${running.baseUrl}/ucp/demo-${elsewhere}/mcp`,
          `${address()}/checkout-sessions`,
          `http://shop.example/ucp/demo-${shop}/mcp`,
          `${address()}/mcp?more=1`,
        ])
          assertRefused(await agentOf(platform).call('create_checkout', checkout(), {}, { url }), INVALID);
      });

      it('rejects a signed call unless its key belongs to the profile that the message names [SIG-8]', async () => {
        const other = await startAgentPlatform();
        const spoken = await agentOf(platform).call('create_checkout', checkout(), {
          profile: other.profileUrl,
        });
        await other.close();
        assertRefused(spoken, [401, -32000, 'key_not_found']);
      });

      it('refuses a signed call by a key of an unknown algorithm [SIG-9]', async () => {
        const strange = await startAgentPlatform();
        strange.publish({ keys: [{ kid: strange.key.kid, kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' }] });
        const refused = await agentOf(strange).call('create_checkout', checkout());
        await strange.close();
        assertRefused(refused, [400, -32600, 'algorithm_unsupported']);
      });

      it('accepts signed calls in the older version with that version’s keys, and refuses unknown versions [SIG-10]', async () => {
        const older = await startAgentPlatform('2026-04-08');
        const { result } = await agentOf(older).call('create_checkout', checkout());
        await older.close();
        assert.deepEqual([result.ucp.version, result.status], ['2026-04-08', 'requires_escalation']);
        const oldest = await startAgentPlatform('2026-01-23');
        const refused = await agentOf(oldest).call('create_checkout', checkout());
        await oldest.close();
        assertRefused(refused, [422, -32001, 'version_unsupported']);
      });

      it('change nothing and are answered the same when they are played again [SIG-11]', async () => {
        const agent = agentOf(platform);
        const message = await agent.message('create_checkout', checkout());
        const first = await agent.send(message);
        const again = await agent.send(message);
        assert.equal(first.status, 200);
        assert.equal(again.text, first.text);
        await assertSigned(again);
      });

      it('refuses a signed call under an idempotency key that was used for something else [SIG-12]', async () => {
        const agent = agentOf(platform);
        const idempotencyKey = randomUUID();
        await agent.call('create_checkout', checkout(), { idempotencyKey });
        const other = { checkout: lineItems([[mug, 2]]) };
        assertRefused(await agent.call('create_checkout', other, { idempotencyKey }), [
          409,
          -32000,
          'idempotency_conflict',
        ]);
      });

      async function assertSigned(answer: { status: number; headers: Headers; text: string }) {
        await assertSignedByStore(`${address()}/.well-known/ucp`, answer);
      }
    });
});

function assertRefused({ status, error, text }: RpcAnswered, refused: Refusal): void {
  assert.deepEqual([status, error?.code, error?.data.code], refused, text);
}

/** Suites that run at the same shop buy as much as they like; what is out of stock stays so. */
function neverSoldOut(running: TestService, shop: string): void {
  const { products } = running.shop(`demo-${shop}`).control;
  for (const variant of products.flatMap(({ variants }) => variants))
    if (variant.stock !== 0) variant.stock = null;
}

function available(products: readonly UcpProduct[]): string {
  const variants = products.flatMap((product) => product.variants);
  return variants.find(({ availability }) => availability.available)?.id ?? assert.fail('nothing to buy');
}
