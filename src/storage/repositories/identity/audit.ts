import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditAction } from '../../../commerce/merchant/audit-action.ts';
import type { Role } from '../../../commerce/merchant/roles.ts';
import type { Database } from '../../engine/database.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { type Listed, listPage, matchRowsWithin, type Page, type Span } from '../rows/row-pages.ts';

/** Author of a change: an account, `command line` or `plugin`. */
export interface Actor {
  accountId: string | null;
  /** E-mail address of the account. */
  name: string;
  /** Name of the account's person. */
  person?: string;
  /** Name of the account's token that acts for the person. */
  token?: string | undefined;
  /** Throws when this role, or undefined for none, does not allow the change: asked again in its transaction (`authorized`). */
  authorize?: (role: Role | undefined) => void;
}

/** `store`: slug of the store whose change it is; null for none, or a deleted one. */
interface AuditEntry extends Omit<TableRecord<'audit_entries'>, 'storeId' | 'accountId' | 'organizationId'> {
  store: string | null;
}

/** Log of one store or of one organization, whole or of one person and span. */
export interface AuditLog extends Span {
  of: { storeId: string } | { organizationId: string };
  /** E-mail address, `command line` or `plugin`. */
  actor?: string | undefined;
}

/** Audit entry, written in the transaction of the change. */
export interface By {
  actor: Actor;
  /** Name of the merchant API, for example `store.connected`. */
  action: AuditAction;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Entry with its instant, in the log of a store, of an organization, of both, or of an account alone. */
export interface Recorded extends By {
  storeId?: string | null;
  organizationId?: string | null;
  now: string;
}

export const createAuditRepository = (database: Database) => bindFunctions(database, { record, list });

/** Writes an entry, in the transaction of its change. */
export async function record(connection: Database, { actor, now, ...entry }: Recorded): Promise<void> {
  const { accountId, name, person, token } = actor;
  const { storeId = null, organizationId, action, details = {} } = entry;
  const author = { accountId, actor: name, actorName: person, tokenName: token };
  const row = { id: randomUUID(), storeId, organizationId, ...author, action, details, at: now };
  await connection.insertInto('audit_entries').values(row).execute();
}

/** Makes a change of an account, and writes its entry in the same transaction; none for a change that returns false or undefined. */
export function recordChange<Result>(
  database: Database,
  entry: Recorded,
  change: (connection: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (connection) => {
    const result = await change(connection);
    if (result !== false && result !== undefined) await record(connection, entry);
    return result;
  });
}

/** Newest first. */
function list(database: Database, log: AuditLog, page: Page): Promise<Listed<AuditEntry>> {
  const entries = selectEntries(database, log)
    .select(['id', 'at', 'actor', 'actorName', 'tokenName', 'action', 'details'])
    .select(({ selectFrom }) =>
      selectFrom('stores')
        .select('slug')
        .whereRef('stores.id', '=', 'audit_entries.storeId')
        .where('deletedAt', 'is', null)
        .as('store'),
    );
  return listPage(entries, { by: sql.ref('at') }, page, ({ store, ...row }) => ({
    ...TABLES.audit_entries.fromRow(row),
    store,
  }));
}

function selectEntries(database: Database, { of, actor, ...span }: AuditLog) {
  const [column, id] =
    'storeId' in of ? (['storeId', of.storeId] as const) : (['organizationId', of.organizationId] as const);
  return database
    .selectFrom('audit_entries')
    .where(column, '=', id)
    .where(matchRowsWithin(span, 'at'))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''));
}
