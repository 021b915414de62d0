import { type RawBuilder, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { matchRows } from '../rows/rows.ts';

/**
 * The later of the instants at which work fell due and was last served. Each organization, and each store of it, waits behind
 * those that wait longer, and joins the line again at its end: no other one is served twice before it.
 */
export const WAITS_SINCE = sql.raw<string>('case when next_at <= served_at then served_at else next_at end');

/** Organization at its place in the line of one lane. */
export interface WaitingOrganization {
  organizationId: string;
  kind: string;
  /** Version for compare-and-set. */
  changes: number;
}

/** Kinds of work that share the places of one lane. */
export interface Lane {
  now: string;
  kinds: readonly string[];
  /** Selects the `organization_id` of each place that is taken; undefined for a lane with one place. */
  running?: RawBuilder<unknown>;
}

/** Organizations that one look reads. */
const BATCH_SIZE = 10;

const matchLine = (database: Database, { organizationId, kind, changes }: WaitingOrganization) =>
  matchRows(database, 'organization_queues', { organizationId, kind, changes });

async function listWaitingFrom(
  database: Database,
  query: RawBuilder<unknown>,
): Promise<WaitingOrganization[]> {
  const { rows } = await (
    query as RawBuilder<{ organization_id: string; kind: string; changes: number }>
  ).execute(database);
  const first = new Map<string, WaitingOrganization>();
  for (const { organization_id: organizationId, kind, changes } of rows)
    if (!first.has(organizationId)) first.set(organizationId, { organizationId, kind, changes });
  return [...first.values()];
}

/** Lists organizations that may have due work in a lane, in the sequence of the policy; empty when there is none. */
async function listWaiting(database: Database, lane: Lane): Promise<WaitingOrganization[]> {
  const idle = await listWaitingFrom(database, selectIdle(lane));
  return idle.length > 0 || !lane.running
    ? idle
    : listWaitingFrom(database, selectHolders(lane, lane.running));
}

/** Sends an organization to the end of the line: of concurrent workers, one returns true. */
async function claim(database: Database, first: WaitingOrganization, { kinds, now }: Lane): Promise<boolean> {
  const others = kinds.filter((kind) => kind !== first.kind);
  await sendToEnd(database, first.organizationId, { kinds: others, now });
  return matchLine(database, first).update({ servedAt: now, changes: first.changes + 1 });
}

/**
 * Claims organizations in the sequence of the policy, each once: workers that correct the same line at once undo each other's
 * corrections.
 */
async function* claimOrganizations(
  database: Database,
  lane: Lane,
): AsyncGenerator<WaitingOrganization, void> {
  const claimed = new Set<string>();
  for (;;) {
    const all = await listWaiting(database, lane);
    const waiting = all.filter(({ organizationId }) => !claimed.has(organizationId));
    if (waiting.length === 0) return;
    for (const first of waiting) {
      if (!(await claim(database, first, lane))) continue;
      claimed.add(first.organizationId);
      yield { ...first, changes: first.changes + 1 };
    }
    // Each line was corrected, or another worker was faster: other organizations may be first now.
  }
}

/**
 * Leases work of the first organization that has some due. `leaseOf` returns undefined for one without, and corrects its line.
 * The one policy of all lanes: an organization that holds no place of a lane comes before those that hold one, and among them
 * the one that waits longest comes first. `organizationId` of a store without an organization is the store's own id.
 */
export async function leaseInTurn<Work>(
  database: Database,
  lane: Lane,
  leaseOf: (claimed: WaitingOrganization) => Promise<Work | undefined>,
): Promise<Work | undefined> {
  for await (const claimed of claimOrganizations(database, lane)) {
    const work = await leaseOf(claimed);
    if (work !== undefined) return work;
  }
  return undefined;
}

/** Lists the rows of an organization that say that it has due work in a lane. */
export function listDueLines(
  database: Database,
  organizationId: string,
  { kinds, now }: Lane,
): Promise<WaitingOrganization[]> {
  const due = { organizationId, kind: ['in', kinds], nextAt: ['<=', now] } as const;
  return matchRows(database, 'organization_queues', due).listOf(['organizationId', 'kind', 'changes']);
}

/** Does nothing when work came since the row was read: its trigger has set the instant. Null: no work waits. */
export async function correctLine(
  database: Database,
  waiting: WaitingOrganization,
  nextAt: string | null,
): Promise<void> {
  const line = matchLine(database, waiting);
  await (nextAt === null ? line.delete() : line.update({ nextAt }));
}

/** Reads one batch for each kind, and the rows of taken places. */
function selectIdle({ kinds, now, running }: Lane): RawBuilder<unknown> {
  const isIdle = running ? sql`organization_id not in (${running})` : sql`1 = 1`;
  const each = kinds.map(
    (kind) => sql`select * from (select organization_id, kind, changes, ${WAITS_SINCE} as since, served_at
      from organization_queues where kind = ${kind} and ${WAITS_SINCE} <= ${now} and ${isIdle}
      order by ${WAITS_SINCE}, served_at limit ${sql.lit(BATCH_SIZE)}) as of_kind`,
  );
  return sql`select organization_id, kind, changes from (${sql.join(each, sql` union all `)}) as waiting
    order by since, served_at limit ${sql.lit(BATCH_SIZE)}`;
}

/** Reads the rows of organizations that hold places: those with the fewest come first. */
function selectHolders({ kinds, now }: Lane, running: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select queue.organization_id, queue.kind, queue.changes
    from (select organization_id, count(*) as places from (${running}) as place group by organization_id) as holder
    join organization_queues as queue on queue.organization_id = holder.organization_id
    where queue.kind in (${sql.join(kinds)}) and ${WAITS_SINCE} <= ${now}
    order by holder.places, ${WAITS_SINCE}, served_at limit ${sql.lit(BATCH_SIZE)}`;
}

/**
 * Sends an organization to the end of the line: when its work ends, so that it does not overtake those that came meanwhile.
 * Skips a row that a concurrent transaction is about to change: waiting for several rows could deadlock.
 */
export async function sendToEnd(
  database: Database,
  organizationId: string,
  { kinds, now }: Lane,
): Promise<void> {
  if (kinds.length === 0) return;
  const isDue = sql`organization_id = ${organizationId} and kind in (${sql.join(kinds)}) and next_at <= ${now}`;
  const isFree = isSqlite(database)
    ? isDue
    : sql`organization_id = ${organizationId} and kind in
        (select kind from organization_queues where ${isDue} for update skip locked)`;
  await sql`update organization_queues set served_at = ${now} where ${isFree}`.execute(database);
}
