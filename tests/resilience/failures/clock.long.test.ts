import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { bodyOf, pay } from '../../../testing/agent.ts';
import { onEveryDatabase, type Somewhere } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';
import { openPlaces, type Place } from './place.ts';
import { type ShiftedClock, shiftedClock } from './shifted-clock.ts';

const HOUR_MS = 60 * 60_000;

onEveryDatabase('a clock that jumps', (database) => {
  let running: TestService;
  let clock: ShiftedClock;
  let places: Place[];

  before(async () => {
    clock = shiftedClock();
    running = await startTestService({ database });
    places = await openPlaces(running, await signUp(running), PLATFORMS);
  });
  after(async () => {
    clock.restore();
    await running.close();
    for (const { shop } of places) await shop.close();
  });

  for (const [index, platform] of PLATFORMS.entries())
    describe(platform, () => {
      const place = () => places[index] ?? assert.fail('the shop is open');

      /** Runs `work` hours ahead, then corrects the clock. */
      async function whileAhead(hours: number, act: () => Promise<void>): Promise<void> {
        clock.set(hours * HOUR_MS);
        try {
          await act();
        } finally {
          clock.set(-hours * HOUR_MS);
        }
      }

      it('closes the circuit of a store in time when set back while it is open', async () => {
        expectFailingJobs();
        const { shop, agent, mug } = place();
        shop.control.inject({ kind: 'server_error' });
        await whileAhead(3, async () => {
          await Promise.all(Array.from({ length: 10 }, () => agent.createSession([mug.id])));
          shop.control.clearFaults();
          assert.equal((await agent.createSession([mug.id])).status, 503, 'it is left alone');
        });
        clock.pass(6_000);
        assert.equal((await agent.createSession([mug.id])).status, 201, 'five seconds are five seconds');
      });

      it('lets a session created ahead of time be paid and completed', async () => {
        const { agent, mug } = place();
        const key = { 'idempotency-key': randomUUID() };
        await whileAhead(4, async () => {
          bodyOf(201, await agent.createSession([mug.id], {}, key));
        });
        const body = bodyOf(200, await agent.createSession([mug.id], {}, key));
        assert.equal((await agent.replaceLines(body.id, [[mug.id, 2]])).status, 200);
        await pay(body);
        assert.equal((await agent.complete(body.id)).body.payment, 'verified');
      });

      it('takes over the lease of a process that died ahead of time', async () => {
        const { agent, mug, storeId } = place();
        const { body } = await agent.createSession([mug.id]);
        const { jobs, context } = running.service;
        const kind = 'refresh_product';
        await jobs.enqueue({ storeId, kind, subject: mug.productId }, new Date(Date.now()).toISOString());
        await whileAhead(5, async () => {
          const now = new Date(Date.now()).toISOString();
          const lease = { owner: randomUUID(), now, until: new Date(Date.now() + 60_000).toISOString() };
          assert.ok(await context.sessions.lease(storeId, body.id, lease));
          assert.ok(await jobs.lease(lease, [kind]));
        });
        assert.equal((await agent.replaceLines(body.id, [[mug.id, 2]])).status, 200);
        await running.service.runnerOf([kind]).drain();
        const left = (await jobs.listOfStore(storeId)).filter((job) => job.kind === kind);
        assert.deepEqual(left, []);
      });

      it('records the order of a session that seemed expired', async () => {
        const { agent, mug } = place();
        const { body } = await agent.createSession([mug.id]);
        await whileAhead(8, async () => {
          await running.service.backgroundWork.drain();
          assert.equal((await agent.readSession(body.id)).body.status, 'failed');
        });
        await pay(body);
        const order = place()
          .shop.control.orders()
          .find(({ sessionId }) => sessionId === body.id);
        const read = await agent.readOrder(String(order?.id));
        assert.equal(read.body.payment, 'verified', 'what was bought is known');
        assert.equal((await agent.createSession([mug.id])).status, 201);
      });

      it('applies a shop’s changes after its catalog was imported ahead of time', async () => {
        const { shop, slug, storeId } = place();
        const at: Somewhere = { slug, platform, agent: place().agent, running };
        await whileAhead(30, () => running.service.backgroundWork.drain());
        const product =
          shop.control.products.find(({ title }) => /mug/i.test(title)) ?? assert.fail('no mug');
        product.title = `${product.title} of today`;
        const subject = `gid://${platform}/Product/${product.id}`;
        const now = new Date().toISOString();
        await running.service.jobs.enqueue({ storeId, kind: 'refresh_product', subject }, now);
        await running.service.backgroundWork.drain();
        assert.equal(await copyOfStore(at, place(), product.id), product.title);
      });

      it('runs a job in time whose retry was scheduled ahead of time', async () => {
        expectFailingJobs();
        const { shop, storeId } = place();
        const kind = 'refresh_order';
        const number = await boughtOrder(place());
        // A webhook of the order would ask for the same job again.
        await running.settle();
        const subject = `gid://${platform}/Order/${number}`;
        shop.control.inject({ kind: 'malformed' });
        await whileAhead(5, async () => {
          await running.service.jobs.enqueue({ storeId, kind, subject }, new Date(Date.now()).toISOString());
          await running.service.backgroundWork.drain();
        });
        shop.control.clearFaults();
        await running.settle();
        const left = (await running.service.jobs.listOfStore(storeId)).filter((job) => job.kind === kind);
        assert.deepEqual(left, []);
      });
    });
});

async function boughtOrder({ agent, mug, shop }: Place): Promise<number> {
  const { body } = await agent.createSession([mug.id]);
  await pay(body);
  const order = shop.control.orders().find(({ sessionId }) => sessionId === body.id);
  return order?.id ?? assert.fail('the shop has the order');
}

async function copyOfStore(at: Somewhere, place: Place, productId: number): Promise<string | undefined> {
  const { products } = at.running.service;
  const copy = await products.findByIds(place.storeId, [`gid://${at.platform}/Product/${productId}`]);
  return copy.products[0]?.title;
}
