import { join } from 'node:path';
import { USUAL, usualCases } from './against-bare.ts';
import type { Child } from './child.ts';
import { type Comparison, compare, type Pace } from './compare.ts';
import { type Filled, fillDatabase } from './fill-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { startService } from './service-child.ts';
import { measureSizes, type Sizes } from './sizes.ts';

export const PARTITIONS = 16;

export interface PostgresCase extends Comparison {
  name: string;
  /** CPU microseconds of PostgreSQL per request, warm-up included; null where the system does not report them. */
  postgresUs: number | null;
}

export interface OnPostgres {
  cases: PostgresCase[];
  /** The same on a database whose large tables are divided by store; absent in results of before there were any. */
  partitioned?: PostgresCase[];
  sizes: Sizes;
}

/** Measures PostgreSQL with whole and with divided tables, bytes per session included. */
export async function measurePostgres(
  folder: string,
  bare: Child,
  pace: Pace,
  { sessions }: { sessions: number },
): Promise<OnPostgres> {
  await using postgres = await startPostgres();
  const filled = await fillDatabase(join(folder, 'for-postgres.db'), USUAL);
  const url = await postgres.copyOf(filled.file);
  const measured = { postgres, filled, bare, pace };
  const cases = await casesOn(url, measured);
  const partitioned = await casesOn(await postgres.copyOf(filled.file, PARTITIONS), measured);
  process.stderr.write('sizes …\n');
  return { cases, partitioned, sizes: await measureSizes(folder, postgres, { sessions, used: url }) };
}

interface Measured {
  postgres: PostgresServer;
  filled: Filled;
  bare: Child;
  pace: Pace;
}

async function casesOn(url: string, { postgres, filled, bare, pace }: Measured): Promise<PostgresCase[]> {
  await using service = await startService(url);
  const cases: PostgresCase[] = [];
  for (const [name, requests] of await usualCases(service, filled)) {
    process.stderr.write(`PostgreSQL: ${name} …\n`);
    const before = postgres.processorMs();
    const comparison = await compare(service, bare, requests, pace);
    const postgresUs = perRequest(postgres, before, comparison.answers);
    cases.push({ name, ...comparison, postgresUs });
  }
  return cases;
}

function perRequest(postgres: PostgresServer, before: number | undefined, requests: number): number | null {
  const after = postgres.processorMs();
  if (before === undefined || after === undefined) return null;
  return ((after - before) * 1000) / requests;
}
