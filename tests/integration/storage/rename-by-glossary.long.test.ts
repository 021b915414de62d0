import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase, openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { createSealing, hashKeyOf } from '../../../src/storage/engine/sealing.ts';
import { sealingOf } from '../../../src/storage/engine/secret-key.ts';
import { rotate } from '../../../src/storage/maintenance/rotate-key.ts';
import { createRepositories } from '../../../src/storage/repositories/index.ts';
import { MIGRATIONS } from '../../../src/storage/schema/migrations.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const KEY = 'the key of an installation that is upgraded';
const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const OLD_NAMES =
  /\b(tasks|order_notices|farewells|pairing_tries|store_domains|idempotent_answers|kept_keys|busy_by|busy_until)(\b|_)/;
const sealing = createSealing(KEY);
const ORDER = { id: 'order', payment: 'verified' };

/** Rows as the version before wrote them, in the sequence of their foreign keys. */
const ROWS: [table: string, row: Record<string, unknown>][] = [
  [
    'stores',
    {
      id: 's',
      slug: 'mugs',
      platform: 'shopify',
      description: '{}',
      credentials: '',
      connected_at: AT,
      created_at: AT,
    },
  ],
  ['checkout_sessions', { id: 'session', status: 'completed', currency: 'EUR', ...shopping() }],
  ['carts', { id: 'cart', status: 'active', currency: 'EUR', ...shopping() }],
  [
    'orders',
    {
      ...{
        id: 'order',
        store_id: 's',
        session_id: 'session',
        status: 'open',
        payment: 'verified',
        currency: 'EUR',
      },
      ...{ lines: '[]', totals: '{}', tracking: '[]', as_of: AT, created_at: AT, updated_at: AT },
    },
  ],
  ['tasks', { id: 'waiting', kind: 'refresh', subject: 'a', run_at: AT, again: 0, attempts: 2, ...job() }],
  [
    'tasks',
    {
      id: 'running',
      kind: 'import',
      subject: '',
      run_at: AT,
      again: 1,
      attempts: 1,
      ...job(),
      ...leased(),
      progress: '[7]',
    },
  ],
  [
    'tasks',
    { id: 'notify', kind: 'tell_platform', subject: 'order', run_at: AT, again: 0, attempts: 2, ...job() },
  ],
  [
    'order_notices',
    {
      ...{
        id: 'msg',
        store_id: 's',
        order_id: 'order',
        number: 3,
        agent_profile: 'https://agent.example',
        occurred_at: AT,
      },
      snapshot: sealing.seal(JSON.stringify(ORDER), 'order_notices.snapshot/msg'),
    },
  ],
  [
    'farewells',
    {
      ...{ id: 'bye', platform: 'woocommerce', attempts: 4, next_try_at: AT, created_at: AT },
      credentials: sealing.seal('{"key":"value"}', 'farewells.credentials/bye'),
    },
  ],
  [
    'pairing_tries',
    {
      id: 'wrong',
      address_hash: sealing.hash('203.0.113.9', 'pairing_tries.address'),
      site_hash: sealing.hash('shop.example', 'pairing_tries.site'),
      at: AT,
    },
  ],
  [
    'pairing_codes',
    {
      ...{
        id: 'code',
        code_hash: sealing.hash('123456', 'pairing_codes.code'),
        status: 'refused',
        live: 1,
        tries: 3,
      },
      ...{ expires_at: '2026-01-01T00:10:00.000Z', created_at: AT },
    },
  ],
  [
    'store_domains',
    {
      ...{ id: 'd', store_id: 's', name: 'agents.example', token: 't', created_at: AT, verified_at: AT },
      ...{ leads_here: 0, obstacle: 'It leads elsewhere.' },
    },
  ],
  [
    'idempotent_answers',
    {
      ...{ id: 'key', store_id: 's', request: 'hash', status: 201, created_at: AT },
      body: sealing.seal('{"id":"session"}', 'idempotent_answers.body/key'),
    },
  ],
  ['idempotent_answers', { id: 'open', store_id: 's', request: 'other', created_at: AT, ...leased() }],
  [
    'kept_keys',
    {
      name: 'hashing',
      secret: sealing.seal(hashKeyOf(KEY).toString('base64url'), 'kept_keys.secret/hashing'),
    },
  ],
];

