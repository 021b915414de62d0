import { sql } from 'kysely';
import type { Database, Row } from './database.ts';

/** ISO instants of a lease. */
export interface LeaseInstants {
  now: string;
  /** End of the lease: the row is due again unless it was postponed or done before. */
  until: string;
  /** A row that is due later was postponed by a wrong clock, and counts as due. */
  latest: string;
}

/** Tables with `id`, `attempts` and `next_attempt_at`. */
type DueTable = 'unpair_notifications' | 'mail_outbox';

/** Leases due rows, oldest first, and counts an attempt of each. Of concurrent callers, one gets a row. */
export async function takeDueRows<Table extends DueTable>(
  database: Database,
  table: Table,
  { now, until, latest, limit }: LeaseInstants & { limit: number },
): Promise<Row<Table>[]> {
  const due = await sql<{ id: string; next_attempt_at: string }>`
    select id, next_attempt_at from ${sql.table(table)} where next_attempt_at <= ${now} or next_attempt_at > ${latest}
    order by next_attempt_at limit ${limit}`.execute(database);
  const taken: Row<Table>[] = [];
  for (const { id, next_attempt_at } of due.rows) {
    const { rows } = await sql<Row<Table>>`
      update ${sql.table(table)} set next_attempt_at = ${until}, attempts = attempts + 1
      where id = ${id} and next_attempt_at = ${next_attempt_at} returning *`.execute(database);
    taken.push(...rows);
  }
  return taken;
}
