import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type AspectHealth,
  nextHealth,
  pickWorstState,
  toUnknownHealth,
} from '../../../src/commerce/store/health.ts';
import { observeHealth } from '../../../src/operations/store/health.ts';
import type { Job } from '../../../src/storage/repositories/jobs/job-queue.ts';
import type { HealthFacts } from '../../../src/storage/repositories/stores/health-facts.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(NOW + ms).toISOString();

describe('a change of health', () => {
  const ok: AspectHealth = { ...toUnknownHealth(at(-HOUR_MS)), state: 'ok' };

  it('delays a change of health until the new state has held, and dates it from its first sign', () => {
    const first = nextHealth(ok, { state: 'failing', reason: 'down' }, at(0));
    assert.deepEqual([first.state, first.pendingState], ['ok', 'failing']);
    const early = nextHealth(first, { state: 'failing', reason: 'down' }, at(59_000));
    assert.equal(early.state, 'ok');
    const health = nextHealth(early, { state: 'failing', reason: 'down' }, at(60_000));
    assert.deepEqual([health.state, health.since, health.pendingState], ['failing', at(0), null]);
  });

  it('drops a pending change of health when the old state returns', () => {
    const first = nextHealth(ok, { state: 'failing' }, at(0));
    const back = nextHealth(first, { state: 'ok' }, at(30_000));
    assert.equal(back.pendingState, null);
    assert.equal(nextHealth(back, { state: 'failing' }, at(70_000)).state, 'ok');
  });

  it('counts from the known begin of a fault', () => {
    const outage = { state: 'failing', since: at(-90_000) } as const;
    assert.equal(nextHealth(ok, outage, at(0)).since, at(-90_000));
  });

  it('changes health at once after a requested test, and for a first success', () => {
    assert.equal(nextHealth({ ...ok, testedAt: at(-5_000) }, { state: 'failing' }, at(0)).state, 'failing');
    assert.equal(nextHealth(toUnknownHealth(at(0)), { state: 'ok' }, at(0)).state, 'ok');
    assert.equal(nextHealth(toUnknownHealth(at(0)), { state: 'failing' }, at(0)).state, 'waiting');
  });

  it('keeps the health unchanged while an outage hides the aspect', () =>
    assert.equal(nextHealth({ ...ok, state: 'warning' }, undefined, at(HOUR_MS)).state, 'warning'));

  it('leads to the worst state of all aspects, with waiting counted as healthy', () => {
    assert.equal(pickWorstState(['ok', 'waiting']), 'ok');
    assert.equal(pickWorstState(['ok', 'warning', 'waiting']), 'warning');
    assert.equal(pickWorstState(['warning', 'failing']), 'failing');
  });
});

