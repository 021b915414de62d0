import { type Kysely, sql } from 'kysely';

interface PairingCodesTable {
  id: string;
  /** Keyed: six digits are too few to be hashed without a key. */
  code_hash: string;
  /** The account that its store will belong to; null for a code of an operator. */
  account_id: string | null;
  status: string;
  /** 1 for its ten minutes: no other code is the same then, whatever became of this one. */
  live: number;
  /** How often the right code came and the site could not be proved. */
  tries: number;
  /** JSON: why the last try came to nothing, in words. */
  refusal: string | null;
  store_id: string | null;
  /** Keyed hash of who paired with it: only the very same site may ask again. */
  paired_by: string | null;
  busy_by: string | null;
  busy_until: string | null;
  expires_at: string;
  created_at: string;
}

/** Wrong tries of the last minutes; addresses and sites are keyed hashes. */
interface PairingAttemptsTable {
  id: string;
  address_hash: string;
  site_hash: string;
  at: string;
}

interface PairingsTable {
  store_id: string;
  /** Keyed: one pairing for each site. */
  site_hash: string;
  site_url: string;
  /** What the plugin shows us; 32 random bytes. */
  service_token_hash: string;
  /** Sealed. What the site proves itself with. */
  connector_token: string;
  /** JSON. */
  versions: string;
  paired_at: string;
}

/** Sites that are still to be told that they are paired no more; their stores may be gone. */
interface UnpairNotificationsTable {
  id: string;
  platform: string;
  /** Sealed, and kept only until the site has heard it. */
  credentials: string;
  attempts: number;
  next_try_at: string;
  created_at: string;
}

export interface PairingTables {
  pairing_codes: PairingCodesTable;
  pairing_tries: PairingAttemptsTable;
  pairings: PairingsTable;
  farewells: UnpairNotificationsTable;
}

/** Codes that a merchant types on their site, tries at guessing one, and the sites that were paired. */
export async function createPairingTables(database: Kysely<unknown>): Promise<void> {
  await createCodes(database);
  await database.schema
    .createTable('pairing_tries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('site_hash', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('pairing_tries_at').on('pairing_tries').columns(['at']).execute();
  await database.schema
    .createTable('pairings')
    .addColumn('store_id', 'text', (column) => column.primaryKey())
    .addColumn('site_hash', 'text', (column) => column.notNull().unique())
    .addColumn('site_url', 'text', (column) => column.notNull())
    .addColumn('service_token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('connector_token', 'text', (column) => column.notNull())
    .addColumn('versions', 'text', (column) => column.notNull())
    .addColumn('paired_at', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('farewells')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('credentials', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

async function createCodes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('pairing_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('live', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refusal', 'text')
    .addColumn('store_id', 'text')
    .addColumn('paired_by', 'text')
    .addColumn('busy_by', 'text')
    .addColumn('busy_until', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await sql`create unique index pairing_codes_live on pairing_codes (code_hash) where live = 1`.execute(
    database,
  );
}
