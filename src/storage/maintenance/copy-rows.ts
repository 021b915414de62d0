import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';

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
  pages(table: string, columns: readonly string[]): Iterable<CopiedRow[]> | AsyncIterable<CopiedRow[]>;
  insert(table: string, columns: readonly string[], rows: readonly CopiedRow[]): void | Promise<void>;
}

const BATCH_SIZE = 500;
/** Tables that migrations or triggers fill. */
const DERIVED_TABLES = /^(kysely_migration|sqlite_|job_queues|organization_queues)/;

/**
 * Copies the rows of all tables unchanged, those of referenced tables first, and counts them on both sides. `schema` is the side
 * that is SQLite: it names the tables and columns. Throws `CopyRefused` when rows are missing.
 */
export async function copyRows(
  { from, to, schema }: { from: Side; to: Side; schema: DatabaseSync },
  onProgress: OnProgress,
): Promise<CopiedTable[]> {
  const expected: CopiedTable[] = [];
  for (const table of tablesOf(schema)) expected.push({ table, rows: await from.count(table) });
  const total = expected.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { table, rows: count } of expected) {
    const columns = columnsOf(schema, table);
    for await (const rows of from.pages(table, columns)) {
      await to.insert(table, columns, rows);
      done += rows.length;
      onProgress({ table, done, total });
    }
    const arrived = await to.count(table);
    if (arrived !== count)
      throw new CopyRefused(
        `"${table}" has ${count} rows, but ${arrived} arrived. Nothing was kept; try again.`,
      );
  }
  return expected;
}

/** Lists the tables of an installation, referenced ones first. */
export function tablesOf(schema: DatabaseSync): string[] {
  const all = schema.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const waiting = new Set(all.map(({ name }) => String(name)).filter((name) => !DERIVED_TABLES.test(name)));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((table) =>
      pointsTo(schema, table).every((other) => !waiting.has(other)),
    );
    if (free.length === 0) throw new Error(`Tables point at each other: ${[...waiting].join(', ')}`);
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

function pointsTo(schema: DatabaseSync, table: string): string[] {
  const keys = schema.prepare('select "table" as other from pragma_foreign_key_list(?)').all(table);
  return keys.map(({ other }) => String(other)).filter((other) => other !== table);
}

function columnsOf(schema: DatabaseSync, table: string): string[] {
  return schema
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
}

export function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows);
}

export function sqliteSide(database: DatabaseSync): Side {
  return {
    count: (table) => countOf(database, table),
    *pages(table, columns) {
      const page = database.prepare(
        `select rowid as "#", ${quoted(columns)} from "${table}" where rowid > ? order by rowid limit ?`,
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
      const statement = database.prepare(`insert into "${table}" (${quoted(columns)}) values (${places})`);
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
    },
  };
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** The connection is one transaction. */
export function postgresSide(connection: AnyDatabase): Side {
  const namesOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
  return {
    async count(table) {
      const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
        connection,
      );
      return Number(rows[0]?.rows);
    },
    /** Reads a table once, by a cursor. */
    async *pages(table, columns) {
      const all = sql`select ${namesOf(columns)} from ${sql.table(table)}`;
      await sql`declare pages no scroll cursor for ${all}`.execute(connection);
      for (;;) {
        const { rows } = await sql<CopiedRow>`fetch ${sql.lit(BATCH_SIZE)} from pages`.execute(connection);
        if (rows.length === 0) break;
        yield rows;
      }
      await sql`close pages`.execute(connection);
    },
    async insert(table, columns, rows) {
      const names = namesOf(columns);
      await sql`insert into ${sql.table(table)} (${names})
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
        connection,
      );
    },
  };
}
