import { sql } from 'kysely';
import type { Database } from './database.ts';
import { databaseFailure } from './database-failure.ts';

/** Asks the database for as little as can be. A word for what keeps it from answering within this time; undefined: nothing. */
export async function databaseFailureNow(database: Database, withinMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('silent'), withinMs);
  const asked = sql`select 1 from stores limit 1`.execute(database).then(
    () => undefined,
    (error: unknown) => databaseFailure(causeOf(error)) ?? 'failing',
  );
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Trouble comes in words, with what it is made of as its cause; what was refused at once has none. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? { ...error, code: 'ECONNREFUSED' }) : error;
}
