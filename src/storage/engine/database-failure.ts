import { type QueryExecutorProvider, sql } from 'kysely';
import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';

/** Reason why a database cannot answer; it passes by itself or when an operator acts. */
export type DatabaseFailure = 'unreachable' | 'overloaded' | 'full' | 'read_only' | 'locked';

/** None says that nothing was changed: a part of the change may be committed, or its commit was not answered. */
const SENTENCES: Record<DatabaseFailure, string> = {
  unreachable:
    'The service cannot reach its database at the moment. Try again in a few seconds; read again before you repeat a change.',
  overloaded: 'The database of the service is busy at the moment. Try again in a few seconds.',
  full: 'The service has no room left to store this at the moment. Try again later; read again before you repeat a change.',
  read_only:
    'The service can only read its database at the moment, and stored nothing. Try again in a few seconds.',
  locked: 'Others are changing the same at this moment. Try again in a few seconds.',
};

const RETRY_AFTER_SECONDS: Record<DatabaseFailure, number> = {
  unreachable: 5,
  overloaded: 5,
  full: 30,
  read_only: 5,
  locked: 2,
};

/** Returns undefined for errors of a query, such as bad SQL or a violated constraint. */
export function toDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return SQLITE_REASONS[Number(error.errcode) & 0xff];
  const code = 'code' in error ? String(error.code) : '';
  const ofCode = CODE_REASONS[code] ?? (code.startsWith('08') ? 'unreachable' : undefined);
  return ofCode ?? MESSAGE_REASONS.find(([pattern]) => pattern.test(error.message))?.[1];
}

/** Maps a database failure to an error for callers, and a row whose account, organization or store was just removed to `conflict`. */
export function mapDatabaseError(error: unknown): unknown {
  const reason = toDatabaseFailure(error);
  if (reason !== undefined) return createDatabaseFailureError(reason, error);
  // SQLITE_CONSTRAINT_FOREIGNKEY, and its SQLSTATE.
  return hasCode(error, [787, '23503']) ? toConflictError(REMOVED, { cause: error }) : error;
}

const REMOVED = 'What this belongs to was removed at the same moment. Nothing was changed.';

/** True for a change to a value that another row has in a unique column. */
export function isTaken(error: unknown): boolean {
  // SQLITE_CONSTRAINT_UNIQUE, and its SQLSTATE.
  return hasCode(error, [2067, '23505']);
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return [errcode, code].some((each) => codes.includes(each));
}

export function createDatabaseFailureError(reason: DatabaseFailure, cause?: unknown): CommerceError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS[reason];
  return new CommerceError('busy', SENTENCES[reason], { retryAfterSeconds, cause });
}

/** https://www.sqlite.org/rescode.html: the lowest byte is the primary code. */
const SQLITE_REASONS: Record<number, DatabaseFailure> = {
  5: 'locked',
  6: 'locked',
  7: 'overloaded',
  8: 'read_only',
  10: 'unreachable',
  13: 'full',
  14: 'unreachable',
  // SQLITE_PROTOCOL: many processes open the write-ahead log at once. SQLITE_SCHEMA: another process changes a table.
  15: 'locked',
  17: 'locked',
};

/** Codes of sockets, and SQLSTATEs of a server that starts, stops, is a standby or is overloaded. */
const CODE_REASONS: Record<string, DatabaseFailure> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ENOENT: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  '3D000': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  // A server that has become a standby.
  '25006': 'read_only',
  '53100': 'full',
  '53200': 'overloaded',
  '53300': 'overloaded',
  '53400': 'overloaded',
  '57014': 'overloaded',
  '25P03': 'overloaded',
  '40001': 'locked',
  '40P01': 'locked',
  '55P03': 'locked',
};

/** Errors of pg that have no code. */
const MESSAGE_REASONS: readonly [message: RegExp, reason: DatabaseFailure][] = [
  [/^timeout exceeded when trying to connect/i, 'unreachable'],
  [/^Connection terminated/i, 'unreachable'],
  [/connection error and is not queryable/i, 'unreachable'],
  [/^Client was closed/i, 'unreachable'],
  [/^Query read timeout/i, 'overloaded'],
];

/** Probes the database. Returns the reason why it does not answer within this time, undefined when it does. */
export async function probeDatabaseFailure(database: QueryExecutorProvider, withinMs: number) {
  return withTimeout<string | undefined>({ timeoutMs: withinMs, late: () => 'silent' }, () =>
    sql`select 1 from stores limit 1`.execute(database).then(
      () => undefined,
      (error: unknown) => getFailureBehind(error) ?? 'failing',
    ),
  );
}

/** A mapped failure has the driver's error as its cause; a failure to connect has none. */
export function getFailureBehind(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof CommerceError)) return toDatabaseFailure(error);
  return error.cause === undefined ? 'unreachable' : toDatabaseFailure(error.cause);
}
