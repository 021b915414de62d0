import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { bodyOf, findVariant } from '../../testing/agent.ts';
import { everywhere, type Somewhere } from '../../testing/everywhere.ts';

const CART_CALL: Record<string, string> = { shopify: 'CreateCart', woocommerce: 'POST /cart/create' };

function cartsMade(at: Somewhere): number {
  return at.running.shop(at.slug).control.calls()[CART_CALL[at.platform] ?? ''] ?? 0;
}

function withKey(key: string): Record<string, string> {
  return { 'idempotency-key': key };
}

everywhere('idempotency', (at) => {
  it('replays the session of a known key for any body [CHK-2]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const lamp = await findVariant(at.agent, 'lamp');
    const key = withKey(randomUUID());
    const first = bodyOf(201, await at.agent.createSession([mug.id], {}, key));
    const again = await at.agent.createSession([lamp.id], {}, key);
    assert.deepEqual(bodyOf(200, again), { ...first, replayed: true });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  it('makes one session and one platform cart of raced creates [CHK-16]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    at.running.shop(at.slug).control.resetCalls();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => at.agent.createSession([mug.id], {}, key)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(11).fill(200), 201]);
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    for (const { body } of answers) assert.equal(body.status, 'requires_escalation');
    assert.equal(cartsMade(at), 1);
  });

  it('makes a new session each time without a key', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const [one, two] = await Promise.all([
      at.agent.createSession([mug.id]),
      at.agent.createSession([mug.id]),
    ]);
    assert.deepEqual([one.status, two.status], [201, 201]);
    assert.notEqual(one.body.id, two.body.id);
  });

  it('creates a new session when the idempotency key belongs to a failed session [CHK-14]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    const first = await at.agent.createSession([mug.id], {}, key);
    await at.agent.cancel(first.body.id);
    assert.notEqual(bodyOf(201, await at.agent.createSession([mug.id], {}, key)).id, first.body.id);
  });

  it('counts a completed session as a match', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    const first = await at.agent.createSession([mug.id], {}, key);
    await at.agent.complete(first.body.id);
    assert.equal(bodyOf(200, await at.agent.createSession([mug.id], {}, key)).status, 'completed');
  });

  it('frees the key when the items are refused [CHK-19]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    const unknown = await at.agent.createSession([`gid://${at.platform}/ProductVariant/999999999`], {}, key);
    assert.equal(unknown.status, 400);
    assert.equal((await at.agent.createSession([mug.id], {}, key)).status, 201);
  });

  it('frees the key when the platform fails, and says when to try again [CHK-18]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    const { control } = at.running.shop(at.slug);
    control.inject({ kind: 'throttled' });
    const refused = await at.agent.createSession([mug.id], {}, key);
    control.clearFaults();
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await at.agent.createSession([mug.id], {}, key)).status, 201);
  });

  it('expires a session after 6 hours: failed when read, its key free, complete refused [CHK-20]', async () => {
    const mug = await findVariant(at.agent, 'mug');
    const key = withKey(randomUUID());
    const { body: session } = await at.agent.createSession([mug.id], {}, key);
    at.running.advance(6 * 60 * 60 * 1000 + 1000);
    const { body } = await at.agent.readSession(session.id);
    assert.partialDeepStrictEqual(body, { status: 'failed', totals: { total: 0 } });
    assert.equal((await at.agent.complete(session.id)).status, 409);
    assert.equal((await at.agent.cancel(session.id)).status, 200);
    assert.notEqual(bodyOf(201, await at.agent.createSession([mug.id], {}, key)).id, session.id);
  });
});
