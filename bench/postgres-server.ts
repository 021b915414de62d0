import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '../src/storage/maintenance/copy-database.ts';
import { runPostgres } from '../testing/embedded-postgres.ts';

/** A PostgreSQL server of the benchmark's own, as it is set up by default: every commit is synced to disk. */
export interface PostgresServer {
  /** The address of a new database with all that is in the SQLite file. */
  copyOf(file: string): Promise<string>;
  /** Milliseconds that its processes spent on a processor so far; undefined where the system does not say. */
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

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Of a process and its children, ended ones included. */
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

/** What `/proc` says after the name, which may hold anything; nothing of a process that has just ended. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
