import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest, forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { storedRows } from '../../../testing/stored.ts';
import { newCode, openService, openSite, pressOnSite, signUp, siteIsPaired, typeCode } from './at-pairing.ts';

onEveryDatabase('unpairing from the service', (database) => {
  let slug: string;
  const running = forSuite(() => openService(database));
  const merchant = forSuite(() => signUp(running));
  const site = forEachTest(() => openSite());
  beforeEach(async () => {
    const { code } = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, code)).ok, true);
    slug = (await siteIsPaired(site)).store?.slug ?? assert.fail('not paired');
  });

  /** Unpair notifications with the keys of their sites. */
  async function unpairNotifications(): Promise<number> {
    const rows = (await storedRows(running.databaseUrl)).service_messages ?? [];
    return rows.map((row) => JSON.parse(String(row))).filter(({ content }) => content !== null).length;
  }

  it('notifies the site when its store is disconnected', async () => {
    assert.equal((await merchant.post(`/stores/${slug}/disconnect`, {})).status, 200);
    await running.settle();
    assert.equal((await siteIsPaired(site)).paired, false);
    assert.equal(await unpairNotifications(), 0);
  });

  it('notifies the site when its store is deleted, also after the site was unreachable', async () => {
    site.control.inject({ kind: 'down', operation: 'POST /unpair' });
    assert.equal((await merchant.delete(`/stores/${slug}`, { confirm: slug })).status, 200);
    await running.settle();
    assert.equal((await siteIsPaired(site)).paired, true);
    assert.equal(await unpairNotifications(), 1);
    site.control.clearFaults();
    running.advance(10 * 60_000);
    await running.settle();
    assert.equal((await siteIsPaired(site)).paired, false);
    assert.equal(await unpairNotifications(), 0, 'the keys are forgotten with it');
  });

  it('notifies a site while another one of the same team is unreachable', async (t) => {
    const other = await openSite();
    t.after(() => other.close());
    assert.equal((await typeCode(other, running.baseUrl, (await newCode(merchant)).code)).ok, true);
    site.control.inject({ kind: 'down', operation: 'POST /unpair' });
    for (const { store } of [{ store: { slug } }, await siteIsPaired(other)])
      assert.equal((await merchant.delete(`/stores/${store?.slug}`, { confirm: store?.slug })).status, 200);
    await running.settle();
    assert.equal((await siteIsPaired(other)).paired, false);
    site.control.clearFaults();
    running.advance(10 * 60_000);
    await running.settle();
    assert.equal((await siteIsPaired(site)).paired, false);
  });

  it('reports the unpairing when the site checks its connection', async () => {
    assert.equal((await merchant.post(`/stores/${slug}/disconnect`, {})).status, 200);
    assert.match((await pressOnSite(site, 'check')).message, /not paired any more/);
    assert.equal((await siteIsPaired(site)).paired, false);
  });

  it('deletes the notification and its keys when a site stays unreachable', async () => {
    // Sites of earlier tests are closed.
    expectFailingJobs();
    site.control.inject({ kind: 'down', operation: 'POST /unpair' });
    assert.equal((await merchant.post(`/stores/${slug}/disconnect`, {})).status, 200);
    await running.settle();
    running.advance(6 * DAY_MS);
    await running.settle();
    assert.notEqual(await unpairNotifications(), 0);
    running.advance(2 * DAY_MS);
    await running.settle();
    assert.equal(await unpairNotifications(), 0);
    assert.equal((await siteIsPaired(site)).paired, true);
  });
});

onEveryDatabase('a running service', (database) => {
  it('notifies the site of a disconnected store before the next sweep', async (t) => {
    await using running = await openService(database, {}, { backgroundWork: true });
    const site = await openSite();
    t.after(() => site.close());
    const merchant = await signUp(running);
    await typeCode(site, running.baseUrl, (await newCode(merchant)).code);
    const slug = (await siteIsPaired(site)).store?.slug;
    assert.equal((await merchant.post(`/stores/${slug}/disconnect`, {})).status, 200);
    // Waits 15 s at most: the sweep runs once a minute.
    for (let look = 0; look < 300 && (await siteIsPaired(site)).paired; look += 1) await sleep(50);
    assert.equal((await siteIsPaired(site)).paired, false);
  });
});

onEveryDatabase('a store whose site ended its pairing', (database) => {
  it('requires a new pairing to reconnect, and keeps the store when it is paired again', async (t) => {
    await using running = await openService(database);
    const site = await openSite();
    t.after(() => site.close());
    const merchant = await signUp(running);
    await typeCode(site, running.baseUrl, (await newCode(merchant)).code);
    const slug = (await siteIsPaired(site)).store?.slug;
    await pressOnSite(site, 'unpair');
    const refused = await merchant.post<{ error: string }>(`/stores/${slug}/reconnect`, {});
    assert.equal(refused.status, 409);
    assert.match(refused.body.error, /keys were deleted. Pair it again/);
    await typeCode(site, running.baseUrl, (await newCode(merchant)).code);
    const { body } = await merchant.get<{ store: { status: string } }>(`/stores/${slug}`);
    assert.equal(body.store.status, 'connected');
  });
});
