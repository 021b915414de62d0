import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWithoutMigrating } from '../src/storage/engine/database.ts';
import { copyDatabase } from '../src/storage/maintenance/copy-database.ts';
import { migrate } from '../src/storage/tables/migrations.ts';
import { runPostgres } from '../testing/embedded-postgres.ts';
import { processorMsOf } from './process-time.ts';

/** PostgreSQL server of the benchmark with default settings: every commit is synced to disk. */
export interface PostgresServer extends AsyncDisposable {
  /** Copies the SQLite file into a new database, with divided tables if wanted, and returns its URL. */
  copyOf(file: string, partitions?: number): Promise<string>;
  /** CPU milliseconds of its processes so far; undefined where the system does not report them. */
  processorMs(): number | undefined;
}

export async function startPostgres(): Promise<PostgresServer> {
  const { postgres, databaseDir, url: server } = await runPostgres({ name: 'bench-postgres' });
  const main = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    async copyOf(file, partitions) {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      await postgres.createDatabase(name);
      const url = `${server}/${name}`;
      if (partitions !== undefined) {
        await using database = await openWithoutMigrating(url);
        await migrate(database, { partitions });
      }
      await copyDatabase(`sqlite:${file}`, url);
      return url;
    },
    processorMs: () => processorMsOf(main),
    [Symbol.asyncDispose]: () => postgres.stop(),
  };
}
