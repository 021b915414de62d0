import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { startTestService } from '../../../testing/test-service.ts';

onEveryDatabase('a change whose end the database refuses', (database) => {
  let interruption = brokenOff();
  const running = forSuite(() =>
    startTestService({
      database,
      overrides: { fetch: (input, init) => interruptedBy(interruption)(input, init) },
    }),
  );
  const agent = () => agentOf(running.baseUrl, 'demo-woocommerce');

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
});
