import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapDatabaseError, toDatabaseFailure } from '../../../src/storage/engine/database-failure.ts';

/** As node:sqlite throws them, with SQLite's extended result code (https://www.sqlite.org/rescode.html). */
const ofSqlite = (errcode: number, message: string) =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });

describe('failures of SQLite', () => {
  for (const [errcode, message, reason] of [
    [5, 'database is locked', 'locked'],
    [261, 'database is locked (SQLITE_BUSY_RECOVERY)', 'locked'],
    [517, 'database is locked (SQLITE_BUSY_SNAPSHOT)', 'locked'],
    [15, 'locking protocol', 'locked'],
    [17, 'database schema has changed', 'locked'],
    [264, 'attempt to write a readonly database (SQLITE_READONLY_RECOVERY)', 'read_only'],
    [5130, 'disk I/O error (SQLITE_IOERR_SHMLOCK)', 'unreachable'],
    [13, 'database or disk is full', 'full'],
  ] as const)
    it(`become an error that agents may retry: ${message}`, () => {
      const error = ofSqlite(errcode, message);
      assert.equal(toDatabaseFailure(error), reason);
      const mapped = mapDatabaseError(error) as {
        kind?: string;
        retryAfterSeconds?: number;
        message: string;
      };
      assert.equal(mapped.kind, 'busy');
      assert.ok((mapped.retryAfterSeconds ?? 0) > 0);
      assert.ok(!mapped.message.includes(message), 'in words for agents');
    });

  for (const [errcode, message] of [
    [1, 'no such table: stores'],
    [787, 'FOREIGN KEY constraint failed'],
    [11, 'database disk image is malformed'],
  ] as const)
    it(`leave other errors as they are: ${message}`, () =>
      assert.equal(toDatabaseFailure(ofSqlite(errcode, message)), undefined));
});
