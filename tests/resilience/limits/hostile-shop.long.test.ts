import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { bodyOf, type ErrorBody, findVariant } from '../../../testing/agent.ts';
import { everywhere } from '../../../testing/everywhere.ts';

/** More than the call slots of one store, so that a lost slot shows. */
const CHANGES = 25;

everywhere('a shop that answers 101 to changes', (at) => {
  let item: string;
  before(async () => {
    item = (await findVariant(at.agent, 't')).id;
  });
  afterEach(() => at.running.shop(at.slug).control.clearFaults());
  const switchProtocols = () => at.running.shop(at.slug).control.inject({ kind: 'switched_protocols' });

  it('fails a change of a cart as an unusable answer, and frees its lease', async () => {
    const cart = bodyOf(201, await at.agent.createCart([item]));
    switchProtocols();
    const failed = await at.agent.replaceCartLines(cart.id, [[item, 2]]);
    assert.deepEqual([failed.status, (failed.body as never as ErrorBody).code], [502, 'platform_error']);
    at.running.shop(at.slug).control.clearFaults();
    const changed = bodyOf(200, await at.agent.replaceCartLines(cart.id, [[item, 2]]));
    assert.equal(changed.line_items[0]?.quantity, 2);
  });

  it('fails every new session, and frees all slots and keys', async () => {
    switchProtocols();
    const headers = (number: number) => ({ 'idempotency-key': `switched-${number}` });
    const create = (number: number) => at.agent.createSession([item], {}, headers(number));
    const failed = await Promise.all(Array.from({ length: CHANGES }, (_, number) => create(number)));
    for (const { status, body } of failed) assert.ok([502, 503].includes(status), JSON.stringify(body));
    at.running.shop(at.slug).control.clearFaults();
    let answer = await create(0);
    // The circuit stays open for some seconds.
    for (let tries = 0; tries < 200 && answer.status === 503; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await create(0);
    }
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const rest = await Promise.all(Array.from({ length: CHANGES - 1 }, (_, number) => create(number + 1)));
    assert.deepEqual([...new Set(rest.map(({ status }) => status))], [201]);
  });
});
