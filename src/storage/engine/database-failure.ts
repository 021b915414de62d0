import { CommerceError } from '../../commerce/errors.ts';

/** Why a database cannot answer, where that is nobody's mistake and passes by itself, or when an operator acts. */
export type DatabaseFailure = 'unreachable' | 'overloaded' | 'full' | 'locked';

const SENTENCES: Record<DatabaseFailure, string> = {
  unreachable:
    'The service cannot reach its database at the moment. Nothing was changed. Try again in a few seconds.',
  overloaded: 'The database of the service is busy at the moment. Try again in a few seconds.',
  full: 'The service has no room left to store this at the moment. Nothing was changed. Try again later.',
  locked: 'Others are changing the same at this moment. Try again in a few seconds.',
};

const RETRY_AFTER_SECONDS: Record<DatabaseFailure, number> = {
  unreachable: 5,
  overloaded: 5,
  full: 30,
  locked: 2,
};

/** Undefined for what is no trouble of the database: a mistake in a query, or a row that is there already. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return sqliteFailure(Number(error.errcode));
  const code = 'code' in error ? String(error.code) : '';
  return codeFailure(code) ?? textFailure(error.message);
}

/** The trouble in words for an agent, who may try again; any other error as it is. */
export function inWords(error: unknown): unknown {
  const trouble = databaseFailure(error);
  return trouble === undefined ? error : databaseFailureError(trouble, error);
}

export function databaseFailureError(trouble: DatabaseFailure, cause?: unknown): CommerceError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS[trouble];
  return new CommerceError('busy', SENTENCES[trouble], { retryAfterSeconds, cause });
}

/** https://www.sqlite.org/rescode.html: the lowest byte is the primary code. */
const OF_SQLITE: Record<number, DatabaseFailure> = {
  5: 'locked',
  6: 'locked',
  7: 'overloaded',
  8: 'unreachable',
  10: 'unreachable',
  13: 'full',
  14: 'unreachable',
  // Many processes that begin to read a write-ahead log at once, as when one of them was killed; and a table that another one changes.
  15: 'locked',
  17: 'locked',
};

function sqliteFailure(errcode: number): DatabaseFailure | undefined {
  return OF_SQLITE[errcode & 0xff];
}

/** Of the connection, and SQLSTATEs: the server starts or stops, follows another one, or has too much to do. */
const OF_CODES: Record<string, DatabaseFailure> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ENOENT: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  '25006': 'unreachable',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  '3D000': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
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

function codeFailure(code: string): DatabaseFailure | undefined {
  return OF_CODES[code] ?? (code.startsWith('08') ? 'unreachable' : undefined);
}

/** What pg says without a code. */
const OF_WORDS: readonly [words: RegExp, trouble: DatabaseFailure][] = [
  [/^timeout exceeded when trying to connect/i, 'unreachable'],
  [/^Connection terminated/i, 'unreachable'],
  [/connection error and is not queryable/i, 'unreachable'],
  [/^Client was closed/i, 'unreachable'],
  [/^Query read timeout/i, 'overloaded'],
];

function textFailure(message: string): DatabaseFailure | undefined {
  return OF_WORDS.find(([words]) => words.test(message))?.[1];
}
