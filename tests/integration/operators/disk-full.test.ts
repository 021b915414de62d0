import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { ServiceOverrides } from '../../../src/composition/overrides.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { figuresOf, sumOf } from './figures.ts';

it('a service with the disk full answers writes with 503, is not ready, keeps reading, and writes again once there is room', async (t) => {
  expectLogged(/has no room/);
  const [sqlite] = databases;
  assert.ok(sqlite);
  let database: Database | undefined;
  const overrides: ServiceOverrides = {
    async openDatabase(...args) {
      database = await openDatabase(...args);
      return database;
    },
  };
  await using running = await startTestService({ database: sqlite, overrides });
  // SQLite's page limit gives the same error as a full disk: SQLITE_FULL.
  const allowPages = async (pages: number) => {
    assert.ok(database);
    await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database);
  };
  const agent = agentOf(running.baseUrl, 'demo-shopify');
  const { id } = await findVariant(agent, 'shoe');
  const first = bodyOf(201, await agent.createSession([id]));

  await allowPages(1);
  let refused = await agent.createSession([id]);
  for (let tries = 0; refused.status === 201 && tries < 500; tries += 1)
    refused = await agent.createSession([id]);
  assert.equal(refused.status, 503, JSON.stringify(refused.body));
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.match(JSON.stringify(refused.body), /no room left/);
  assert.equal((await agent.readSession(first.id)).status, 200);
  const readiness = await fetch(`${running.baseUrl}/readyz`);
  assert.deepEqual(
    [readiness.status, await readiness.json()],
    [503, { status: 'not_ready', reasons: ['database_full'] }],
  );
  assert.ok(sumOf(await figuresOf(running.baseUrl), 'ucp_database_failures_total', { reason: 'full' }) >= 1);

  await allowPages(1_073_741_823);
  assert.equal((await agent.createSession([id])).status, 201);
  const passed = performance.now() + 15_000;
  t.mock.method(performance, 'now', () => passed);
  assert.equal((await fetch(`${running.baseUrl}/readyz`)).status, 200);
});
