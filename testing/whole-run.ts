import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Environment variable with the whole run's PostgreSQL; a suite that runs alone starts its own. */
export const SHARED_POSTGRES = 'TEST_POSTGRES';

let server: PostgresServer | undefined;

/** Called by Node's test runner once, before the first suite: starting a server takes longer than most suites. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env[SHARED_POSTGRES] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
