import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { startTestService } from '../../../testing/test-service.ts';

/** Longer than the lease of a change. */
const LEASE_MS = 60_000;

const SLUG = 'demo-woocommerce';

onEveryDatabase('a change whose end the database refuses', (database) => {
  let interruption = brokenOff();
  const running = forSuite(() =>
    startTestService({
      database,
      overrides: { fetch: (input, init) => interruptedBy(interruption)(input, init) },
    }),
  );
  const agent = () => agentOf(running.baseUrl, SLUG);

  /** Answer to a request whose writes after its call of the shop are refused, and those of its lease's release, too. */
  async function refusedAtTheEnd(table: string, request: () => Promise<{ status: number }>): Promise<void> {
    const cut = await cuttingOff(running.databaseUrl, `update on ${table}`, '1 = 1');
    interruption = brokenOff();
    interruption.hold('cart/create');
    const answer = request();
    await interruption.reached;
    await cut.off();
    interruption.letOthersPass();
    interruption.release();
    assert.ok((await answer).status >= 500);
    await cut.on();
    await cut.close();
  }

  it('frees a cart for the next change once the database works again', async () => {
    const mug = await findVariant(agent(), 'mug');
    const { id } = bodyOf(201, await agent().createCart([mug.id]));
    await refusedAtTheEnd('carts', () => agent().replaceCartLines(id, [[mug.id, 2]]));
    const changed = bodyOf(200, await agent().replaceCartLines(id, [[mug.id, 3]]));
    assert.equal(changed.line_items[0]?.quantity, 3);
  });

  it('lets a retry with the same key fill the checkout session once the database works again', async () => {
    const mug = await findVariant(agent(), 'mug');
    const key = randomUUID();
    await refusedAtTheEnd('checkout_sessions', () =>
      agent().createSession([mug.id], {}, { 'idempotency-key': key }),
    );
    const session = bodyOf(200, await agent().createSession([mug.id], {}, { 'idempotency-key': key }));
    assert.equal(session.status, 'requires_escalation');
  });

  it('restores the shop’s cart before it completes a session whose change was cut off', async () => {
    const mug = await findVariant(agent(), 'mug');
    const { id } = bodyOf(201, await agent().createSession([mug.id]));
    const { control } = running.shop(SLUG);
    const pieces = () => control.carts().find(({ sessionId }) => sessionId === id)?.pieces;
    await refusedAtTheEnd('checkout_sessions', () => agent().replaceLines(id, [[mug.id, 2]]));
    assert.equal(pieces(), 2);
    assert.equal(bodyOf(200, await agent().complete(id)).line_items[0]?.quantity, 1);
    assert.equal(pieces(), 1);
  });

  it('leaves the lease of the next change alone when it has lost its own', async () => {
    const mug = await findVariant(agent(), 'mug');
    const { id } = bodyOf(201, await agent().createCart([mug.id]));
    const { carts, stores } = running.service.context;
    const storeId = (await stores.find(SLUG))?.id ?? '';
    const lease = (owner: string) => {
      const [now, until] = [0, LEASE_MS].map((ms) => new Date(running.now() + ms).toISOString());
      return carts.lease(storeId, id, { owner, now: now ?? '', until: until ?? '' });
    };
    interruption = brokenOff();
    interruption.hold('cart/create');
    const late = agent().replaceCartLines(id, [[mug.id, 2]]);
    await interruption.reached;
    running.advance(LEASE_MS);
    assert.ok(await lease('the next change'));
    interruption.release();
    assert.equal((await late).status, 503);
    assert.equal(await lease('a third change'), undefined);
  });
});
