import { join } from 'node:path';
import { USUAL } from './against-bare.ts';
import type { Child } from './child.ts';
import { type Comparison, compare, type Pace } from './compare.ts';
import { type Filled, fillDatabase } from './fill-database.ts';
import { startPostgres } from './postgres-server.ts';
import { createRequests, type Requests, sessionRequests } from './requests.ts';
import { startWorkerPool } from './service-child.ts';

export const WORKER_COUNTS = [1, 2, 4] as const;

export interface WithWorkers {
  name: string;
  /** One result per entry of WORKER_COUNTS. */
  byCount: Comparison[];
}

/** Measures `npm start -- --workers N`: reads on both databases, creates on PostgreSQL, which takes concurrent writers. */
export async function measureWorkers(folder: string, bare: Child, pace: Pace): Promise<WithWorkers[]> {
  const filled = await fillDatabase(join(folder, 'for-workers.db'), USUAL);
  const reads = { 'GET session': sessionRequests };
  const onSqlite = await measureOn(`sqlite:${filled.file}`, 'SQLite', filled, reads);
  await using postgres = await startPostgres();
  const creates = { 'POST create': ({ slugs }: Filled) => createRequests(slugs) };
  const url = await postgres.copyOf(filled.file);
  return [...onSqlite, ...(await measureOn(url, 'PostgreSQL', filled, { ...reads, ...creates }))];

  async function measureOn(
    url: string,
    database: string,
    filled: Filled,
    kinds: Record<string, (filled: Filled) => Requests>,
  ): Promise<WithWorkers[]> {
    const results = Object.keys(kinds).map(
      (kind): WithWorkers => ({ name: `${kind}, ${database}`, byCount: [] }),
    );
    for (const count of WORKER_COUNTS) {
      process.stderr.write(`${database}, ${count} workers …\n`);
      await using service = await startWorkerPool(url, count);
      for (const [index, kind] of Object.values(kinds).entries()) {
        results[index]?.byCount.push(await compare(service, bare, kind(filled), pace));
      }
    }
    return results;
  }
}
