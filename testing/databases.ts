import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { openDatabase, openWithoutMigrating } from '../src/storage/engine/database.ts';
import { migrate } from '../src/storage/tables/migrations.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { quickFolder } from './quick-folder.ts';
import { MIGRATED, SHARED_POSTGRES } from './whole-run.ts';

/** Database that a suite runs on. */
export interface TestDatabase {
  name: string;
  /** Returns the URL of one without tables. */
  fresh(): Promise<string>;
  /** Returns the URL of one with the current schema and no rows: a copy takes a tenth of the time of migrating. */
  migrated(): Promise<string>;
}

const folders: string[] = [];

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(quickFolder(), 'ucp-host-test-'));
  folders.push(folder);
  return join(folder, 'test.db');
}

let template: Promise<string> | undefined;

/** Returns a migrated file to copy. */
async function createTemplate(): Promise<string> {
  const file = await temporaryFile();
  await (await openDatabase(`sqlite:${file}`)).destroy();
  return file;
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  fresh: async () => `sqlite:${await temporaryFile()}`,
  async migrated() {
    template ??= createTemplate();
    const file = await temporaryFile();
    await copyFile(await template, file);
    return `sqlite:${file}`;
  },
};

let server: Promise<PostgresServer> | undefined;
const files: string[] = [];

function serverOfRun(): Promise<PostgresServer> {
  const url = process.env[SHARED_POSTGRES];
  return url === undefined ? startPostgres() : Promise.resolve({ url, stop: dropMade });
}

/** Real server with a separate database for each suite. */
const postgresql: TestDatabase = {
  name: 'PostgreSQL',
  fresh: () => createOnServer(''),
  // Only the whole run's server has the template; elsewhere the first opening migrates. Copying files skips the log of writes.
  migrated: () =>
    createOnServer(
      process.env[SHARED_POSTGRES] === undefined ? '' : `template ${MIGRATED} strategy file_copy`,
    ),
};

let partitions: Promise<string> | undefined;

/** Returns the name of a migrated database to copy. */
async function createPartitions(): Promise<string> {
  const url = await createOnServer('');
  await using database = await openWithoutMigrating(url);
  await migrate(database, { partitions: 16 });
  return url.slice(url.lastIndexOf('/') + 1);
}

async function copyOfPartitions(): Promise<string> {
  partitions ??= createPartitions();
  return createOnServer(`template ${await partitions} strategy file_copy`);
}

/** PostgreSQL whose large tables are divided by store: only an operator's command creates these, so that even a fresh one has tables. */
const partitioned: TestDatabase = {
  name: 'partitions',
  fresh: copyOfPartitions,
  migrated: copyOfPartitions,
};

async function createOnServer(options: string): Promise<string> {
  server ??= serverOfRun();
  const { url } = await server;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(url, `create database ${name} ${options}`);
  files.push(name);
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
    await command(url, ...files.map((name) => `drop database if exists ${name} with (force)`));
}

const names = process.env.TEST_DATABASES ?? `${sqlite.name} ${postgresql.name}`;

/** SQLite and PostgreSQL, unless TEST_DATABASES names others. */
export const databases = [sqlite, postgresql, partitioned].filter(({ name }) => names.includes(name));

/** For tests to which the kind of database makes no difference. */
export const anyDatabase = databases[0] ?? assert.fail('TEST_DATABASES names no database');

after(async () => {
  if (server) await (await server).stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
