import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase, openWithoutTimeouts } from '../engine/database.ts';
import {
  type AnyDatabase,
  COPIED_TABLES,
  type CopiedTable,
  CopyRefused,
  copyRows,
  createPostgresSide,
  createSqliteSide,
  type OnProgress,
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
  const to = createPostgresSide(target);
  for (const { name } of COPIED_TABLES) {
    if ((await to.count(name)) > 0)
      throw new CopyRefused(`The target already has rows in "${name}". Copy into an empty database.`);
  }
  const copied = await copyRows(createSqliteSide(source), to, onProgress);
  await continueNumbers(source, target);
  return copied;
}

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
