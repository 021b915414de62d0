import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { merchantOf, signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';
import { newCode, openSite, pairRequest, typeCode, wrongCode } from '../../integration/pairing/at-pairing.ts';
import { type Served, startServed } from './served.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Half a minute off, so that windows of a minute disagree. */
const BESIDE_MS = 5.5 * MINUTE_MS;
const LYING = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'lying-clock.ts')}` };
/** Tolerance for requests in sequence on a busy machine. */
const A_WHILE_MS = 60_000;

const postgresql = databases.find(({ name }) => name === 'PostgreSQL') ?? assert.fail();

describe('processes with different clocks on one PostgreSQL', () => {
  let shops: DemoStore[];
  let processes: Served[];
  let right: Served;
  let ahead: Served;
  let jumping: Served;
  // biome-ignore lint/suspicious/noExplicitAny: all tables, by name.
  let tables: Kysely<any>;
  let startedAt: number;

  before(async () => {
    const databaseUrl = await postgresql.fresh();
    const beside = await serviceOn(databaseUrl);
    shops = await startDemoStores(0);
    for (const { slug, platform, shop } of shops) {
      await beside.connectStore({ slug, platform, credentials: shop.credentials, sandbox: true });
      for (const { variants } of shop.control.products) for (const each of variants) each.stock = null;
    }
    await beside.close();
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    tables = (await openWithoutMigrating(databaseUrl)) as Kysely<any>;
    startedAt = await databasesNow();
    const start = (clock: Record<string, string>) =>
      startServed({
        databaseUrl,
        settings: { SANDBOX: 'off', BASE_URL: 'http://127.0.0.1:9', RATE_LIMIT: '1', ...clock },
      });
    processes = await Promise.all([
      start({}),
      start({ ...LYING, CLOCK_AHEAD_MS: String(BESIDE_MS) }),
      start({ ...LYING, CLOCK_JUMPS_MS: `${HOUR_MS},${-2 * HOUR_MS}` }),
    ]);
    [right = assert.fail(), ahead = assert.fail(), jumping = assert.fail()] = processes;
  });
  after(async () => {
    for (const each of processes) await each.kill();
    await tables.destroy();
    for (const { shop } of shops) await shop.close();
  });

  async function databasesNow(): Promise<number> {
    const { rows } = await sql<{ at: string }>`
      select extract(epoch from clock_timestamp()) * 1000 as at`.execute(tables);
    return Number(rows[0]?.at);
  }

  /** Triggers the next jump of the clock: an hour forward, then two back. */
  async function jump(): Promise<void> {
    const length = jumping.said().length;
    jumping.signal('SIGUSR2');
    while (!jumping.said().slice(length).includes('the clock is now')) await wait(10);
  }

  it('logs that a machine’s clock is wrong', async () => {
    while (!ahead.said().includes('clock is wrong')) await wait(20);
    assert.ok(!right.said().includes('clock is wrong'));
  });

  for (const when of ['at first', 'after one has jumped an hour ahead', 'after it has jumped two hours back'])
    describe(when, () => {
      before(async () => {
        if (when !== 'at first') await jump();
      });

      for (const slug of ['demo-shopify', 'demo-woocommerce']) {
        const agents = () => processes.map(({ baseUrl }) => agentOf(baseUrl, slug));
        const control = () => shops.find((each) => each.slug === slug)?.shop.control ?? assert.fail();

        it(`sessions have the same lifetime in every process (${slug})`, async () => {
          const mug = (await findVariant(agentOf(right.baseUrl, slug), 'mug')).id;
          const from = await databasesNow();
          const sessions = await Promise.all(agents().map((agent) => agent.createSession([mug])));
          const ends = sessions.map(({ body }) => Date.parse(body.expires_at));
          assert.ok(Math.max(...ends) - Math.min(...ends) < A_WHILE_MS, JSON.stringify(ends));
          for (const end of ends) assert.ok(end > from, 'none is over when it is made');
          for (const [index, { body }] of sessions.entries()) {
            const [one, other] = [agents()[(index + 1) % 3], agents()[(index + 2) % 3]];
            assert.equal((await one?.readSession(body.id))?.body.status, 'requires_escalation');
            assert.equal((await other?.replaceLines(body.id, [[mug, 2]]))?.status, 200);
            await pay(body);
            assert.equal((await one?.complete(body.id))?.body.payment, 'verified');
          }
        });

        it(`a change waits for the lease of a running one (${slug})`, async () => {
          const mug = (await findVariant(agentOf(right.baseUrl, slug), 'mug')).id;
          const { body } = await agentOf(right.baseUrl, slug).createSession([mug]);
          control().inject({
            kind: 'slow',
            operation: slug === 'demo-shopify' ? 'SyncCart' : 'POST /cart/create',
            delayMs: 1_500,
            times: 1,
          });
          control().resetCalls();
          const slow = agentOf(right.baseUrl, slug).replaceLines(body.id, [[mug, 2]]);
          const isAsked = () => Object.keys(control().calls()).some((name) => /cart/i.test(name));
          while (!isAsked()) await wait(10);
          const others = [ahead, jumping].map((each, index) =>
            agentOf(each.baseUrl, slug).replaceLines(body.id, [[mug, 3 + index]]),
          );
          const answers = await Promise.all([slow, ...others]);
          assert.deepEqual(pluck(answers, 'status'), [200, 200, 200], 'nobody’s turn is taken from him');
          control().clearFaults();
        });

        it(`one key makes one session and one official answer (${slug})`, async () => {
          const mug = (await findVariant(agentOf(right.baseUrl, slug), 'mug')).id;
          const key = { 'idempotency-key': randomUUID() };
          const raced = await Promise.all(agents().map((agent) => agent.createSession([mug], {}, key)));
          assert.equal(new Set(raced.map(({ body }) => body.id)).size, 1);
          const lines = { line_items: [{ item: { id: mug }, quantity: 1 }] };
          const official = randomUUID();
          const answers = processes.map((running) =>
            ucpAgentOf({ slug, running }).keyed('/checkout-sessions', lines, official),
          );
          assert.equal(new Set((await Promise.all(answers)).map(({ body }) => body.id)).size, 1);
        });
      }

      it('a pairing code has the same lifetime everywhere and counts wrong attempts', async (t) => {
        const owner = await signUp(ahead);
        const { body } = await owner.post<{ token: string }>('/tokens', { name: 'a script' });
        const site = await openSite();
        t.after(() => site.close());
        const good = await newCode(owner);
        for (const { baseUrl } of processes) {
          const merchant = merchantOf({ baseUrl }, { authorization: `Bearer ${body.token}` });
          const state = await merchant.get<{ status: string }>(`/pairing-codes/${good.id}`);
          assert.equal(state.body.status, 'waiting');
        }
        assert.equal((await typeCode(site, jumping.baseUrl, good.code)).ok, true);

        const lockedCode = await newCode(owner);
        const attacker = await openSite('Guesser');
        t.after(() => attacker.close());
        for (let attempt = 0; attempt < 5; attempt += 1) {
          const { baseUrl } = processes[attempt % 3] ?? assert.fail();
          const wrong = pairRequest(attacker, wrongCode(lockedCode.code));
          const answer = await fetch(`${baseUrl}/api/connector/pair`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(wrong),
          });
          assert.ok(answer.status >= 400, 'a wrong code pairs nobody');
        }
        assert.equal((await typeCode(attacker, right.baseUrl, lockedCode.code)).ok, false, 'it is locked');
      });
    });

  it('writes no timestamp outside the time of the test', async () => {
    const now = (await databasesNow()) + 1_000;
    const all = await tables.introspection.getTables();
    let seen = 0;
    for (const { name, columns } of all)
      for (const column of columns.map((each) => each.name).filter((each) => PAST.has(each))) {
        const rows = await tables
          .selectFrom(name)
          .select(sql.ref(column).as('at'))
          .where(column, 'is not', null)
          .execute();
        for (const row of rows) {
          const at = Date.parse(String(row.at));
          seen += 1;
          assert.ok(at <= now, `${name}.${column} is ${Math.round((at - now) / 1_000)} s ahead`);
          assert.ok(at >= startedAt - A_WHILE_MS, `${name}.${column} is of ${row.at}`);
        }
      }
    assert.ok(seen > 100, `${seen} instants were looked at`);
  });

  it('sets no lease, window or backoff beyond its maximum', async () => {
    const latest = async (table: string, column: string) => {
      const row = await tables
        .selectFrom(table)
        .select(sql<string>`max(${sql.ref(column)})`.as('at'))
        .executeTakeFirst();
      // Read afterwards: a job may have been taken meanwhile.
      return Date.parse(row?.at ?? '') - (await databasesNow());
    };
    assert.ok((await latest('rate_windows', 'ends_at')) <= MINUTE_MS);
    assert.ok((await latest('attempts', 'ends_at')) <= HOUR_MS);
    assert.ok((await latest('jobs', 'run_at')) <= 36 * HOUR_MS);
    assert.ok((await latest('jobs', 'waits_until')) <= 36 * HOUR_MS);
  });
});

/** Timestamp columns. */
const PAST = new Set([
  'created_at',
  'updated_at',
  'received_at',
  'handed_off_at',
  'settled_at',
  'as_of',
  'at',
  'issued_at',
  'occurred_at',
  'last_at',
]);
