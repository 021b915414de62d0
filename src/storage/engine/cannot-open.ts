import type { Duplex } from 'node:stream';
import pg from 'pg';
import { CommerceError } from '../../commerce/errors.ts';
import { toDriverAddress } from './postgres/address.ts';

/** Wait for a free or a new connection. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** Connects once. Throws `busy`, for the operator: one sentence with the server and its reason, and no password. */
export async function tryConnection(url: string): Promise<void> {
  const connectionString = toDriverAddress(url);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A pooler accepts connections while the server behind it is away.
    await client.query('select 1');
  } catch (error) {
    dropConnection(client);
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
    throw toCannotOpenError(`PostgreSQL at ${host || 'its socket'}${pathname}`, error);
  }
  await client.end();
}

/** A connection that fails between question and answer is left open by the driver, and keeps the process for a minute. */
function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } };
  connection.stream.destroy();
}

export function toCannotOpenError(database: string, error: unknown): CommerceError {
  return new CommerceError('busy', `${database} cannot be opened: ${toReason(error)}.`, { cause: error });
}

/** The driver's words for a server that asks by SCRAM. */
const NO_PASSWORD = /client password must be a (?:non-empty )?string/;

/** Node reports a name with several addresses as several errors without a message of their own. */
function toReason(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(toReason))].join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return NO_PASSWORD.test(message) ? 'it asks for a password, and its address has none' : message;
}
