import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { lineItems, ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { type ShownCart, shopperAt } from '../../shopping/shopper.ts';

/** Longer than the lease of an idempotency record. */
const LEASE_MS = 60_000;

const slug = 'demo-woocommerce';

onEveryDatabase('a create of a cart that is cut off before its answer', (database) => {
  let interruption = brokenOff();
  const running = forSuite(() =>
    startTestService({
      database,
      overrides: { fetch: (input, init) => interruptedBy(interruption)(input, init) },
    }),
  );

  /** Creates a cart of an item under a key, and returns its id. */
  type Create = (item: string, key: string) => Promise<string>;

  const CREATES: Record<string, Create> = {
    'official UCP': async (item, key) =>
      (await ucpAgentOf({ slug, running }).keyed('/carts', lineItems([item]), key)).body.id,
    'the shopping endpoint': async (item, key) => {
      const args = { items: [{ id: item }], idempotency_key: key };
      return (await shopperAt({ slug, running }).call<ShownCart>('create_cart', args)).id;
    },
  };

  for (const [protocol, create] of Object.entries(CREATES))
    it(`gives the retry at ${protocol} the same id, and makes one cart at the shop`, async () => {
      const { control } = running.shop(slug);
      const mug = await findVariant(agentOf(running.baseUrl, slug), 'mug');
      const key = randomUUID();
      const before = control.carts().length;
      interruption = brokenOff();
      interruption.hold('cart/create');
      const cutOff = create(mug.id, key);
      await interruption.reached;
      interruption.letOthersPass();
      running.advance(LEASE_MS);
      const retried = await create(mug.id, key);
      // The first creator finishes late, and finds the cart that the retry has stored.
      interruption.release();
      assert.equal(await cutOff, retried);
      assert.equal(await create(mug.id, key), retried);
      assert.equal(control.carts().length - before, 1);
    });

  it('replays the answer of the retry after the first creator has finished late', async () => {
    const agent = ucpAgentOf({ slug, running });
    const mug = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    const key = randomUUID();
    const create = async () => (await agent.keyed('/carts', lineItems([mug.id]), key)).body;
    interruption = brokenOff();
    interruption.hold('cart/create');
    const cutOff = create();
    await interruption.reached;
    interruption.letOthersPass();
    running.advance(LEASE_MS);
    const retried = await create();
    const { status } = await agent.put(`/carts/${retried.id}`, {
      id: retried.id,
      ...lineItems([[mug.id, 2]]),
    });
    assert.equal(status, 200);
    interruption.release();
    await cutOff;
    assert.deepEqual(await create(), retried);
  });

  it('refuses another request under the key of one that was cut off', async () => {
    const mug = await findVariant(agentOf(running.baseUrl, slug), 'mug');
    const key = randomUUID();
    const create = (quantity: number) =>
      ucpAgentOf({ slug, running }).keyed('/carts', lineItems([[mug.id, quantity]]), key);
    interruption = brokenOff();
    interruption.hold('cart/create');
    const cutOff = create(1);
    await interruption.reached;
    interruption.letOthersPass();
    running.advance(LEASE_MS);
    assert.equal((await create(2)).status, 409);
    interruption.release();
    assert.equal((await create(1)).body.id, (await cutOff).body.id);
  });
});
