import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { programAddress } from '../../../testing/programs.ts';
import { storedRows } from '../../../testing/stored.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startTestService } from '../../../testing/test-service.ts';

const run = promisify(execFile);
const postgresql = databases.find(({ name }) => name === 'PostgreSQL') ?? assert.fail();

describe('deploy/pg-backup.sh', () => {
  it('dumps the whole database, keeps the newest dumps, and restores the same data', async (t) => {
    await using running = await startTestService({
      database: postgresql,
      // An existing server of the tools' version is used when configured.
      ...(process.env.PG_BACKUP_OF === undefined ? {} : { databaseUrl: process.env.PG_BACKUP_OF }),
    });
    const tools = await toolsFor(t, running.databaseUrl);
    if (!tools) return;
    await using folder = await temporaryFolder();
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    const session = (await agent.createSession([(await findVariant(agent, 'mug')).id])).body;
    await pay(session);
    assert.equal((await agent.complete(session.id)).body.payment, 'verified');
    await running.service.context.flushCalls();

    for (const day of ['01', '02']) await writeFile(folder.file(`ucp-host-202601${day}T000000Z.dump`), 'old');
    const env = { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH}` };
    await run('deploy/pg-backup.sh', [folder.path, '2'], {
      env: { ...env, DATABASE_URL: running.databaseUrl },
    });
    const dumps = (await readdir(folder.path)).sort();
    assert.equal(dumps.length, 2);
    assert.equal(dumps[0], 'ucp-host-20260102T000000Z.dump');
    const file = folder.file(dumps[1] ?? '');
    assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else reads it');

    const back = await emptyBeside(running.databaseUrl);
    await run(join(tools, 'pg_restore'), ['--exit-on-error', '--no-owner', '--dbname', back, file], { env });
    assert.deepEqual(await storedRows(back), await storedRows(running.databaseUrl));
    await using restored = await startTestService({ database: postgresql, databaseUrl: back });
    const read = await agentOf(restored.baseUrl, 'demo-shopify').readSession(session.id);
    assert.equal(read.body.payment, 'verified');
  });

  it('explains why it cannot back up', async () => {
    await using folder = await temporaryFolder();
    const refused = (databaseUrl: string, ...args: string[]) =>
      run('deploy/pg-backup.sh', [folder.path, ...args], {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      }).then(
        () => assert.fail('it was done'),
        ({ stderr }: { stderr: string }) => stderr,
      );
    assert.match(await refused('sqlite:./data/ucp-host.db'), /use deploy\/backup\.sh/);
    assert.match(await refused('postgres://127.0.0.1:9/none', 'many'), /a whole number above 0/);
    await refused('postgres://127.0.0.1:9/none');
    assert.deepEqual(await readdir(folder.path), [], 'and leaves nothing half');
  });
});

/** Returns the folder of a pg_dump not older than the server. Without one the test is skipped with a printed reason. */
async function toolsFor(t: TestContext, databaseUrl: string): Promise<string | undefined> {
  const program = programAddress('pg_dump');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('show server_version_num');
  await client.end();
  const server = Math.floor(Number(rows[0].server_version_num) / 10_000);
  const [, tool] = program
    ? (/(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [])
    : [];
  if (program && Number(tool) >= server) return dirname(program);
  const reason = `NOT RUN: a server of PostgreSQL ${server} needs its own pg_dump, and here is ${tool ?? 'none'} (postgresql-client-${server})`;
  process.stderr.write(`\n!!! ${reason}\n\n`);
  t.skip(reason);
  return undefined;
}

async function emptyBeside(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('create database restored_from_dump');
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = '/restored_from_dump';
  return url.href;
}
