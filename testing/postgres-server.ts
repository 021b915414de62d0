import { runPostgres } from './embedded-postgres.ts';

export interface PostgresServer {
  /** `postgres://…` without a database name. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL on loopback that loses its data when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  const { postgres, url } = await runPostgres({
    name: 'postgres',
    initdbFlags: ['--no-sync'],
    settings: ['fsync=off', 'max_connections=400'],
  });
  return { url, stop: () => postgres.stop() };
}
