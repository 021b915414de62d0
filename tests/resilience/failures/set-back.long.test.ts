import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createIdempotencyRecordRepository } from '../../../src/storage/repositories/jobs/idempotency-records.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { merchantOf, PASSWORD, signUp } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { newCode, openSite, siteIsPaired, stateOf, typeCode } from '../../integration/pairing/at-pairing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

withService('a clock that was ahead, and is set back', (running) => {
  const merchant = forSuite(() => signUp(running));
  before(() => running.settle());
  // Sites of earlier tests are closed.
  beforeEach(expectFailingJobs);

  async function whileAhead(ms: number, act: () => Promise<void>): Promise<void> {
    running.advance(ms);
    try {
      await act();
    } finally {
      running.advance(-ms);
    }
  }

  it('ends a login throttle after its usual duration', async () => {
    const { email } = merchant.account;
    const stranger = merchantOf(running);
    const signIn = (password: string) => stranger.post('/sign-in', { email, password });
    await whileAhead(5 * HOUR_MS, async () => {
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await signIn('wrong guess')).status, 401);
      assert.equal((await signIn(PASSWORD)).status, 429);
    });
    const refused = await signIn(PASSWORD);
    assert.equal(refused.status, 429, 'the guesses still count');
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 15 * 60, `Retry-After ${seconds}`);
    running.advance(15 * MINUTE_MS);
    assert.equal((await signIn(PASSWORD)).status, 200);
  });

  it('expires pairing codes of the earlier time and accepts a new one', async (t) => {
    const site = await openSite();
    t.after(() => site.close());
    let early = { id: '', code: '', expires_at: '' };
    await whileAhead(HOUR_MS, async () => {
      early = await newCode(merchant);
      assert.equal((await stateOf(merchant, early)).status, 'waiting');
    });
    assert.equal((await stateOf(merchant, early)).status, 'expired');
    assert.equal((await typeCode(site, running.baseUrl, early.code)).ok, false);
    const fresh = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, fresh.code)).ok, true);
  });

  it('sends an unpair notification without waiting for weeks', async (t) => {
    const site = await openSite();
    t.after(() => site.close());
    assert.equal((await typeCode(site, running.baseUrl, (await newCode(merchant)).code)).ok, true);
    const { store } = await siteIsPaired(site);
    site.control.inject({ kind: 'down', operation: 'POST /unpair' });
    await whileAhead(6 * DAY_MS, async () => {
      assert.equal((await merchant.post(`/stores/${store?.slug}/disconnect`, {})).status, 200);
      await running.settle();
      assert.equal((await siteIsPaired(site)).paired, true, 'it could not be told');
    });
    site.control.clearFaults();
    await running.settle();
    assert.equal((await siteIsPaired(site)).paired, false);
  });

  it('runs recurring jobs without waiting for a year', async () => {
    await whileAhead(365 * DAY_MS, () => running.settle());
    await running.settle();
    const stores = (await storedRows(running.databaseUrl)).jobs ?? [];
    assert.ok(stores.length > 0);
    const latest = Date.now() + 2 * DAY_MS;
    for (const row of stores) {
      const { run_at: runAt, kind } = JSON.parse(String(row)) as { run_at: string; kind: string };
      assert.ok(Date.parse(runAt) <= latest, `${kind} waits until ${runAt}`);
    }
  });

  it('frees the key of a process that died ahead of time, and keeps that of a live one', async () => {
    const store = (await running.service.stores.find('demo-shopify')) ?? assert.fail();
    await using other = await openDatabase(running.databaseUrl);
    const answers = createIdempotencyRecordRepository({
      database: other,
      sealing: createSealing(SECRET_KEY),
    });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const row = { id: randomUUID(), storeId: store.id, request: 'the same', resourceId: randomUUID() };
    const lease = (ahead: number) => ({ owner: randomUUID(), now: at(ahead), until: at(ahead + MINUTE_MS) });
    assert.equal((await answers.claim(row, lease(HOUR_MS))).state, 'ours');
    assert.equal((await answers.claim(row, lease(0))).state, 'ours', 'an hour ahead is no time to wait for');
    assert.equal((await answers.claim(row, lease(0))).state, 'busy');
  });
});