describe('the observed health', () => {
  const job = (kind: string, progress: unknown, lastError: string | null = null): Job => ({
    id: kind,
    storeId: 'one',
    kind,
    subject: '',
    attempts: 0,
    progress,
    runAt: at(HOUR_MS),
    lastError,
    running: false,
  });
  const checked = { checkedAt: at(-1), created: [], repaired: [], fine: ['orders'] };
  const healthy: HealthFacts = {
    storeId: 'one',
    platform: 'shopify',
    connectedAt: at(-100 * HOUR_MS),
    outage: null,
    jobs: [job('check_subscriptions', checked)],
    lastImport: { finishedAt: at(-HOUR_MS), limited: null },
    lastVerifiedEventAt: null,
    unverifiedEvents: 0,
    domains: [],
  };
  const domain = {
    id: 'd',
    storeId: 'one',
    name: 'agents.shop.example',
    token: 't',
    createdAt: at(-HOUR_MS),
    verifiedAt: at(-HOUR_MS),
    checkedAt: at(0),
    missingSince: null,
    lostAt: null,
    leadsHere: true,
    error: null,
  };
  const outage = {
    beganAt: at(-60_000),
    failedAt: at(0),
    nextTryAt: at(60_000),
    reason: 'down',
    cause: 'status' as const,
    host: 'shop.example',
  };
  const access = (diagnostics: object[], checkedAt = at(-1)) => [
    ...healthy.jobs,
    job('check_access', { checkedAt, diagnostics, domain: null }),
  ];
  const cases: Record<string, [facts: Partial<HealthFacts>, expected: Record<string, string | undefined>]> = {
    'is ok without any fault': [{}, { shop: 'ok', access: 'ok', events: 'ok', catalog: 'ok' }],
    'shows an outage as the shop’s, and hides access and events': [
      { outage },
      { shop: 'failing', access: undefined, events: undefined, catalog: 'ok' },
    ],
    'shows refused credentials as the access’s': [
      { outage: { ...outage, cause: 'credentials' } },
      { shop: 'ok', access: 'failing' },
    ],
    'shows a missing scope': [
      { jobs: access([{ level: 'problem', title: 'no scope' }]) },
      { access: 'failing' },
    ],
    'shows what a missing optional scope costs': [
      { jobs: access([{ level: 'warning', title: 'no stock' }]) },
      { access: 'warning' },
    ],
    'ignores a report about earlier credentials': [
      { jobs: access([{ level: 'problem', title: 'no scope' }], at(-101 * HOUR_MS)) },
      { access: 'ok' },
    ],
    'warns when webhooks cannot be sent here': [
      { jobs: [job('check_subscriptions', { checkedAt: at(-1), skipped: 'unreachable' })] },
      { events: 'warning' },
    ],
    'warns when the credentials allow no webhooks': [
      { jobs: [job('check_subscriptions', { checkedAt: at(-1), created: [], repaired: [], fine: [] })] },
      { events: 'warning' },
    ],
    'warns when the subscriptions cannot be repaired': [
      { jobs: [job('check_subscriptions', checked, 'refused')] },
      { events: 'warning' },
    ],
    'warns of wrong signatures when no event was verified for a day': [
      { unverifiedEvents: 5 },
      { events: 'warning' },
    ],
    'does not believe forged events beside verified ones': [
      { unverifiedEvents: 50, lastVerifiedEventAt: at(-HOUR_MS) },
      { events: 'ok' },
    ],
    'warns of a late sync': [
      { lastImport: { finishedAt: at(-40 * HOUR_MS), limited: null } },
      { catalog: 'warning' },
    ],
    'fails for a stale copy': [
      { lastImport: { finishedAt: at(-80 * HOUR_MS), limited: null } },
      { catalog: 'failing' },
    ],
    'warns of an incomplete copy': [
      { lastImport: { finishedAt: at(-HOUR_MS), limited: 'too many' } },
      { catalog: 'warning' },
    ],
    'waits for the first import': [{ lastImport: null, connectedAt: at(-HOUR_MS) }, { catalog: 'waiting' }],
    'fails when the first import never ended': [{ lastImport: null }, { catalog: 'failing' }],
    'waits for a domain': [{}, { discovery: 'waiting' }],
    'is ok with a live domain': [{ domains: [domain] }, { discovery: 'ok' }],
    'warns of a domain that points elsewhere': [
      { domains: [{ ...domain, leadsHere: false }] },
      { discovery: 'warning' },
    ],
    'warns of a missing DNS record': [
      { domains: [{ ...domain, missingSince: at(-HOUR_MS) }] },
      { discovery: 'warning' },
    ],
    'fails for a lost domain, whatever the others do': [
      { domains: [domain, { ...domain, verifiedAt: null, lostAt: at(0) }] },
      { discovery: 'failing' },
    ],
    'warns when the shop’s own domain no longer leads here': [
      {
        jobs: [
          job('check_access', {
            checkedAt: at(0),
            diagnostics: [],
            domain: { name: 'shop.example', ok: false },
          }),
        ],
      },
      { discovery: 'warning' },
    ],
  };
  for (const [title, [facts, expected]] of Object.entries(cases))
    it(title, () => {
      const observed: Record<string, { state: string } | undefined> = observeHealth(
        { ...healthy, ...facts },
        NOW,
      );
      const states = Object.keys(expected).map((aspect) => [aspect, observed[aspect]?.state]);
      assert.deepEqual(Object.fromEntries(states), expected);
    });
});