function shopping() {
  const times = { expires_at: '2026-01-02T00:00:00.000Z', created_at: AT, updated_at: AT };
  const secrets = { cart_handle: 'sealed', continue_url: 'sealed' };
  return {
    store_id: 's',
    lines: '[]',
    totals: '{}',
    notices: '[{"code":"w"}]',
    ...secrets,
    ...times,
    ...leased(),
  };
}

function job() {
  return { store_id: 's', created_at: AT, last_error: 'The shop is down.' };
}

function leased() {
  return { busy_by: 'a process', busy_until: LATER };
}

onEveryDatabase('the migration that renames tables and columns', (kind) => {
  it('keeps every row, and what is sealed in it opens', async () => {
    const url = await kind.fresh();
    await withVersionBefore(url, async (old) => {
      for (const [table, row] of ROWS) await old.insertInto(table).values(row).execute();
    });
    await using database = await openDatabase(url);
    const known = await sealingOf(database, KEY);
    const { jobs, outbox, unpairNotifications, pairingAttempts, pairingCodes, customDomains, answers } =
      createRepositories(database, known);
    const attempt = { address: '203.0.113.9', site: 'shop.example' };
    assert.deepEqual(await pairingAttempts.count(attempt, '', ''), { all: 1, address: 1, site: 1 });
    assert.equal((await pairingCodes.findLive('123456', LATER))?.attempts, 3);
    const domain = await customDomains.find('s', 'agents.example');
    assert.deepEqual([domain?.verifiedAt, domain?.error], [AT, 'It leads elsewhere.']);
    const [waiting] = await outbox.next('s', 'order', 8);
    assert.ok(waiting?.receiver === 'agent_platform');
    assert.deepEqual(
      [waiting.id, waiting.messageId, waiting.agentProfile, waiting.occurredAt, waiting.order],
      ['msg', 'msg', 'https://agent.example', AT, ORDER],
    );
    const lease = { by: 'next', now: AT, until: LATER };
    const replayed = await answers.claim({ id: 'key', storeId: 's', request: 'hash' }, lease);
    assert.ok(replayed.state === 'answered');
    assert.deepEqual(replayed.answer, { status: 201, body: { id: 'session' } });
    const open = { id: 'open', storeId: 's', request: 'other' };
    assert.equal((await answers.claim(open, lease)).state, 'busy');
    assert.deepEqual(
      (await jobs.ofStore('s'))
        .map(({ id, attempts, running, lastError }) => [id, attempts, running, lastError])
        .sort(),
      [
        ['deliver_events/notify', 0, false, null],
        ['running', 1, true, 'The shop is down.'],
        ['waiting', 2, false, 'The shop is down.'],
      ],
    );
    const due = { now: LATER, until: LATER, latest: LATER };
    const [notification] = await unpairNotifications.takeDue(due);
    assert.deepEqual([notification?.attempts, notification?.credentials], [5, { key: 'value' }]);
    for (const table of ['checkout_sessions', 'carts'] as const) {
      const row = await database
        .selectFrom(table)
        .select(['lease_owner', 'lease_expires_at', 'warnings'])
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        { ...row },
        { lease_owner: 'a process', lease_expires_at: LATER, warnings: '[{"code":"w"}]' },
      );
    }
  });

  it('keeps job queues in step with jobs', async () => {
    const url = await kind.fresh();
    await withVersionBefore(url, async (old) => {
      for (const [table, row] of ROWS.slice(0, 6)) await old.insertInto(table).values(row).execute();
    });
    await using database = await openDatabase(url);
    const { jobs } = createRepositories(database, sealing);
    const lease = { by: 'worker', now: AT, until: LATER };
    const taken = await jobs.lease(lease, ['refresh', 'import']);
    assert.deepEqual([taken?.id, taken?.attempts], ['waiting', 3]);
    assert.equal(await jobs.lease(lease, ['refresh', 'import']), undefined);
    const resumed = await jobs.lease({ ...lease, now: LATER, until: '2026-01-01T00:02:00.000Z' }, ['import']);
    assert.deepEqual([resumed?.id, resumed?.progress], ['running', [7]]);
    await jobs.finish('waiting', 'worker', { now: LATER });
    const queues = await database
      .selectFrom('job_queues')
      .select(['kind', 'next_at'])
      .orderBy('kind')
      .execute();
    const due = queues.map(({ kind: of, next_at }) => [of, next_at]);
    assert.deepEqual(due, [
      ['import', '2026-01-01T00:02:00.000Z'],
      ['refresh', null],
    ]);
  });

  it('lets SECRET_KEY change afterwards', async () => {
    const url = await kind.fresh();
    await withVersionBefore(url, async (old) => {
      const sealed = ROWS.filter(([table]) => !['checkout_sessions', 'carts'].includes(table));
      const rows = [...sealed.slice(0, 1), ...ROWS.slice(1, 2), ...sealed.slice(1)];
      for (const [table, row] of rows)
        await old
          .insertInto(table)
          .values(table === 'checkout_sessions' ? { ...row, cart_handle: null, continue_url: null } : row)
          .execute();
      await old
        .updateTable('stores')
        .set({ credentials: sealing.seal('null', 'stores.credentials/s') })
        .execute();
    });
    await using database = await openDatabase(url);
    const next = await sealingOf(database, 'the next key', { previous: KEY });
    const { rotated, unopened, remaining } = await rotate(database, next);
    assert.deepEqual([rotated, unopened, remaining], [5, [], []]);
    const later = await sealingOf(database, 'the next key');
    const [waiting] = await createRepositories(database, later).outbox.next('s', 'order', 8);
    assert.ok(waiting?.receiver === 'agent_platform');
    assert.deepEqual(waiting.order, ORDER);
  });

  it('leaves no index, trigger, function or column under an old name', async () => {
    await using database = await openDatabase(await kind.fresh());
    const { rows } = await (kind.name === 'SQLite' ? SQLITE_NAMES : POSTGRES_NAMES).execute(database);
    assert.ok(rows.length > 100, `${rows.length} names`);
    const unexpected = rows.map(({ text }) => text).filter((text) => OLD_NAMES.test(text));
    assert.deepEqual(unexpected, []);
  });
});

/** Tables' own text is left out: SQLite keeps the names of constraints there. */
const SQLITE_NAMES = sql<{ text: string }>`
  select name || ' ' || tbl_name || ' ' || case type when 'table' then '' else coalesce(sql, '') end as text from sqlite_master
  union all select columns.name from sqlite_master, pragma_table_info(sqlite_master.name) as columns where sqlite_master.type = 'table'`;

const POSTGRES_NAMES = sql<{ text: string }>`
  select indexdef as text from pg_indexes where schemaname = 'public'
  union all select conname from pg_constraint where connamespace = 'public'::regnamespace
  union all select tgname from pg_trigger where not tgisinternal
  union all select proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
  union all select table_name || ' ' || column_name from information_schema.columns where table_schema = 'public'`;

async function withVersionBefore(url: string, fill: (database: AnyDatabase) => Promise<void>): Promise<void> {
  const database = (await openWithoutMigrating(url)) as unknown as AnyDatabase;
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
    assert.equal((await migrator.migrateTo('025-shop-changes')).error, undefined);
    await fill(database);
  } finally {
    await database.destroy();
  }
}
