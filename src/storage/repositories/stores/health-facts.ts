import { sql } from 'kysely';
import type { StoreDomain } from '../../../commerce/store/store-domain.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { type Job, fromRow as toJob } from '../jobs/job-queue.ts';
import { bindFunctions } from '../rows/bound.ts';
import { listAll, match } from '../rows/rows.ts';

/** Outage of a shop, with its last true failure; null when no run got to ask the shop. */
interface Outage extends Pick<TableRecord<'outages'>, 'failedAt' | 'reason' | 'cause' | 'host'> {
  beganAt: Instant;
  /** Instant of the next probe; the past while it waits for its turn. */
  nextTryAt: Instant;
}

/** Rows from which the health of a connected store is derived. */
export interface HealthFacts {
  storeId: string;
  platform: string;
  connectedAt: Instant;
  outage: Outage | null;
  /** The requested kinds, for the store as a whole. */
  jobs: Job[];
  lastImport: { finishedAt: Instant; limited: string | null } | null;
  lastVerifiedEventAt: Instant | null;
  /** Recent deliveries whose signature was wrong or missing; any sender can cause them. */
  unverifiedEvents: number;
  domains: StoreDomain[];
}

export type HealthFactsReader = ReturnType<typeof createHealthFactRepository>;

export const createHealthFactRepository = (database: Database) =>
  bindFunctions(database, { listFaultyStores, listOfStores });

/** Lists the ids of connected stores in an outage, with a recorded fault, or with a change that is not confirmed yet. */
async function listFaultyStores(database: Database, limit: number): Promise<string[]> {
  const inOutage = database.selectFrom('outages').select('storeId').where('storeId', 'is not', null);
  const faulty = database
    .selectFrom('store_health')
    .select('storeId')
    // Literals: SQLite matches no bound value with the partial index.
    .where(sql<boolean>`state in ('warning', 'failing') or pending_state is not null`);
  const stores = database
    .selectFrom('stores')
    .where(match({ disconnectedAt: null, deletedAt: null }))
    .where('id', 'in', inOutage.union(faulty).$castTo<{ storeId: string }>())
    .orderBy('id')
    .limit(limit);
  return listAll(stores.select('id'), ({ id }) => id);
}

/** Reads the facts of the connected ones of these stores, in a fixed number of queries. Unverified deliveries count from `since` on. */
async function listOfStores(
  database: Database,
  ids: readonly string[],
  kinds: readonly string[],
  since: string,
): Promise<HealthFacts[]> {
  if (ids.length === 0) return [];
  const [stores, rows] = await Promise.all([
    selectStoresWithEvents(database, ids, since),
    findRowsByStore(database, ids, kinds),
  ]);
  return stores.map((store) => {
    const { storeId } = store;
    const [outage] = rows.outages(storeId);
    const [lastImport = null] = rows.imports(storeId);
    return {
      ...store,
      outage: outage ? toOutage(outage) : null,
      jobs: rows.jobs(storeId),
      lastImport,
      domains: rows.domains(storeId),
    };
  });
}

async function findRowsByStore(database: Database, ids: readonly string[], kinds: readonly string[]) {
  const requested = database
    .selectFrom('jobs')
    .where('storeId', 'in', ids)
    .where('kind', 'in', kinds)
    .where('subject', '=', '');
  const [outages, jobs, imports, domains] = await Promise.all([
    database.selectFrom('outages').selectAll().where('storeId', 'in', ids).execute(),
    listAll(requested.selectAll(), toJob),
    database
      .selectFrom('catalog_imports')
      .select(['storeId', 'finishedAt', 'limited'])
      .where('storeId', 'in', ids)
      .execute(),
    database
      .selectFrom('custom_domains')
      .selectAll()
      .where('storeId', 'in', ids)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
  ]);
  return {
    outages: groupByStore(outages),
    jobs: groupByStore(jobs),
    imports: groupByStore(imports),
    domains: groupByStore(domains),
  };
}

function groupByStore<Of extends { storeId: string | null }>(rows: readonly Of[]): (storeId: string) => Of[] {
  const groups = Map.groupBy(rows, ({ storeId }) => storeId);
  return (storeId) => groups.get(storeId) ?? [];
}

function toOutage({ failedAt, heldUntil: nextTryAt, ...outage }: TableRecord<'outages'>): Outage {
  const { beganAt, reason, cause, host } = outage;
  return { beganAt: beganAt ?? failedAt, failedAt, nextTryAt, reason, cause, host };
}

const selectStoresWithEvents = (database: Database, ids: readonly string[], since: string) =>
  database
    .selectFrom('stores')
    .select(['id as storeId', 'platform', 'connectedAt'])
    .select([
      sql<string | null>`(select received_at from webhook_deliveries where store_id = stores.id
        and signature = 'valid' order by received_at desc limit 1)`.as('lastVerifiedEventAt'),
      sql<number>`(select count(*) from webhook_deliveries where store_id = stores.id
        and received_at > ${since} and signature <> 'valid')`.as('unverifiedEvents'),
    ])
    .where('id', 'in', ids)
    .where(match({ disconnectedAt: null, deletedAt: null }))
    .execute();
