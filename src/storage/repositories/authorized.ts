import type { Role } from '../../commerce/merchant/roles.ts';
import type { Database } from '../engine/database.ts';
import type { Actor } from './audit.ts';

/** Thing that an actor changes: a store, whose organization gives the role, or an organization. */
export type Changed = { storeId: string } | { organizationId: string };

/**
 * Runs a change in a transaction that first asks for the actor's role again: a decision holds until the write, however long the
 * request has waited for a shop. Throws what `actor.authorize` throws, with nothing written.
 */
export function authorized<Result>(
  database: Database,
  actor: Actor | undefined,
  changed: Changed,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (connection) => {
    if (actor?.authorize) actor.authorize(await lockedRole(connection, actor, changed));
    return work(connection);
  });
}

/** Returns the role of the actor, locked until the end of the transaction; undefined for no member. */
async function lockedRole(
  connection: Database,
  { accountId }: Actor,
  changed: Changed,
): Promise<Role | undefined> {
  const organizationId = await organizationOf(connection, changed);
  if (!organizationId || accountId === null) return undefined;
  const row = await connection
    .updateTable('memberships')
    .set(({ ref }) => ({ role: ref('role') }))
    .where((each) => each.and({ organization_id: organizationId, account_id: accountId }))
    .returning('role')
    .executeTakeFirst();
  return row?.role as Role | undefined;
}

/** Locks an organization before its members, as changes of members do: two transactions never wait for each other. */
async function organizationOf(connection: Database, changed: Changed): Promise<string | null | undefined> {
  if ('storeId' in changed) {
    const { storeId } = changed;
    const store = connection.selectFrom('stores').select('organization_id').where('id', '=', storeId);
    return (await store.executeTakeFirst())?.organization_id;
  }
  const { organizationId } = changed;
  await connection
    .updateTable('organizations')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', organizationId)
    .execute();
  return organizationId;
}
