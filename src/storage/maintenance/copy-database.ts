import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { openDatabase, openWithoutTimeouts } from '../engine/database.ts';

/** Progress of a copy, in rows of all tables. */
export interface CopyProgress {
  table: string;
  done: number;
  total: number;
}

export interface CopiedTable {
  table: string;
  rows: number;
}

/** The copy was refused or aborted; nothing of it was written. */
export class CopyRefused extends Error {}

const BATCH_SIZE = 500;
/** Tables that migrations or triggers fill. */
const DERIVED_TABLES = /^(kysely_migration|sqlite_|job_queues|organization_queues)/;

export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Copies an installation from a snapshot of SQLite to an empty PostgreSQL database, in one transaction, with rows counted on
 * both sides. Rows are copied unchanged: the same SECRET_KEY opens sealed values.
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<CopiedTable[]> {
  const file = from.slice('sqlite:'.length);
  if (!existsSync(file)) throw new CopyRefused(`There is no database file "${file}".`);
  // Both sides must have the same columns.
  await (await openDatabase(from)).destroy();
  await (await openDatabase(to)).destroy();
  const target = openWithoutTimeouts(to) as unknown as AnyDatabase;
  const source = new DatabaseSync(file);
  source.exec('PRAGMA query_only = ON; BEGIN');
  try {
    return await target.transaction().execute((connection) => copyTables(source, connection, onProgress));
  } finally {
    source.close();
    await target.destroy();
  }
}

async function copyTables(
  source: DatabaseSync,
  target: AnyDatabase,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedTable[]> {
  const tables = inOrder(source);
  for (const table of tables) await refuseFilled(target, table);
  const total = tables.reduce((sum, table) => sum + countOf(source, table), 0);
  const copied: CopiedTable[] = [];
  let done = 0;
  for (const table of tables) {
    const columns = columnsOf(source, table);
    for (const rows of pagesOf(source, table)) {
      await insert(target, table, columns, rows);
      done += rows.length;
      onProgress({ table, done, total });
    }
    copied.push({ table, rows: await confirmed(source, target, table) });
  }
  await continueNumbers(source, target, tables);
  return copied;
}

/** Sorts tables, referenced ones first. */
export function inOrder(source: DatabaseSync): string[] {
  const all = source.prepare("select name from sqlite_master where type = 'table' order by name").all();
  const waiting = new Set(all.map(({ name }) => String(name)).filter((name) => !DERIVED_TABLES.test(name)));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((table) =>
      pointsTo(source, table).every((other) => !waiting.has(other)),
    );
    if (free.length === 0) throw new Error(`Tables point at each other: ${[...waiting].join(', ')}`);
    for (const table of free) waiting.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

function pointsTo(source: DatabaseSync, table: string): string[] {
  const keys = source.prepare('select "table" as other from pragma_foreign_key_list(?)').all(table);
  return keys.map(({ other }) => String(other)).filter((other) => other !== table);
}

export function columnsOf(source: DatabaseSync, table: string): string[] {
  return source
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
}

export function countOf(source: DatabaseSync, table: string): number {
  return Number(source.prepare(`select count(*) as rows from "${table}"`).get()?.rows);
}

function* pagesOf(source: DatabaseSync, table: string): Generator<Record<string, unknown>[]> {
  const page = source.prepare(
    `select rowid as "#", * from "${table}" where rowid > ? order by rowid limit ?`,
  );
  for (let last = 0; ; ) {
    const rows = page.all(last, BATCH_SIZE);
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.['#']);
    yield rows.map(({ '#': _, ...row }) => row);
  }
}

async function refuseFilled(target: AnyDatabase, table: string): Promise<void> {
  if ((await countThere(target, table)) === 0) return;
  throw new CopyRefused(`The target already has rows in "${table}". Copy into an empty database.`);
}

export async function countThere(target: AnyDatabase, table: string): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
    target,
  );
  return Number(rows[0]?.rows);
}

async function insert(
  target: AnyDatabase,
  table: string,
  columns: string[],
  rows: Record<string, unknown>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    target,
  );
}

async function confirmed(source: DatabaseSync, target: AnyDatabase, table: string): Promise<number> {
  const [here, there] = [countOf(source, table), await countThere(target, table)];
  if (here === there) return there;
  throw new CopyRefused(
    `"${table}" has ${here} rows here but ${there} arrived. Nothing was kept; try again.`,
  );
}

/** Continues PostgreSQL's sequences after SQLite's highest number. */
async function continueNumbers(source: DatabaseSync, target: AnyDatabase, tables: string[]): Promise<void> {
  const numbered = source.prepare('select name, seq from sqlite_sequence').all();
  for (const { name, seq } of numbered) {
    const table = String(name);
    if (!tables.includes(table)) continue;
    const column = source.prepare('select name from pragma_table_info(?) where pk = 1').get(table)?.name;
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${Math.max(1, Number(seq))})`.execute(
      target,
    );
  }
}
