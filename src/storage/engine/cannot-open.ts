import { type Kysely, sql } from 'kysely';
import { CommerceError } from '../../commerce/errors.ts';

/** Opens the first connection. Throws `busy`, for the operator: one sentence with the server and its reason, and no password. */
export async function openFirstConnection<Tables>(database: Kysely<Tables>, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await database.destroy();
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
    throw cannotOpen(`PostgreSQL at ${host || 'its socket'}${pathname}`, error);
  }
}

export function cannotOpen(database: string, error: unknown): CommerceError {
  return new CommerceError('busy', `${database} cannot be opened: ${reasonOf(error)}.`, { cause: error });
}

/** Node reports a name with several addresses as several errors without a message of their own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
}
