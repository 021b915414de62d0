import { runPostgres } from './embedded-postgres.ts';
import { quickFolder } from './quick-folder.ts';

export interface PostgresServer {
  /** `postgres://…` without a database name. */
  url: string;
  stop(): Promise<void>;
}

/** A server that loses its data when it stops needs no writes that survive a crash, nor statistics of long use. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_wal_size=256MB',
  'max_connections=400',
];

/** Starts a real PostgreSQL on loopback that loses its data when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  const { postgres, url } = await runPostgres({
    name: 'postgres',
    folder: quickFolder(),
    initdbFlags: ['--no-sync'],
    settings: SETTINGS,
  });
  return { url, stop: () => postgres.stop() };
}
