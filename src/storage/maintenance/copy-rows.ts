import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { AnyTable } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';

/** Progress of a copy, in rows of all tables. */
interface CopyProgress {
  table: string;
  done: number;
  total: number;
}

export type OnProgress = (progress: CopyProgress) => void;

export interface CopiedTable {
  table: string;
  rows: number;
}

/** The copy was refused or aborted; nothing of it was written. */
export class CopyRefused extends Error {}

export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

type CopiedRow = Record<string, SQLInputValue>;

/** Database that a copy reads or writes. */
interface Side {
  count(table: string): number | Promise<number>;
  readPages(table: string, columns: readonly string[]): Iterable<CopiedRow[]> | AsyncIterable<CopiedRow[]>;
  insert(table: string, columns: readonly string[], rows: readonly CopiedRow[]): void | Promise<void>;
}

const BATCH_SIZE = 500;
/** Tables that triggers fill. */
const DERIVED_TABLES = new Set(['job_queues', 'organization_queues']);

/** Tables that are copied, referenced ones first. */
export const COPIED_TABLES: readonly AnyTable[] = Object.values<AnyTable>(TABLES).filter(
  ({ name }) => !DERIVED_TABLES.has(name),
);

/**
 * Copies the rows of all tables unchanged, and counts them on both sides, which have the tables of this version. Throws
 * `CopyRefused` when rows are missing.
 */
export async function copyRows(from: Side, to: Side, onProgress: OnProgress): Promise<CopiedTable[]> {
  const expected: CopiedTable[] = [];
  for (const { name: table } of COPIED_TABLES) expected.push({ table, rows: await from.count(table) });
  const total = expected.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name: table, columns: declared } of COPIED_TABLES) {
    const columns = Object.keys(declared);
    for await (const rows of from.readPages(table, columns)) {
      await to.insert(table, columns, rows);
      done += rows.length;
      onProgress({ table, done, total });
    }
  }
  for (const { table, rows } of expected) {
    const arrived = await to.count(table);
    if (arrived !== rows)
      throw new CopyRefused(
        `"${table}" has ${rows} rows, but ${arrived} arrived. Nothing was kept; try again.`,
      );
  }
  return expected;
}

export function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows);
}

export function createSqliteSide(database: DatabaseSync): Side {
  return {
    count: (table) => countOf(database, table),
    *readPages(table, columns) {
      const page = database.prepare(
        `select rowid as "#", ${quoteColumns(columns)} from "${table}" where rowid > ? order by rowid limit ?`,
      );
      for (let last = 0; ; ) {
        const rows = page.all(last, BATCH_SIZE);
        if (rows.length === 0) return;
        last = Number(rows.at(-1)?.['#']);
        yield rows.map(({ '#': _, ...row }) => row);
      }
    },
    insert(table, columns, rows) {
      const places = columns.map(() => '?').join(', ');
      const statement = database.prepare(
        `insert into "${table}" (${quoteColumns(columns)}) values (${places})`,
      );
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
    },
  };
}

function quoteColumns(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** The connection is one transaction. */
export function createPostgresSide(connection: AnyDatabase): Side {
  const joinNames = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
  return {
    async count(table) {
      const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
        connection,
      );
      return Number(rows[0]?.rows);
    },
    /** Reads a table once, by a cursor. */
    async *readPages(table, columns) {
      const all = sql`select ${joinNames(columns)} from ${sql.table(table)}`;
      await sql`declare pages no scroll cursor for ${all}`.execute(connection);
      for (;;) {
        const { rows } = await sql<CopiedRow>`fetch ${sql.lit(BATCH_SIZE)} from pages`.execute(connection);
        if (rows.length === 0) break;
        yield rows;
      }
      await sql`close pages`.execute(connection);
    },
    async insert(table, columns, rows) {
      const names = joinNames(columns);
      await sql`insert into ${sql.table(table)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
        connection,
      );
    },
  };
}
