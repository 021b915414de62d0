import { describe } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { SUFFERED } from './faults.ts';
import { matrix } from './matrix.ts';

const [sqlite, postgresql] = databases;

/** Operations with the most remaining state. */
const SOME = ['down', 'dropped_write', 'malformed_write', 'server_error_once'] as const;

if (sqlite)
  describe('a shop with a fault (SQLite)', () => {
    matrix(
      sqlite,
      SUFFERED.filter((day) => !day.startsWith('slow')),
    );
  });

if (postgresql)
  describe(`a shop with a fault (PostgreSQL: ${SOME.join(', ')})`, () => {
    matrix(postgresql, SOME);
  });
