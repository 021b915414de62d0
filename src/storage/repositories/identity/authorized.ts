import { sql } from 'kysely';
import { createNoOrganizationError } from '../../../commerce/errors.ts';
import type { Database } from '../../engine/database.ts';
import { findFirst, hasChanged, match } from '../rows/rows.ts';

import type { Actor } from './audit.ts';

/** Thing that an actor changes: a store, whose organization gives the role, or an organization; null for none. */
type Changed = { storeId: string } | { organizationId: string | null; now: string };

/**
 * Runs a change in a transaction that first asks for the actor's role again: a decision holds until the write, however long the
 * request has waited for a shop. An organization that is changed is locked. Throws what `actor.authorize` throws, and `not_found`
 * for a removed organization, with nothing written.
 */
export function authorizeChange<Result>(
  database: Database,
  actor: Actor | undefined,
  changed: Changed,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (connection) => {
    // Before its members, as changes of members lock: two transactions never wait for each other.
    const exists = await lock(connection, changed);
    if (actor) await authorizeAlso(connection, actor, changed);
    if (!exists) throw createNoOrganizationError();
    return work(connection);
  });
}

/** Asks for the actor's role in another thing that the same change reaches. */
export async function authorizeAlso(connection: Database, actor: Actor, changed: Changed): Promise<void> {
  if (actor.authorize) actor.authorize(await lockRole(connection, actor, changed));
}

/** Returns false for a removed organization. */
async function lock(connection: Database, changed: Changed): Promise<boolean> {
  if ('storeId' in changed || changed.organizationId === null) return true;
  return findLocked(connection, changed.organizationId, changed.now);
}

/** Returns the role of the actor, locked until the end of the transaction; undefined for no member. */
async function lockRole(connection: Database, { accountId }: Actor, changed: Changed) {
  const organizationId =
    'storeId' in changed ? await findOrganizationId(connection, changed.storeId) : changed.organizationId;
  if (!organizationId || accountId === null) return undefined;
  const locked = await connection
    .updateTable('memberships')
    .set({ role: sql`role` })
    .where(match({ organizationId, accountId }))
    .returningAll()
    .executeTakeFirst();
  return locked?.role;
}

export async function findOrganizationId(connection: Database, storeId: string) {
  const store = connection.selectFrom('stores').select('organizationId').where('id', '=', storeId);
  return findFirst(store, ({ organizationId }) => organizationId);
}

/** Makes other changes of its members and stores wait until the end of this transaction. Throws `not_found` for a removed organization. */
export async function lockOrganization(connection: Database, id: string, now: string): Promise<void> {
  if (!(await findLocked(connection, id, now))) throw createNoOrganizationError();
}

/** Locks as `lockOrganization`, and returns false for a removed organization. */
const findLocked = (connection: Database, id: string, now: string): Promise<boolean> =>
  hasChanged(connection.updateTable('organizations').set({ updatedAt: now }).where('id', '=', id));
