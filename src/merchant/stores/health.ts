import { z } from 'zod';
import { CHECK_ACCESS, CHECK_DOMAIN, CHECK_SHOP, CHECK_SUBSCRIPTIONS } from '../../commerce/job/job-names.ts';
import { HEALTH_ASPECTS, HEALTH_STATES, pickWorstState } from '../../commerce/store/health.ts';
import { FAILURE_CAUSES } from '../../commerce/store/shop-failure.ts';
import type { Store } from '../../commerce/store/store.ts';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import { type HealthReading, readHealth, recordHealth } from '../../operations/store/health.ts';
import { forStore } from '../action.ts';
import { format, toCsvReply } from '../csv.ts';
import { instantOrNull, textOrNull } from '../fields.ts';
import { listEveryRow } from '../lists.ts';
import { type DomainOf, toWire } from '../to-wire.ts';
import { type AtStore, getNow, type MerchantContext, mustBeConnected } from '../visit.ts';

const healthState = z
  .enum(HEALTH_STATES)
  .describe(
    'waiting: nothing is known or set up yet. warning: incomplete. failing: agents or the merchant lose something now.',
  );

const aspectWire = z.object({
  aspect: z
    .enum(HEALTH_ASPECTS)
    .describe(
      'shop: it answers. access: it accepts the credentials with all scopes. events: its webhooks arrive. catalog: the copy is fresh. discovery: agents find the store on its domains.',
    ),
  state: healthState,
  since: z.iso.datetime(),
  reason: textOrNull,
  remedy: textOrNull,
  recovering_since: instantOrNull.describe(
    'Time since which the fault is over. The state follows once that has held for two minutes.',
  ),
});

const outageWire = z.object({
  cause: z
    .enum(FAILURE_CAUSES)
    .nullable()
    .describe(
      'dns, refused, tls, timeout, reset, address: no answer of the shop. throttled, status, unreadable, closed: an answer that is no help. credentials, permission: it refuses the access. Null: the shop was too slow to be asked.',
    ),
  host: textOrNull.describe('Host that was called.'),
  began_at: z.iso.datetime(),
  tried_at: z.iso.datetime().describe('Last attempt.'),
  next_try_at: z.iso.datetime(),
});

const knownHealthWire = z.object({
  state: z.enum(HEALTH_STATES).exclude(['waiting']).describe('The worst of all aspects.'),
  since: instantOrNull.describe('Null while the store is healthy.'),
  aspects: z.array(aspectWire),
  outage: outageWire.nullable().describe('Last failure of a shop that does not answer as it should.'),
  last_event_at: instantOrNull.describe('Last webhook with a valid signature.'),
  testing: z.boolean().describe('True while a requested test is due or running.'),
});

export const healthWire = knownHealthWire
  .nullable()
  .describe('Null for a disconnected store. A state is shown once it has held for a minute or more.');

const healthChangeWire = z.object({
  aspect: z.enum(HEALTH_ASPECTS),
  from: healthState,
  to: healthState,
  since: z.iso.datetime(),
  at: z.iso.datetime().describe('Time from which the state had held long enough to be reported.'),
  reason: textOrNull,
  remedy: textOrNull,
});

const healthReply = z.object({
  health: healthWire,
  changes: z.array(healthChangeWire).describe('The last 20, newest first.'),
});

/** Returns the present health by store id; a disconnected store has none. */
export async function findHealth(context: MerchantContext, stores: readonly Store[]) {
  const now = context.now();
  const ids = stores.map(({ id }) => id);
  const readings = await readHealth(context, ids, now);
  return new Map(readings.map((reading) => [reading.facts.storeId, toHealth(reading, now)]));
}

const MAX_CHANGES = 20;

async function findHealthWithChanges({ context, store }: AtStore) {
  const [health, changes] = await Promise.all([
    findHealth(context, [store]),
    context.storeHealth.changesOf(store.id, MAX_CHANGES),
  ]);
  return { health: health.get(store.id) ?? null, changes };
}

