import { sql } from 'kysely';
import type { Instant } from '../../commerce/time.ts';
import type { Database, Row } from '../engine/database.ts';
import { correctLine, leaseInTurn, type WaitingOrganization } from './organization-queues.ts';
import { rowsOf } from './rows.ts';

export interface LeaseInstants {
  now: Instant;
  /** End of the lease: the row is due again unless it was postponed or done before. */
  until: Instant;
  /** A row that is due later was postponed by a wrong clock, and counts as due. */
  latest: Instant;
}

/** Tables with `id`, `organization_id`, `attempts` and `next_attempt_at`. */
type DueTable = 'unpair_notifications' | 'mail_outbox';

/** Leases due rows, round robin over organizations, and counts an attempt of each. Of concurrent callers, one gets a row. */
export async function takeDueRows<Table extends DueTable>(
  database: Database,
  table: Table,
  { now, until, latest, limit }: LeaseInstants & { limit: number },
): Promise<Row<Table>[]> {
  await recallLate(database, table, { now, latest });
  const lane = { now, kinds: [table] };
  const leased: Row<Table>[] = [];
  while (leased.length < limit) {
    const row = await leaseInTurn(database, lane, (claimed) =>
      leaseOf(database, table, claimed, { now, until }),
    );
    if (!row) break;
    leased.push(row);
  }
  return leased;
}

/** Leases the first row of an organization; corrects the instant since which it waits when none is due. */
async function leaseOf<Table extends DueTable>(
  database: Database,
  table: Table,
  claimed: WaitingOrganization,
  { now, until }: Pick<LeaseInstants, 'now' | 'until'>,
): Promise<Row<Table> | undefined> {
  const next = await firstRow(database, table, claimed.organizationId);
  if (next && next.next_attempt_at <= now) return lease(database, table, next, until);
  await correctLine(database, claimed, next?.next_attempt_at ?? null);
  return undefined;
}

interface DueRow {
  id: string;
  next_attempt_at: string;
}

async function firstRow(database: Database, table: DueTable, organizationId: string) {
  const { rows } = await sql<DueRow>`
    select id, next_attempt_at from ${sql.table(table)} where organization_id = ${organizationId}
    and next_attempt_at is not null order by next_attempt_at limit 1`.execute(database);
  return rows[0];
}

async function lease<Table extends DueTable>(
  database: Database,
  table: Table,
  { id, next_attempt_at: nextAttemptAt }: DueRow,
  until: string,
): Promise<Row<Table> | undefined> {
  const { rows } = await sql<Row<Table>>`
    update ${sql.table(table)} set next_attempt_at = ${until}, attempts = attempts + 1
    where id = ${id} and next_attempt_at = ${nextAttemptAt} returning *`.execute(database);
  return rows[0];
}

/** Makes rows due that a wrong clock has postponed, and organizations wait again that it has served. */
async function recallLate(
  database: Database,
  table: DueTable,
  { now, latest }: Pick<LeaseInstants, 'now' | 'latest'>,
): Promise<void> {
  await sql`update ${sql.table(table)} set next_attempt_at = ${now} where next_attempt_at > ${latest}`.execute(
    database,
  );
  const ahead = rowsOf(database, 'organization_queues', { kind: table, servedAt: ['>', now] });
  await ahead.update({ servedAt: '' });
}
