import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { pay } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';
import { eventOf, post } from '../../integration/webhooks/shop-side.ts';
import { TASKS, type TaskDay } from './expected-tasks.ts';
import { BAD_DAYS, befalls, saysOf } from './faults.ts';
import { openPlaces, type Place } from './place.ts';
import { type ShiftedClock, shiftedClock } from './shifted-clock.ts';

const KINDS = ['refresh_order', 'check_subscriptions', 'import_products'] as const;
const HOURS_MS = 26 * 60 * 60_000;
const CONCURRENCY = 8;

type Bystander = { day: TaskDay; place: Place; order: number; webhook: number };

/** Background jobs during each fault and after it. */
export function inTheBackground(
  database: TestDatabase,
  days: readonly TaskDay[],
  settings: Record<string, string> = {},
): void {
  let running: TestService;
  let clock: ShiftedClock;
  const all: Bystander[] = [];

  beforeEach(expectFailingJobs);
  before(async () => {
    clock = shiftedClock();
    running = await startTestService({ database, settings });
    const cases = days.flatMap((day) =>
      PLATFORMS.filter((platform) => befalls(day, platform)).map((platform) => ({ day, platform })),
    );
    const places = await openPlaces(
      running,
      await signUp(running),
      cases.map(({ platform }) => platform),
    );
    for (const [index, { day }] of cases.entries()) {
      const place = places[index] ?? assert.fail('the shop is open');
      all.push({ day, place, order: await boughtOrder(place), webhook: 0 });
    }
    for (const each of all) await sufferAndReport(running, each);
    await workOff(running, all);
  });
  after(async () => {
    clock.restore();
    await running.close();
    for (const { place } of all) await place.shop.close();
  });

  for (const day of days)
    it(`a shop that ${saysOf(day)} is waited for`, async () => {
      const concerned = all.filter((each) => each.day === day);
      assert.ok(concerned.length > 0);
      for (const { place, webhook } of concerned) {
        assert.equal(webhook, 200, 'a webhook is taken, whatever the shop does');
        for (const kind of KINDS)
          assert.equal(await stateOf(place, kind), TASKS[kind][day], `${place.platform} ${kind}`);
        assert.ok((await place.running.service.products.findLastImport(place.storeId)) !== undefined);
      }
    });

  it('completes all background work once the shops are back', async () => {
    for (const { place } of all) place.shop.control.clearFaults();
    clock.pass(HOURS_MS);
    await workOff(running, all);
    for (const { place, order, day } of all) {
      for (const kind of KINDS) assert.equal(await stateOf(place, kind), 'done', `${day} ${kind}`);
      const row = await running.service.context.orders.ofPlatformNumber(place.storeId, String(order));
      assert.equal(row?.payment, 'verified', day);
    }
  });
}

async function boughtOrder({ agent, mug, shop }: Place): Promise<number> {
  const { body } = await agent.createSession([mug.id]);
  await pay(body);
  const order = shop.control.orders().find(({ sessionId }) => sessionId === body.id);
  return order?.id ?? assert.fail('the shop has the order');
}

/** Each job meets its own fault: a fault of a single call would be used up by the first job. */
async function sufferAndReport({ service, baseUrl }: TestService, each: Bystander): Promise<void> {
  const { place, order, day } = each;
  const { storeId, shop } = place;
  const now = new Date().toISOString();
  for (const kind of ['check_subscriptions', 'import_products'])
    await service.jobs.enqueue({ storeId, kind }, now);
  for (const operation of FIRST_CALLS[place.platform])
    shop.control.inject({ ...BAD_DAYS[day].fault, operation });
  const webhookSecret = await service.stores.findWebhookSecret(storeId);
  const side = { ...place, credentials: shop.credentials, url: shop.url, webhookSecret };
  each.webhook = await post(eventOf(side, baseUrl, { order }));
}

const FIRST_CALLS = {
  shopify: ['ReadOrder', 'ListWebhooks', 'ListProducts'],
  woocommerce: ['GET /orders/:id', 'GET /webhooks', 'GET /products'],
} as const;

/** Each kind runs alone: during an outage one job would probe the shop for all of them. */
async function workOff({ service }: TestService, all: readonly Bystander[]): Promise<void> {
  for (const kind of KINDS) {
    const runners = Array.from({ length: CONCURRENCY }, () => service.runnerOf([kind]));
    await Promise.all(runners.map((runner) => runner.drain()));
    const now = new Date().toISOString();
    for (const { place } of all) await service.jobs.endShopOutage(place.storeId, now);
  }
}

/** `waits`: failed with a message for people, and retried automatically. */
async function stateOf({ running, storeId }: Place, kind: string): Promise<string> {
  const job = (await running.service.jobs.listOfStore(storeId)).find((each) => each.kind === kind);
  if (!job || job.lastError === null) return job?.running ? 'running' : 'done';
  assert.notEqual(job.lastError, 'Internal error');
  assert.ok(job.attempts >= 1 && !job.running);
  return 'waits';
}
