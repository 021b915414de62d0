import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import type { PendingOrderEvent } from '../../../src/storage/repositories/order-event-outbox.ts';
import { runJobs } from '../../../src/jobs/runner.ts';
import { notifyAgentPlatform } from '../../../src/jobs/notify-agent-platform.ts';
import type { JobContext } from '../../../src/jobs/job-context.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { tasksAtHand } from './test-jobs.ts';

const ORDERS = 60;
const MINUTE_MS = 60_000;

onEveryDatabase('order events to agent platforms of one host', (database) => {
  it('are probed once for each backoff during an outage, and all delivered afterwards', async (t) => {
    const hand = await tasksAtHand(await database.fresh());
    let isDown = true;
    const delivered: string[] = [];
    const calls = { failing: 0, other: 0 };
    const eventOf = (orderId: string): PendingOrderEvent | undefined =>
      delivered.includes(orderId)
        ? undefined
        : ({
            id: orderId,
            agentProfile: `https://${orderId === 'elsewhere' ? 'other' : 'failing'}.example/${orderId}`,
            occurredAt: hand.at(),
          } as PendingOrderEvent);
    const context = {
      store: { id: hand.storeId },
      now: hand.now,
      outages: hand.outages,
      outbox: {
        next: async (_storeId: string, orderId: string) => eventOf(orderId),
        markDelivered: async (id: string) => void delivered.push(id),
      },
      notifyAgentPlatform: async (_context: unknown, { id }: PendingOrderEvent) => {
        calls[id === 'elsewhere' ? 'other' : 'failing'] += 1;
        if (isDown && id !== 'elsewhere') throw new CommerceError('platform_unavailable', 'It answered 500.');
      },
    } as unknown as JobContext;
    const runner = runJobs({
      jobs: hand.jobs,
      outages: hand.outages,
      kinds: { deliver: { run: (job) => notifyAgentPlatform(context, job) } },
      now: hand.now,
      newId: randomUUID,
      onError: () => undefined,
      onFailedPoll: (error) => assert.fail(String(error)),
    });
    t.after(async () => {
      await runner.stop();
      await hand.close();
    });

    for (let order = 0; order < ORDERS; order += 1) {
      await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'deliver', subject: String(order) }, hand.at());
    }
    await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'deliver', subject: 'elsewhere' }, hand.at());
    for (let minute = 0; minute < 60; minute += 1) {
      await runner.drain();
      hand.advance(MINUTE_MS);
    }
    assert.ok(calls.failing >= 10 && calls.failing <= 25, `${calls.failing} events in an hour`);
    assert.equal(calls.other, 1);
    assert.deepEqual(delivered, ['elsewhere']);

    isDown = false;
    for (let minute = 0; minute < 60; minute += 1) {
      hand.advance(MINUTE_MS);
      await runner.drain();
    }
    assert.equal(delivered.length, ORDERS + 1);
    assert.deepEqual(await hand.jobs.ofStore(hand.storeId), []);
  });
});
