import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { ServiceOverrides } from '../../../src/composition/overrides.ts';
import { isSqlite } from '../../../src/storage/engine/both-databases.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { type Answer, agentOf, bodyOf, findVariant, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { figuresOf, sumOf } from './figures.ts';

/** Makes the database refuse writes, as after a file system was mounted read-only or a failover to a standby. */
async function refuseWrites(database: Database): Promise<void> {
  // Its own commit is refused already.
  if (isSqlite(database)) await sql`pragma query_only = on`.execute(database).catch(() => undefined);
  else await setDefault(database, 'on');
}

/** Sets the default of a PostgreSQL database, and ends all connections, because each keeps the default with which it began. */
async function setDefault(database: Database, readOnly: 'on' | 'off'): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database);
  const name = sql.id(String(rows[0]?.name));
  await database.transaction().execute(async (change) => {
    await sql`set transaction read write`.execute(change);
    await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(readOnly)}`.execute(
      change,
    );
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database);
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database).catch(() => undefined);
}

/** Repeats calls that meet a connection which was just terminated. */
async function askUntilRead(ask: () => Promise<Answer<Session>>): Promise<Answer<Session>> {
  const answer = await ask();
  return /cannot reach its database/.test(JSON.stringify(answer.body)) ? askUntilRead(ask) : answer;
}

onEveryDatabase('a database that takes no writes', (kind) => {
  it('answers writes with 503, is not ready, keeps reading, and recovers without a restart', async (t) => {
    expectLogged(/can only read its database|cannot reach its database/);
    let database: Database | undefined;
    const overrides: ServiceOverrides = {
      async openDatabase(...args) {
        database = await openDatabase(...args);
        return database;
      },
    };
    await using running = await startTestService({ database: kind, overrides });
    assert.ok(database);
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'shoe');
    const first = bodyOf(201, await agent.createSession([id]));

    await refuseWrites(database);
    const refused = await askUntilRead(() => agent.createSession([id]));
    assert.equal(refused.status, 503, JSON.stringify(refused.body));
    assert.match(JSON.stringify(refused.body), /can only read its database/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await agent.readSession(first.id)).status, 200);
    const readiness = await fetch(`${running.baseUrl}/readyz`);
    assert.deepEqual(
      [readiness.status, await readiness.json()],
      [503, { status: 'not_ready', reasons: ['database_read_only'] }],
    );
    const figures = await figuresOf(running.baseUrl);
    assert.ok(sumOf(figures, 'ucp_database_failures_total', { reason: 'read_only' }) >= 1);

    if (isSqlite(database)) return;
    await setDefault(database, 'off');
    assert.equal((await askUntilRead(() => agent.createSession([id]))).status, 201);
    const passed = performance.now() + 15_000;
    t.mock.method(performance, 'now', () => passed);
    assert.equal((await fetch(`${running.baseUrl}/readyz`)).status, 200);
  });
});
