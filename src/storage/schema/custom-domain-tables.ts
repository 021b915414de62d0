import { type Kysely, sql } from 'kysely';

/** Domains that merchants say are theirs. Many may claim one; proved it is one store's. */
export interface CustomDomainsTable {
  id: string;
  store_id: string;
  /** Lower case, punycode, without a dot at its end. */
  name: string;
  /** What the DNS record must hold: public by nature, and so not sealed. */
  token: string;
  created_at: string;
  verified_at: string | null;
  checked_at: string | null;
  /** Since when the record of a proved one has been gone. */
  missing_since: string | null;
  lost_at: string | null;
  leads_here: number;
  /** Why the domain does not lead here, in words. */
  obstacle: string | null;
}

export async function createStoreDomains(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('store_domains')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('store_id', 'text', (column) => column.notNull().references('stores.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('missing_since', 'text')
    .addColumn('lost_at', 'text')
    .addColumn('leads_here', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('obstacle', 'text')
    .addUniqueConstraint('store_domains_once', ['store_id', 'name'])
    .execute();
  // Claims that are not proved stand in nobody's way: the index is what makes a proved one a single store's.
  await sql`create unique index store_domains_proved on store_domains (name) where verified_at is not null`.execute(
    database,
  );
}
