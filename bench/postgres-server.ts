import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '../src/storage/maintenance/copy-database.ts';
import { runPostgres } from '../testing/embedded-postgres.ts';
import { processorMsOf } from './process-time.ts';

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
    processorMs: () => processorMsOf(main),
    stop: () => postgres.stop(),
  };
}
