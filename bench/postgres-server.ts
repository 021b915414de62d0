import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '../src/storage/maintenance/copy-database.ts';
import { runPostgres } from '../testing/embedded-postgres.ts';

/** PostgreSQL server of the benchmark with default settings: every commit is synced to disk. */
export interface PostgresServer {
  /** Copies the SQLite file into a new database and returns its URL. */
  copyOf(file: string): Promise<string>;
  /** CPU milliseconds of its processes so far; undefined where the system does not report them. */
  processorMs(): number | undefined;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const { postgres, databaseDir, url: server } = await runPostgres({ name: 'bench-postgres' });
  const main = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    async copyOf(file) {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      await postgres.createDatabase(name);
      const url = `${server}/${name}`;
      await copyDatabase(`sqlite:${file}`, url);
      return url;
    },
    processorMs: () => (process.platform === 'linux' ? processorMsOf(main) : undefined),
    stop: () => postgres.stop(),
  };
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of a process and its children, exited ones included. */
function processorMsOf(main: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, parent, ...fields] = statOf(pid);
    if (Number(pid) !== main && Number(parent) !== main) continue;
    const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number);
    ticks += (user ?? 0) + (system ?? 0);
    if (Number(pid) === main) ticks += (endedUser ?? 0) + (endedSystem ?? 0);
  }
  return ticks * TICK_MS;
}

/** Fields of `/proc/<pid>/stat` after the process's name; empty for a process that has just exited. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
