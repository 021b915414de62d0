import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { MAX_WAITING_JOBS } from '../../../src/commerce/job/job-names.ts';
import { isSqlite, toJsonRows } from '../../../src/storage/engine/both-databases.ts';
import type { Database } from '../../../src/storage/engine/database.ts';
import { records } from '../../../src/storage/engine/records.ts';
import { createSqliteDialect } from '../../../src/storage/engine/sqlite/dialect.ts';
import { createWebhookDeliveryRepository } from '../../../src/storage/repositories/activity/webhook-deliveries.ts';
import { createJobRepository } from '../../../src/storage/repositories/jobs/jobs.ts';
import type { Tables } from '../../../src/storage/tables/tables.ts';
import { recordTogether } from '../../../src/webhooks/receive-webhook.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { type TasksAtHand, tasksAtHand } from './test-jobs.ts';

const MANY = 20_000;
const PIECE = 200;
const KINDS = ['refresh', 'other'];
/** Rows for one lease and finish: the first due job of each kind, and the job itself. */
const MAX_ROWS_READ = 20;

onEveryDatabase('twenty thousand due jobs of one store', (database) => {
  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));

  async function flood(): Promise<void> {
    const rows = Array.from({ length: MANY }, () => ({ id: randomUUID() }));
    for (let from = 0; from < MANY; from += PIECE) {
      const piece = toJsonRows(hand.database, { id: 'text' }, rows.slice(from, from + PIECE));
      await sql`insert into jobs (id, store_id, organization_id, kind, subject, run_at, created_at)
        select item.id, ${hand.storeId}, ${hand.storeId}, 'refresh', item.id, ${hand.at()}, ${hand.at()}
        from ${piece} where true`.execute(hand.database);
    }
    await sql.raw('analyze').execute(hand.database);
  }

  it('make the next job no dearer to find, and keep no other store waiting', async () => {
    const other = await hand.addStore();
    await flood();
    hand.advance(1_000);
    await hand.jobs.enqueue({ storeId: other, kind: 'refresh' }, hand.at());
    const read = isSqlite(hand.database) ? planned : counted;
    const takers = ['one', 'two', 'three'];
    const order: (string | undefined)[] = [];
    for (const by of takers) {
      await read(hand, async (connection) => {
        const job = await createJobRepository(connection).lease(hand.lease(by), KINDS);
        order.push(job?.storeId);
        if (by === 'one')
          await createJobRepository(connection).finish(job ?? assert.fail(), by, { now: hand.at() });
        if (by === 'two')
          await createJobRepository(connection).fail(job ?? assert.fail(), by, hand.at(5_000), 'down');
      });
      order.push((await hand.jobs.lease(hand.lease(`another ${by}`), KINDS))?.storeId);
    }
    assert.deepEqual(new Set(order), new Set([hand.storeId, other]));
  });

  it('come from events of which at most two thousand an hour are recorded', async () => {
    const deliveries = createWebhookDeliveryRepository(hand.database);
    const delivery = { topic: 'product.updated', effect: 'product_refreshed', subject: null } as const;
    const { storeId } = hand;
    const recordOne = recordTogether({ deliveries, jobs: hand.jobs, wake: () => undefined, now: hand.now });
    const record = (id: string, subject: string) =>
      recordOne(storeId, { id, ...delivery, job: { storeId, kind: 'refresh', subject } });
    await Promise.all(Array.from({ length: 2_010 }, (_, index) => record(String(index), 'one product')));
    assert.equal((await deliveries.list(storeId, {}, { limit: 1, offset: 0 })).total, 2_000);
    await record('last', 'another');
    assert.equal((await hand.jobs.listOfStore(storeId)).length, 2, 'their jobs are queued all the same');
  });

  it('merges a flood of events on arrival into one job that reads everything, with nothing lost', async () => {
    const deliveries = createWebhookDeliveryRepository(hand.database);
    const event = (index: number) => {
      const delivery = { topic: 'product.updated', effect: 'product_refreshed', subject: null } as const;
      const job = {
        storeId: hand.storeId,
        kind: 'refresh',
        subject: `product ${index}`,
        instead: { kind: 'catch up', beyond: MAX_WAITING_JOBS },
      };
      return { id: String(index), ...delivery, job: job };
    };
    const record = (...events: ReturnType<typeof event>[]) =>
      deliveries.record(hand.storeId, events, hand.at(), () => true);
    const indexes = Array.from({ length: MAX_WAITING_JOBS + 50 }, (_, index) => index);
    await record(...indexes.slice(0, 300).map(event));
    for (const index of indexes.slice(300, 400)) await record(event(index));
    await record(...indexes.slice(400).map(event));
    const waiting = await hand.jobs.listOfStore(hand.storeId);
    assert.equal(waiting.filter(({ kind }) => kind === 'refresh').length, MAX_WAITING_JOBS);
    assert.equal(waiting.filter(({ kind }) => kind === 'catch up').length, 1);

    const job = await hand.jobs.lease(hand.lease('one'), ['catch up']);
    await record(event(MAX_WAITING_JOBS + 51));
    await hand.jobs.finish(job ?? assert.fail(), 'one', { now: hand.at() });
    const again = await hand.jobs.lease(hand.lease('two'), ['catch up']);
    assert.equal(again?.kind, 'catch up', 'what was told while it ran is read once more');
  });
});

type Work = (connection: Database) => Promise<void>;

/** PostgreSQL counts the rows that a transaction reads, those of triggers among them. */
async function counted({ database }: TasksAtHand, work: Work): Promise<void> {
  await database.transaction().execute(async (connection) => {
    // Reads of the connection from before may still be counted.
    const before = await rowsRead(connection);
    await work(connection);
    const read = (await rowsRead(connection)) - before;
    assert.ok(read > 0 && read <= MAX_ROWS_READ, `${read} rows were read`);
  });
}

async function rowsRead(connection: Database): Promise<number> {
  const { rows } = await sql<{ read: string }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
    from pg_stat_xact_user_tables where relname = 'jobs'`.execute(connection);
  return Number(rows[0]?.read);
}

/** Checks SQLite's query plan: each table by an index, nothing sorted. */
async function planned({ url }: TasksAtHand, work: Work): Promise<void> {
  const queries: { sql: string; parameters: readonly unknown[] }[] = [];
  const connection = new Kysely<Tables>({
    dialect: createSqliteDialect(url.slice('sqlite:'.length)),
    plugins: [records],
    log: ({ query }) => void queries.push(query),
  });
  try {
    await work(connection);
    const statements = queries.filter(({ sql: text }) => /\bjobs\b/.test(text));
    assert.ok(statements.length > 0);
    for (const statement of statements) await assertIndexed(connection, statement);
  } finally {
    await connection.destroy();
  }
}

async function assertIndexed(
  connection: Database,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<void> {
  const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  const { rows } = await connection.executeQuery<{ detail: string }>(plan);
  const scans = rows.filter(({ detail }) => /^SCAN jobs\b/.test(detail));
  assert.deepEqual(scans, [], text);
  // The first jobs of all kinds together are sorted.
  const sorts = rows.filter(({ detail }) => detail.includes('TEMP B-TREE')).length;
  assert.ok(
    sorts <= (text.includes('union all') ? 1 : 0),
    `${text}\n${rows.map(({ detail }) => detail).join('\n')}`,
  );
}
