import { rm } from 'node:fs/promises';
import { runPostgres } from '../../../testing/embedded-postgres.ts';

export interface OwnPostgres {
  url: string;
  /** Stops the server and keeps its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Removes server and data. */
  close(): Promise<void>;
}

/** Starts a PostgreSQL server that a test can stop without affecting others. */
export async function ownPostgres(): Promise<OwnPostgres> {
  let output = '';
  const { postgres, databaseDir, url } = await runPostgres({
    name: 'own-postgres',
    persistent: true,
    settings: ['fsync=off'],
    onLog: (line) => {
      output = line;
    },
  });
  await postgres.createDatabase('ucp_host');
  let runs = true;
  const stop = async () => {
    if (runs) await postgres.stop();
    runs = false;
  };
  return {
    url: `${url}/ucp_host`,
    stop,
    async start() {
      if (runs) return;
      await postgres.start().catch(() => {
        throw new Error(`The server does not start: ${output}`);
      });
      runs = true;
    },
    async close() {
      await stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