function toHealth(reading: HealthReading, now: number): DomainOf<typeof knownHealthWire> {
  const { facts, current } = reading;
  const aspects = HEALTH_ASPECTS.map((aspect) => {
    const { pendingState, pendingSince, ...health } = current[aspect];
    return { aspect, ...health, recoveringSince: pendingState === 'ok' ? pendingSince : null };
  });
  const state = pickWorstState(aspects.map((each) => each.state));
  const worst = aspects.filter((each) => each.state === state);
  const [since = null] = state === 'ok' ? [] : worst.map((each) => each.since).toSorted();
  const { outage, lastVerifiedEventAt } = facts;
  return {
    state,
    since,
    aspects,
    outage: outage && { ...outage, triedAt: outage.failedAt },
    lastEventAt: lastVerifiedEventAt,
    testing: isTesting(reading, now),
  };
}

const MAX_TEST_MS = 2 * MINUTE_MS;

function isTesting({ facts, current }: HealthReading, now: number): boolean {
  const { testedAt } = current.shop;
  if (testedAt === null || now - Date.parse(testedAt) > MAX_TEST_MS) return false;
  // After a failed probe the other checks wait for the end of the outage.
  if (facts.outage && facts.outage.failedAt > testedAt) return false;
  const checks = facts.jobs.filter(({ kind }) => kind === CHECK_ACCESS || kind === CHECK_SUBSCRIPTIONS);
  return checks.some(({ running, runAt }) => running || Date.parse(runAt) <= now);
}

export const healthEndpoints = [
  forStore({
    id: 'getStoreHealth',
    route: 'GET /stores/{slug}/health',
    summary:
      'Returns the state of the connection in each direction, since when and why, and its last changes.',
    input: z.object({ format: format.format.describe('csv: all changes of the last 90 days as a file.') }),
    output: healthReply,
    async reply(visit, input) {
      const { context, store } = visit;
      if (input.format === 'json') return { body: toWire(healthReply, await findHealthWithChanges(visit)) };
      const changes = listEveryRow((page) => context.storeHealth.listChanges(store.id, page));
      return toCsvReply(`${store.slug}-health-changes`, healthChangeWire, changes);
    },
  }),

  forStore({
    id: 'testStoreHealth',
    route: 'POST /stores/{slug}/health/test',
    outbound: true,
    summary:
      'Tests the shop, its credentials, its webhooks and its domains now. Results arrive within seconds; until then `testing` is true.',
    output: healthReply,
    command: {
      name: 'stores test',
      summary: 'Test the shop of a store, its credentials, its webhooks and its domains',
      jobs: [CHECK_SHOP, CHECK_ACCESS, CHECK_SUBSCRIPTIONS, CHECK_DOMAIN],
      prints: {
        done: (_, { slug }, { commandOf }) => `${slug} is tested. See: ${commandOf(`stores show ${slug}`)}`,
      },
    },
    inBulk: {
      id: 'testStores',
      route: 'POST /stores/test',
      summary: 'Test the shops of stores',
      example: 'test --label berlin',
      describeOutcome: () => [true, 'Test started.'],
    },
    /** Enqueues a test of every aspect, whose results count at once. Safe to repeat. */
    async run(visit) {
      mustBeConnected(visit);
      const { context, store } = visit;
      const { jobs, storeHealth, customDomains } = context;
      const nowMs = context.now();
      const now = getNow(visit);
      await recordHealth(context, await readHealth(context, [store.id], nowMs), nowMs);
      await storeHealth.noteTest(store.id, now);
      const domains = await customDomains.listOfStore(store.id);
      const checks = [
        { kind: CHECK_SHOP, subject: 'test' },
        { kind: CHECK_ACCESS },
        { kind: CHECK_SUBSCRIPTIONS },
        ...domains.map(({ id }) => ({ kind: CHECK_DOMAIN, subject: id })),
      ];
      for (const check of checks) await jobs.enqueue({ storeId: store.id, isUrgent: true, ...check }, now);
      context.wake();
      return findHealthWithChanges(visit);
    },
  }),
];
