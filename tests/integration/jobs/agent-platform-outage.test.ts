import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CommerceError } from '../../../src/commerce/errors.ts';
import { DELIVER_EVENTS } from '../../../src/commerce/job/job-names.ts';
import type { Store } from '../../../src/commerce/store/store.ts';
import { type Delivering, deliverEvents } from '../../../src/jobs/deliver-events.ts';
import type { OrderMessage } from '../../../src/storage/repositories/events/outbox.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { tasksAtHand } from './test-jobs.ts';

const ORDERS = 60;
const MINUTE_MS = 60_000;

onEveryDatabase('order events to agent platforms of one host', (database) => {
  it('probes a failing host once for each backoff during an outage, and delivers all order events afterwards', async (t) => {
    const hand = await tasksAtHand(await database.migrated());
    let isDown = true;
    const delivered: string[] = [];
    const calls = { failing: 0, other: 0 };
    const waiting = new Map<string, OrderMessage>();
    const enqueue = async (orderId: string) => {
      waiting.set(orderId, {
        receiver: 'agent_platform',
        ...{ id: orderId, messageId: orderId, subject: orderId, attempts: 0, history: [] },
        agentProfile: `https://${orderId === 'elsewhere' ? 'other' : 'failing'}.example/${orderId}`,
        ...{ occurredAt: hand.at(), nextAttemptAt: hand.at() },
      } as unknown as OrderMessage);
      await hand.jobs.enqueue({ storeId: hand.storeId, kind: DELIVER_EVENTS, subject: orderId }, hand.at());
    };
    const delivering = {
      stores: { findById: async () => ({ slug: 'store', disconnectedAt: null }) as Store },
      eventEndpoints: { find: async () => undefined },
      outages: hand.outages,
      outbox: {
        next: async (_storeId: string, orderId: string) => [waiting.get(orderId)].filter(Boolean),
        async markDelivered({ id }: OrderMessage) {
          delivered.push(id);
          waiting.delete(id);
        },
        async postpone(message: OrderMessage, _attempt: unknown, nextAttemptAt: string) {
          waiting.set(message.id, { ...message, attempts: message.attempts + 1, nextAttemptAt });
        },
      },
      notifyAgentPlatform: async (_context: unknown, { id }: OrderMessage) => {
        calls[id === 'elsewhere' ? 'other' : 'failing'] += 1;
        if (isDown && id !== 'elsewhere') throw new CommerceError('platform_unavailable', 'It answered 500.');
      },
      now: hand.now,
      log: () => undefined,
    } as unknown as Delivering;
    const kinds = { [DELIVER_EVENTS]: { run: deliverEvents(delivering), lane: 'delivering' as const } };
    const runner = hand.runner(kinds, { onError: () => undefined });
    t.after(() => hand.close());

    for (let order = 0; order < ORDERS; order += 1) await enqueue(String(order));
    await enqueue('elsewhere');
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
    assert.deepEqual(await hand.jobs.listOfStore(hand.storeId), []);
  });
});
