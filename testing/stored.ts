import { sql } from 'kysely';
import { openDatabase } from '../src/storage/engine/database.ts';

/** Returns every row of every table, by table name. */
export async function storedRows(databaseUrl: string): Promise<Record<string, unknown[]>> {
  const database = await openDatabase(databaseUrl);
  try {
    const tables = await database.introspection.getTables();
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
    const entries: [string, unknown[]][] = [];
    for (const name of names.sort()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
      entries.push([name, rows.map((row) => JSON.stringify(row)).sort()]);
    }
    return Object.fromEntries(entries);
  } finally {
    await database.destroy();
  }
}
