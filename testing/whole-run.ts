import pg from 'pg';
import { openDatabase } from '../src/storage/engine/database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Environment variable with the whole run's PostgreSQL; a suite that runs alone starts its own. */
export const SHARED_POSTGRES = 'TEST_POSTGRES';

/** Database of that server with the current schema, for copies: migrating takes three times as long. */
export const MIGRATED = 'migrated';

let server: PostgresServer | undefined;

/** Called by Node's test runner once, before the first suite: starting a server takes longer than most suites. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  const database = await openDatabase(`${server.url}/${MIGRATED}`);
  await database.destroy();
  process.env[SHARED_POSTGRES] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
