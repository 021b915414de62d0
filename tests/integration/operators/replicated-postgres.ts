import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runPostgres } from '../../../testing/embedded-postgres.ts';
import { eventually } from '../../../testing/eventually.ts';

const run = promisify(execFile);
const DATABASE = 'ucp_host';
/** A killed process loses nothing that it has written; only a power cut would. */
const SETTINGS = ['fsync=off'];

/** PostgreSQL that answers a commit only when its standby has it too. */
export interface ReplicatedPostgres {
  primary: number;
  standby: number;
  /** URL of the database at a port of this machine. */
  urlAt(port: number): string;
  /** Kills all processes of the primary at once. */
  killPrimary(): Promise<void>;
  /** Makes the standby accept changes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** The standby starts as a copy of the stopped primary, because the packaged server has no `pg_basebackup`. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await runPostgres({ name: 'primary', persistent: true, settings: SETTINGS });
  await primary.postgres.createDatabase(DATABASE);
  await primary.postgres.stop();
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres`;
  const standby = await runPostgres({
    name: 'standby',
    persistent: true,
    settings: SETTINGS,
    async fill(folder) {
      await run('cp', ['-a', primary.databaseDir, folder]);
      await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      await writeFile(join(folder, 'standby.signal'), '');
    },
  });
  await primary.postgres.start();
  const urlAt = (port: number) => `postgres://postgres:postgres@127.0.0.1:${port}/${DATABASE}`;
  await replicateSynchronously(urlAt(primary.port));
  return {
    primary: primary.port,
    standby: standby.port,
    urlAt,
    async killPrimary() {
      const [pid = ''] = (await readFile(join(primary.databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid]);
      for (const each of [pid, ...stdout.split('\n').filter(Boolean)]) killed(Number(each));
      await primary.postgres.stop();
    },
    async promote() {
      const [row] = await ask(urlAt(standby.port), 'select pg_promote()');
      assert.deepEqual(row, { pg_promote: true });
    },
    async close() {
      for (const { postgres, databaseDir } of [primary, standby]) {
        await postgres.stop();
        await rm(databaseDir, { recursive: true, force: true });
      }
    },
  };
}

async function replicateSynchronously(url: string): Promise<void> {
  await ask(url, "alter system set synchronous_standby_names = '*'");
  await ask(url, 'select pg_reload_conf()');
  const isSynchronous = async () => {
    const standbys = await ask(url, 'select sync_state from pg_stat_replication');
    return standbys.some(({ sync_state }) => sync_state === 'sync');
  };
  await eventually(isSynchronous, 'the standby is synchronous');
}

export async function ask(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A process of the server may have ended by itself since they were listed. */
function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
  }
}
