import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openWithoutMigrating } from '../src/storage/engine/database.ts';
import { fillDatabase } from './fill-database.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Bytes on disk per row, indexes and half-empty pages included. */
export interface Sizes {
  sqliteSession: number;
  postgresSession: number;
  /** Logged call with its contents; null when none was logged. */
  postgresCall: number | null;
}

const FEW = 1_000;

/** `used`: a database with logged calls. */
export async function measureSizes(
  folder: string,
  postgres: PostgresServer,
  { sessions, used }: { sessions: number; used: string },
): Promise<Sizes> {
  const few = await fillDatabase(join(folder, 'few.db'), { stores: 1, sessions: FEW });
  const many = await fillDatabase(join(folder, 'many.db'), { stores: 1, sessions });
  const more = statSync(many.file).size - statSync(few.file).size;
  const filled = await postgres.copyOf(many.file);
  return {
    sqliteSession: Math.round(more / (sessions - FEW)),
    postgresSession: Math.round((await bytesPerRow(filled, ['checkout_sessions'])) ?? 0),
    postgresCall: await bytesPerRow(used, ['request_log', 'request_contents']),
  };
}

/** Divides the bytes of all tables by the rows of the first. */
async function bytesPerRow(url: string, tables: [string, ...string[]]): Promise<number | null> {
  await using database = await openWithoutMigrating(url);
  const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
  const statement = `select ${sizes} as bytes, (select count(*) from ${tables[0]}) as rows`;
  const [row] = (await sql.raw<{ bytes: string; rows: string }>(statement).execute(database)).rows;
  return row && Number(row.rows) > 0 ? Math.round(Number(row.bytes) / Number(row.rows)) : null;
}
