import { runPostgres } from './embedded-postgres.ts';

export interface PostgresServer {
  /** `postgres://…`, without a database's name. */
  url: string;
  stop(): Promise<void>;
}

/** A real one, on loopback, that forgets everything when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  const { postgres, url } = await runPostgres({
    name: 'postgres',
    initdbFlags: ['--no-sync'],
    settings: ['fsync=off', 'max_connections=400'],
  });
  return { url, stop: () => postgres.stop() };
}
