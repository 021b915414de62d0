import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Where suites find the PostgreSQL of the whole run; a suite that runs alone starts its own. */
export const SHARED_POSTGRES = 'TEST_POSTGRES';

let server: PostgresServer | undefined;

/** Node's test runner calls it once, before the first suite: to make a server takes longer than most suites. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env[SHARED_POSTGRES] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
