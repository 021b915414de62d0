import type { Kysely } from 'kysely';

interface RateWindowsTable {
  /** A hash: what is counted are addresses. */
  bucket: string;
  /** ISO instant. Processes whose clocks differ count in windows of their own. */
  ends_at: string;
  count: number;
}

export interface RateWindowTables {
  rate_windows: RateWindowsTable;
}

/** How often agents have asked, all processes together. */
export async function createRateWindows(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('rate_windows')
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('rate_windows_key', ['bucket', 'ends_at'])
    .execute();
  await database.schema.createIndex('rate_windows_age').on('rate_windows').columns(['ends_at']).execute();
}
