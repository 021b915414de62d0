import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  ListStoreAuditEntriesResponse,
  GetStoreOverviewResponse as Overview,
} from '../../../client/index.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { pluck } from '../../../testing/pluck.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

interface Wire {
  store: { time_zone: string; chosen_time_zone: string | null; platform_time_zone: string | null };
}

const HOUR_MS = 3_600_000;
/** 18:46 on 21 November in Los Angeles. */
const EVENING = Date.parse('2026-11-22T02:46:00.000Z');

onEveryDatabase('the time zone of a store', (database) => {
  let clock = EVENING;
  const at = forSuite(() => startActivity(database, { overrides: { now: () => clock } }));

  /** Changes the time zone in a shop's own settings. */
  async function moveShop(slug: string, timeZone: string): Promise<void> {
    // Descriptions of the same instant do not replace each other.
    clock += 1_000;
    at.running.shop(slug).control.saveSettings({ timeZone });
    await at.running.settle();
  }

  const settings = async (slug: string, change?: object) => {
    const path = `/stores/${slug}`;
    const { status, body } = await (change
      ? at.merchant.put<Wire>(path, change)
      : at.merchant.get<Wire>(path));
    assert.equal(status, 200, JSON.stringify(body));
    const { time_zone, chosen_time_zone, platform_time_zone } = body.store;
    return [time_zone, chosen_time_zone, platform_time_zone];
  };

  const busyDays = ({ by_day }: Overview) =>
    by_day
      .filter(({ searches, sessions }) => searches + sessions > 0)
      .map(({ day, ...row }) => [day, row.searches, row.sessions]);

  for (const slug of [SHOPIFY, WOOCOMMERCE])
    describe(slug, () => {
      it('uses the shop’s time zone unless the merchant chooses one, by API and command line', async () => {
        assert.deepEqual(await settings(slug), ['UTC', null, 'UTC']);
        await moveShop(slug, 'America/Los_Angeles');
        assert.deepEqual(await settings(slug), ['America/Los_Angeles', null, 'America/Los_Angeles']);
        assert.deepEqual(await settings(slug, { time_zone: 'europe/berlin' }), [
          'Europe/Berlin',
          'Europe/Berlin',
          'America/Los_Angeles',
        ]);
        assert.deepEqual(
          (await settings(slug, { name: 'Mugs' }))[1],
          'Europe/Berlin',
          'what is left out stays',
        );
        for (const wrong of ['', 'Berlin', '+25:00', 7]) {
          const { status, body } = await at.merchant.put<{ error: string }>(`/stores/${slug}`, {
            time_zone: wrong,
          });
          assert.deepEqual([status, /time_zone/.test(body.error)], [400, true], body.error);
        }
        const run = (zone: string) =>
          commandLine(at.running.databaseUrl, ['stores', 'time-zone', slug, '--', zone]);
        assert.equal((await run('-03:30')).code, 0);
        const output = await commandLine(at.running.databaseUrl, ['stores', 'show', slug]);
        assert.match(output.out, /time zone +UTC-03:30/);
        assert.match((await run('Nowhere')).out, /must be a time zone such as Europe\/Berlin/);
        assert.equal((await run('default')).code, 0);
        // PostgreSQL notifies other processes after it has answered; the test's time limit ends a wait in vain.
        while ((await settings(slug))[0] !== 'America/Los_Angeles') await new Promise(setImmediate);
        const { items } = await read<ListStoreAuditEntriesResponse>(at, '/audit', slug);
        const zones = items.flatMap(({ details }) => details.time_zone ?? []);
        assert.deepEqual(zones, [
          { from: '-03:30', to: 'America/Los_Angeles' },
          { from: 'Europe/Berlin', to: '-03:30' },
          { from: 'America/Los_Angeles', to: 'Europe/Berlin' },
        ]);
      });

      it('counts an evening in Los Angeles on its own day in every figure', async () => {
        await newSession(at.agent(slug));
        await at.agent(slug).search('flying carpet');
        const overview = await read<Overview>(at, '/overview', slug);
        assert.deepEqual(overview.period, {
          from: '2026-10-23',
          to: '2026-11-21',
          time_zone: 'America/Los_Angeles',
        });
        assert.deepEqual(busyDays(overview), [['2026-11-21', 2, 1]]);
        assert.deepEqual(pluck(overview.zero_result_searches, 'count'), [1]);
        assert.ok((overview.by_agent[0]?.requests ?? 0) >= 3);
        const today = '?from=2026-11-21&to=2026-11-21';
        for (const list of ['zero-result-searches', 'products'])
          assert.deepEqual(
            (await read<{ period: Overview['period'] }>(at, `/${list}${today}`, slug)).period,
            {
              from: '2026-11-21',
              to: '2026-11-21',
              time_zone: 'America/Los_Angeles',
            },
          );
        const { items } = await read<{ items: { checkouts: number }[] }>(at, `/products${today}`, slug);
        assert.equal(items[0]?.checkouts ?? 0, items.length > 0 ? 1 : 0);
        const next = await read<Overview>(at, '/overview?from=2026-11-22&to=2026-11-22', slug);
        assert.deepEqual([busyDays(next), next.previous?.totals.sessions], [[], 1]);
        const { body: file } = await at.merchant.get<string>(
          `/stores/${slug}/overview${today}&format=csv_by_day`,
        );
        assert.match(file, /,time_zone\r\n"2026-11-21",2,1,.*,"America\/Los_Angeles"\r\n$/);
        const { forecast } = (
          await at.merchant.post<{ forecast: { since: string } }>(`/stores/${slug}/policy/preview`, {
            rules: [],
          })
        ).body;
        assert.equal(forecast.since, '2026-11-08T08:00:00.000Z');
        const setup = await read<{ steps: { id: string; detail: string }[] }>(at, '/setup', slug);
        assert.match(setup.steps.find(({ id }) => id === 'live')?.detail ?? '', /on 2026-11-21\.$/);
      });

      it('opens and closes by the store’s clock, and names the zone to agents', async () => {
        const rules = (from: string, to: string) => ({
          rules: [{ id: 'evening', mode: 'on', kind: 'hours', open: [{ days: ['sat'], from, to }] }],
        });
        const mug = (await newSession(at.agent(slug))).line_items[0]?.item.id ?? '';
        await at.merchant.put(`/stores/${slug}/policy`, rules('18:00', '18:46'));
        const refused = await at.agent(slug).createSession([mug]);
        assert.equal(refused.status, 503);
        assert.match(JSON.stringify(refused.body), /18:00–18:46 \(America\/Los_Angeles\)/);
        const { body } = await at.merchant.put<{ time_zone: string }>(
          `/stores/${slug}/policy`,
          rules('18:46', '18:47'),
        );
        assert.equal(body.time_zone, 'America/Los_Angeles');
        assert.equal((await at.agent(slug).createSession([mug])).status, 201);
        await at.merchant.put(`/stores/${slug}/policy`, { rules: [] });
      });

      it('leaves what is counted by day where it is when the zone changes, and moves stored sessions', async () => {
        const before = await read<Overview>(at, '/overview', slug);
        const [[, searches, sessions] = []] = busyDays(before);
        await settings(slug, { time_zone: 'Asia/Kathmandu' });
        const moved = await read<Overview>(at, '/overview', slug);
        assert.deepEqual([moved.period.to, moved.period.time_zone], ['2026-11-22', 'Asia/Kathmandu']);
        assert.deepEqual(busyDays(moved), [
          ['2026-11-21', searches, 0],
          ['2026-11-22', 0, sessions],
        ]);
        await at.agent(slug).search('mug');
        assert.deepEqual(busyDays(await read<Overview>(at, '/overview', slug)), [
          ['2026-11-21', searches, 0],
          ['2026-11-22', 1, sessions],
        ]);
        await settings(slug, { time_zone: null });
      });

      it('counts days of 23 and 25 hours in Berlin', async () => {
        await settings(slug, { time_zone: 'Europe/Berlin' });
        const edges = [
          ['2027-03-27T22:59:59.999Z', '2027-03-27'],
          ['2027-03-27T23:00:00.000Z', '2027-03-28'],
          ['2027-03-28T21:59:59.999Z', '2027-03-28'],
          ['2027-03-28T22:00:00.000Z', '2027-03-29'],
          ['2027-10-30T21:59:59.999Z', '2027-10-30'],
          ['2027-10-30T22:00:00.000Z', '2027-10-31'],
          ['2027-10-31T22:59:59.999Z', '2027-10-31'],
          ['2027-10-31T23:00:00.000Z', '2027-11-01'],
        ] as const;
        const before = clock;
        for (const [instant, day] of edges) {
          clock = Date.parse(instant);
          await newSession(at.agent(slug));
          assert.equal((await read<Overview>(at, '/overview', slug)).period.to, day, instant);
        }
        const days = async (from: string, to: string) =>
          busyDays(await read<Overview>(at, `/overview?from=${from}&to=${to}`, slug));
        assert.deepEqual(await days('2027-03-27', '2027-03-29'), [
          ['2027-03-27', 1, 1],
          ['2027-03-28', 2, 2],
          ['2027-03-29', 1, 1],
        ]);
        assert.deepEqual(await days('2027-10-30', '2027-11-01'), [
          ['2027-10-30', 1, 1],
          ['2027-10-31', 2, 2],
          ['2027-11-01', 1, 1],
        ]);
        assert.deepEqual(await days('2027-03-28', '2027-03-28'), [['2027-03-28', 2, 2]]);
        clock = before;
      });

      it('keeps the day of sessions that retention deletes', async () => {
        const span = '/overview?from=2027-03-27&to=2027-11-01';
        const before = await read<Overview>(at, span, slug);
        const instant = clock;
        clock = Date.parse('2029-01-01T00:00:00.000Z');
        await at.merchant.put(`/stores/${slug}`, { retention_days: 1 });
        for (let round = 0; round < 2; round += 1) {
          await at.running.settle();
          clock += 48 * HOUR_MS;
        }
        await at.running.settle();
        assert.deepEqual((await read<{ items: unknown[] }>(at, '/sessions', slug)).items, []);
        assert.deepEqual(busyDays(await read<Overview>(at, span, slug)), busyDays(before));
        clock = instant;
      });

      it('answers periods at the ends of the calendar without failing', async () => {
        for (const query of ['from=0000-01-01&to=0000-01-02', 'from=9999-12-30&to=9999-12-31']) {
          assert.equal((await at.merchant.get(`/stores/${slug}/overview?${query}`)).status, 200, query);
        }
      });
    });
});
