import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CHANGES_CHANNEL } from '../../tables/announced-changes.ts';
import { toDriverAddress } from './address.ts';

const CHECK_INTERVAL_MS = 500;
/** Without a check for this long a notification may have been lost, and caches are bypassed. */
const MAX_UNCHECKED_MS = 1_500;
const CHECK_TIMEOUT_MS = 1_000;
const RECONNECT_DELAY_MS = 1_000;

/** Detects changes of cached rows, by any process. */
export interface ChangeListener {
  /** Returns a number that changes with the rows; undefined while a change could go unnoticed. */
  getVersion(): number | undefined;
  /** True once it is known that no pooler is between. */
  isDirect(): boolean;
  stop(): Promise<void>;
}

/**
 * Listens on a connection of its own, which it opens when it is first asked. The version of the rows is read on the same
 * connection, so that a lost notification is detected; behind a pooler, which does not pass notifications on, it gives up.
 */
export function changeListener(url: string): ChangeListener {
  let changes = 0;
  let seen: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let client: pg.Client | undefined;
  let isStarted = false;
  let isDirect = false;
  let isStopped = false;

  async function listen(): Promise<void> {
    while (!isStopped) {
      await listenOnce().catch(() => undefined);
      checkedAt = Number.NEGATIVE_INFINITY;
      await client?.end().catch(() => undefined);
      if (!isStopped) await sleep(RECONNECT_DELAY_MS, undefined, { ref: false });
    }
  }

  /** Ends when the connection fails. */
  async function listenOnce(): Promise<void> {
    const fresh = createConnectionTo(url);
    client = fresh;
    fresh.on('error', () => {
      checkedAt = Number.NEGATIVE_INFINITY;
    });
    fresh.on('notification', () => {
      changes += 1;
    });
    await fresh.connect();
    (fresh as pg.Client & { unref(): void }).unref();
    await fresh.query(`listen ${CHANGES_CHANNEL}`);
    changes += 1;
    while (!isStopped) {
      await check(fresh);
      await sleep(CHECK_INTERVAL_MS, undefined, { ref: false });
    }
  }

  async function check(connection: pg.Client): Promise<void> {
    const askedAt = performance.now();
    const version = await findVersion(connection);
    isDirect = version !== undefined;
    isStopped ||= !isDirect;
    if (!isDirect) return;
    if (version !== seen) changes += 1;
    seen = version;
    checkedAt = askedAt;
  }

  return {
    getVersion() {
      if (!isStarted) void listen();
      isStarted = true;
      return performance.now() - checkedAt <= MAX_UNCHECKED_MS ? changes : undefined;
    },
    isDirect: () => isDirect,
    async stop() {
      isStopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Returns the version of the cached rows; undefined behind a pooler, which invents the process id that it gives to its clients. */
async function findVersion(connection: pg.Client): Promise<string | undefined> {
  const statement = 'select version, pg_backend_pid() as process_id from cached_rows_version';
  const { version, process_id } = (await connection.query(statement)).rows[0];
  return process_id === (connection as { processID?: number }).processID ? version : undefined;
}

function createConnectionTo(url: string): pg.Client {
  return new pg.Client({
    connectionString: toDriverAddress(url),
    application_name: 'ucp-host changes',
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
    keepAlive: true,
  });
}
