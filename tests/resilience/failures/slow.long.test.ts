import { describe } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { TIME_LIMIT_MS } from './faults.ts';
import { matrix } from './matrix.ts';

const [sqlite, postgresql] = databases;
const settings = { PLATFORM_TIMEOUT_MS: String(TIME_LIMIT_MS) };

if (sqlite)
  describe('a slow shop (SQLite)', () => {
    matrix(sqlite, ['slow', 'slow_write'], settings);
  });

if (postgresql)
  describe('a slow shop (PostgreSQL: slow_write)', () => {
    matrix(postgresql, ['slow_write'], settings);
  });
