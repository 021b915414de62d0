import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { agentOf, bodyOf, findVariant, type Session } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { runPostgres } from '../../../testing/embedded-postgres.ts';
import { eventually } from '../../../testing/eventually.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startTestService } from '../../../testing/test-service.ts';

const run = promisify(execFile);

it('PostgreSQL goes back to a moment by a base backup and archived WAL, as docs/operations.md says', async () => {
  await using archive = await temporaryFolder();
  await using base = await temporaryFolder();
  // The server may run as another user, who writes and reads here.
  for (const { path } of [archive, base]) await chmod(path, 0o777);
  const server = await runPostgres({
    name: 'archived',
    persistent: true,
    settings: [
      'fsync=off',
      'archive_mode=on',
      `archive_command=test ! -f ${archive.path}/%f && cp %p ${archive.path}/%f`,
    ],
  });
  await server.postgres.createDatabase('ucp_host');
  const databaseUrl = `${server.url}/ucp_host`;

  const running = await startTestService({ database: anyDatabase, databaseUrl });
  const agent = agentOf(running.baseUrl, 'demo-shopify');
  const { id } = await findVariant(agent, 'shoe');
  const createSession = async () => bodyOf(201, await agent.createSession([id]));
  const earlier = await createSession();
  await backUpBase(databaseUrl, server.databaseDir, base.path);
  const later = await createSession();
  await ask(databaseUrl, "select pg_create_restore_point('before the mistake')");
  const undone = await createSession();
  await running.close();
  const [{ file } = { file: '' }] = await ask(databaseUrl, 'select pg_walfile_name(pg_switch_wal()) as file');
  await eventually(async () => (await readdir(archive.path)).includes(String(file)), 'the WAL is archived');
  await server.postgres.stop();

  const restored = await runPostgres({
    name: 'recovered',
    persistent: true,
    async fill(folder) {
      await run('cp', ['-a', join(base.path, 'data'), folder]);
      await appendFile(
        join(folder, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive.path}/%f %p'
recovery_target_name = 'before the mistake'
recovery_target_action = 'promote'\n`,
      );
      await writeForServer(join(folder, 'recovery.signal'), '');
    },
  });
  const url = `${restored.url}/ucp_host`;
  const isPromoted = async () => {
    const rows = await ask(url, 'select pg_is_in_recovery() as waits').catch(() => []);
    return rows[0]?.waits === false;
  };
  await eventually(isPromoted, 'the server has recovered');
  {
    await using back = await startTestService({ database: anyDatabase, databaseUrl: url });
    const there = agentOf(back.baseUrl, 'demo-shopify');
    const statusOf = async (session: Session) => (await there.readSession(session.id)).status;
    assert.deepEqual(
      [await statusOf(earlier), await statusOf(later), await statusOf(undone)],
      [200, 200, 404],
    );
  }
  await restored.postgres.stop();
  for (const { databaseDir } of [server, restored]) await rm(databaseDir, { recursive: true, force: true });
});

/** Copies the running server's folder as `pg_basebackup` does, which the packaged server lacks. */
async function backUpBase(databaseUrl: string, data: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("select pg_backup_start('base', fast => true)");
  await run('cp', ['-a', data, join(to, 'data')]);
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  await client.end();
  await writeForServer(join(to, 'data/backup_label'), rows[0].labelfile);
  await rm(join(to, 'data/postmaster.pid'));
}

/** Writes a file for the server, which may run as another user. */
async function writeForServer(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  await chmod(file, 0o666);
}

async function ask(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
