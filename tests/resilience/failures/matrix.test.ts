import { describe } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { SUFFERED } from './faults.ts';
import { matrix } from './matrix.ts';

const [sqlite, postgresql] = databases;

/** Those whose leavings are the most intricate. */
const SOME = ['down', 'dropped_write', 'malformed_write', 'server_error_once'] as const;

if (sqlite) {
  describe('a bad day of a shop (SQLite)', () => {
    matrix(
      sqlite,
      SUFFERED.filter((day) => !day.startsWith('slow')),
    );
  });
}

if (postgresql) {
  describe(`a bad day of a shop (PostgreSQL: ${SOME.join(', ')})`, () => {
    matrix(postgresql, SOME);
  });
}
