import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase, openWithoutTimeouts } from '../engine/database.ts';
import {
  type AnyDatabase,
  type CopiedTable,
  CopyRefused,
  copyRows,
  type OnProgress,
  postgresSide,
  sqliteSide,
  tablesOf,
} from './copy-rows.ts';

/**
 * Copies an installation from a snapshot of SQLite to an empty PostgreSQL database, in one transaction. The same SECRET_KEY opens
 * sealed values. Throws `CopyRefused`.
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: OnProgress = () => undefined,
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
    return await target.transaction().execute((connection) => copyInto(connection, source, onProgress));
  } finally {
    source.close();
    await target.destroy();
  }
}

async function copyInto(
  target: AnyDatabase,
  source: DatabaseSync,
  onProgress: OnProgress,
): Promise<CopiedTable[]> {
  const to = postgresSide(target);
  const tables = tablesOf(source);
  for (const table of tables) {
    if ((await to.count(table)) > 0)
      throw new CopyRefused(`The target already has rows in "${table}". Copy into an empty database.`);
  }
  const copied = await copyRows({ from: sqliteSide(source), to, schema: source }, onProgress);
  await continueNumbers(source, target, tables);
  return copied;
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
