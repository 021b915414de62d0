import { describe } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { TASK_DAYS } from './expected-tasks.ts';
import { TIME_LIMIT_MS } from './faults.ts';
import { inTheBackground } from './in-the-background.ts';

const settings = { PLATFORM_TIMEOUT_MS: String(TIME_LIMIT_MS) };
const [sqlite, postgresql] = databases;

if (sqlite) {
  describe('background jobs under faults (SQLite)', () => {
    inTheBackground(
      sqlite,
      TASK_DAYS.filter((day) => day !== 'slow'),
    );
  });
  describe('background jobs under slow faults (SQLite)', () => inTheBackground(sqlite, ['slow'], settings));
}

if (postgresql)
  describe('background jobs under faults (PostgreSQL: down, malformed)', () => {
    inTheBackground(postgresql, ['down', 'malformed']);
  });
