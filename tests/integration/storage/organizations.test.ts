import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { ListStoreAuditEntriesResponse } from '../../../client/index.ts';
import { openDatabase, openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { tokenHash } from '../../../src/storage/engine/token-hash.ts';
import { MIGRATIONS } from '../../../src/storage/schema/migrations.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { merchantOf } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const AT = '2026-01-01T00:00:00.000Z';
const ANN = '01890000-0000-7000-8000-00000000000a';
const BEN = '01890000-0000-7000-8000-00000000000b';
const TOKEN = `uch_${'t'.repeat(43)}`;
const LIMITED = `uch_${'l'.repeat(43)}`;

function account(id: string, name: string) {
  const times = { created_at: AT, updated_at: AT };
  return { id, name, email: `${name.toLowerCase()}@shop.example`, email_verified: 0, image: null, ...times };
}

function store(id: string, slug: string, owner: string | null) {
  const texts = {
    platform: 'shopify',
    description: '{"name":"Mugs","currency":"EUR","hosts":[]}',
    credentials: '',
  };
  return { id, slug, ...texts, owner_id: owner, connected_at: AT, described_at: AT, created_at: AT };
}

function token(id: string, secret: string, stores: string | null) {
  return { id, account_id: ANN, name: id, token_hash: tokenHash(secret), store_ids: stores, created_at: AT };
}

/** Rows as the version before wrote them, in the sequence of their foreign keys. */
const ROWS: [table: string, rows: Record<string, unknown>[]][] = [
  ['accounts', [account(ANN, 'Ann'), account(BEN, 'Ben')]],
  ['first_account', [{ number: 1, account_id: ANN }]],
  ['stores', [store('s1', 'ann-mugs', ANN), store('s2', 'ann-cups', ANN), store('s3', 'ben-mugs', BEN)]],
  ['stores', [store('s4', 'spare-mugs', null)]],
  ['api_tokens', [token('all', TOKEN, null), token('one', LIMITED, '["s2"]')]],
  ['retired_slugs', [{ slug: 'old-mugs', owner_id: BEN, retired_at: AT }]],
  [
    'audit_entries',
    [
      { id: 'e1', store_id: 's1', account_id: ANN, actor: 'ann@shop.example', action: 'store.connected' },
      { id: 'e2', store_id: 's1', account_id: null, actor: 'command line', action: 'store.disconnected' },
    ].map((entry) => ({ ...entry, details: '{}', at: AT })),
  ],
];

onEveryDatabase('the migration that creates organizations', (kind) => {
  it('makes each account the owner of one with its stores, tokens and log', async () => {
    const url = await kind.fresh();
    await fillVersionBefore(url);
    await using running = await startTestService({ database: kind, databaseUrl: url });
    const { service } = running;
    const { stores, organizations } = service.context;
    const slugs = async (id: string) => (await stores.ofAccount(id)).map(({ slug }) => slug);
    assert.deepEqual(await slugs(ANN), ['ann-cups', 'ann-mugs']);
    assert.deepEqual(await slugs(BEN), ['ben-mugs']);
    assert.equal((await stores.find('spare-mugs'))?.organizationId, null);
    const [own, ...others] = await organizations.ofAccount(ANN);
    assert.deepEqual([own?.name, own?.role, others.length], ['Ann', 'owner', 0]);
    const script = merchantOf(running, { authorization: `Bearer ${TOKEN}` });
    assert.equal((await script.get('/stores/ann-mugs')).status, 200);
    assert.equal((await script.put('/stores/ann-mugs', { name: 'Mugs of Ann' })).status, 200);
    assert.equal((await script.get('/stores/ben-mugs')).status, 404);
    const limited = merchantOf(running, { authorization: `Bearer ${LIMITED}` });
    assert.deepEqual(
      [(await limited.get('/stores/ann-cups')).status, (await limited.get('/stores/ann-mugs')).status],
      [200, 404],
    );
    const { body } = await script.get<ListStoreAuditEntriesResponse>('/stores/ann-mugs/audit');
    assert.deepEqual(body.items.map(({ actor, actor_name: name }) => [actor, name]).sort(), [
      ['ann@shop.example', 'Ann'],
      ['ann@shop.example', 'Ann'],
      ['command line', null],
    ]);
  });

  it('keeps a retired slug for the account that had it', async () => {
    const url = await kind.fresh();
    await fillVersionBefore(url);
    await using database = await openDatabase(url);
    const retired = await database.selectFrom('retired_slugs').selectAll().executeTakeFirst();
    assert.deepEqual([retired?.slug, retired?.organization_id], ['old-mugs', BEN]);
  });
});

async function fillVersionBefore(url: string): Promise<void> {
  const database = (await openWithoutMigrating(url)) as unknown as AnyDatabase;
  const names = Object.keys(MIGRATIONS);
  const before = names[names.indexOf('033-organizations') - 1] ?? assert.fail('a version before');
  try {
    const migrator = new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
    assert.equal((await migrator.migrateTo(before)).error, undefined);
    for (const [table, rows] of ROWS) await database.insertInto(table).values(rows).execute();
  } finally {
    await database.destroy();
  }
}
