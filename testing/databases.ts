import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { MIGRATED, SHARED_POSTGRES } from './whole-run.ts';

/** Database that a suite runs on; `fresh` returns the URL of an empty one. */
export interface TestDatabase {
  name: string;
  fresh(): Promise<string>;
  /** Returns the URL of an empty one with the current schema, when that is quicker than migrating. */
  migrated?(): Promise<string>;
}

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 ** 30;

const folders: string[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(inMemory() ?? tmpdir(), 'ucp-host-test-'));
  folders.push(folder);
  return folder;
}

/** Returns Linux's file system in memory when it has room: each commit would wait for the disk. */
function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MIN_FREE_BYTES ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  fresh: async () => `sqlite:${join(await temporaryFolder(), 'test.db')}`,
};

let server: Promise<PostgresServer> | undefined;
const made: string[] = [];

function serverOfRun(): Promise<PostgresServer> {
  const url = process.env[SHARED_POSTGRES];
  return url === undefined ? startPostgres() : Promise.resolve({ url, stop: dropMade });
}

/** Real server with a separate database for each suite. */
const postgresql: TestDatabase = {
  name: 'PostgreSQL',
  fresh: () => createOnServer(''),
  // Only the whole run's server has the template.
  migrated: () => createOnServer(process.env[SHARED_POSTGRES] === undefined ? '' : `template ${MIGRATED}`),
};

async function createOnServer(options: string): Promise<string> {
  server ??= serverOfRun();
  const { url } = await server;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(url, `create database ${name} ${options}`);
  made.push(name);
  return `${url}/${name}`;
}

async function command(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropMade(): Promise<void> {
  const { url } = (await server) ?? {};
  if (url !== undefined)
    await command(url, ...made.map((name) => `drop database if exists ${name} with (force)`));
}

/** Both, unless TEST_DATABASES names one. */
export const databases = [sqlite, postgresql].filter(({ name }) =>
  (process.env.TEST_DATABASES ?? name).includes(name),
);

after(async () => {
  if (server) await (await server).stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
