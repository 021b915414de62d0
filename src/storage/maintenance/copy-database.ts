import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { sql } from 'kysely';
import { type AnyDatabase, openDatabase, openWithoutTimeouts, toUntyped } from '../engine/database.ts';
import { countRows } from '../repositories/rows/rows.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';

/** Gets the progress of a copy, in rows of all tables. */
type OnProgress = (progress: { table: string; done: number; total: number }) => void;

export interface CopiedTable {
  table: string;
  rows: number;
}

/** The copy was refused or aborted; nothing of it was written. */
export class CopyRefused extends Error {}

type CopiedRow = Record<string, SQLOutputValue>;

const BATCH_SIZE = 500;
/** Referenced tables come first. */
const COPIED_TABLES: readonly AnyTable[] = Object.values<AnyTable>(TABLES);

/** Copies an installation from a snapshot of SQLite to an empty PostgreSQL database, in one transaction. Throws `CopyRefused`. */
export async function copyDatabase(from: string, to: string, onProgress: OnProgress = () => undefined) {
  const file = from.slice('sqlite:'.length);
  if (!existsSync(file)) throw new CopyRefused(`There is no database file "${file}".`);
  // Both sides must have the same columns.
  await (await openDatabase(from)).destroy();
  await (await openDatabase(to)).destroy();
  const target = toUntyped(openWithoutTimeouts(to));
  const source = new DatabaseSync(file);
  source.exec('PRAGMA query_only = ON; BEGIN');
  try {
    const copied = await target
      .transaction()
      .execute((connection) => copyInto(connection, source, onProgress));
    // PostgreSQL's statistics: until it vacuums by itself, plans for the new rows are ten times as slow. The copy is whole without them.
    const tables = COPIED_TABLES.map(({ name }) => sql.table(name));
    await sql`vacuum (analyze) ${sql.join(tables)}`.execute(target).catch(() => undefined);
    return copied;
  } finally {
    source.close();
    await target.destroy();
  }
}

/** Copies the rows of all tables unchanged, and counts them on both sides. */
async function copyInto(target: AnyDatabase, source: DatabaseSync, onProgress: OnProgress) {
  for (const { name } of COPIED_TABLES) {
    if ((await countAtTarget(target, name)) > 0)
      throw new CopyRefused(`The target already has rows in "${name}". Copy into an empty database.`);
  }
  const expected = countCopiedRows(source);
  const total = expected.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name: table, columns } of COPIED_TABLES)
    for (const rows of readPages(source, table, Object.keys(columns))) {
      await insertRows(target, table, rows);
      done += rows.length;
      onProgress({ table, done, total });
    }
  for (const { table, rows } of expected) {
    const arrived = await countAtTarget(target, table);
    if (arrived !== rows)
      throw new CopyRefused(
        `"${table}" has ${rows} rows, but ${arrived} arrived. Nothing was kept; try again.`,
      );
  }
  await continueNumbers(source, target);
  return expected;
}

/** Counts the rows of the tables that an SQLite file has: another version may not have all of this one's. */
export function countCopiedRows(database: DatabaseSync): CopiedTable[] {
  const names = database.prepare("select name from sqlite_master where type = 'table'").all();
  const tables = COPIED_TABLES.filter((table) => names.some(({ name }) => name === table.name));
  return tables.map(({ name: table }) => ({
    table,
    rows: Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows),
  }));
}

function* readPages(source: DatabaseSync, table: string, columns: readonly string[]): Iterable<CopiedRow[]> {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const page = source.prepare(
    `select rowid as "#", ${names} from "${table}" where rowid > ? order by rowid limit ?`,
  );
  for (let last = 0; ; ) {
    const rows = page.all(last, BATCH_SIZE);
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.['#']);
    yield rows.map(({ '#': _, ...row }) => row);
  }
}

async function insertRows(target: AnyDatabase, table: string, rows: readonly CopiedRow[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const items = sql<CopiedRow>`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  await target
    .insertInto(table)
    .columns(names)
    .expression(target.selectFrom(items.as('item')).select(names))
    .execute();
}

const countAtTarget = (target: AnyDatabase, table: string) => countRows(target.selectFrom(table));

/** Continues PostgreSQL's sequences after SQLite's highest number. */
async function continueNumbers(source: DatabaseSync, target: AnyDatabase): Promise<void> {
  const highest = source.prepare('select seq from sqlite_sequence where name = ?');
  for (const { name, columns } of COPIED_TABLES) {
    const numbered = Object.keys(columns).find((column) => columns[column]?.definition.type === 'number');
    const last = highest.get(name)?.seq;
    if (!numbered || last === undefined) continue;
    await sql`select setval(pg_get_serial_sequence(${name}, ${numbered}), ${Math.max(1, Number(last))})`.execute(
      target,
    );
  }
}
