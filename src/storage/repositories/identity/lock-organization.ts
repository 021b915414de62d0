import { createNoOrganizationError } from '../../../commerce/errors.ts';
import type { Database } from '../../engine/database.ts';
import { matchRows } from '../rows/rows.ts';

/** Makes other changes of its members and stores wait until the end of this transaction. Throws `not_found` for a removed organization. */
export async function lockOrganization(connection: Database, id: string, now: string): Promise<void> {
  if (!(await findLocked(connection, id, now))) throw createNoOrganizationError();
}

/** Locks as `lockOrganization`, and returns false for a removed organization. */
export function findLocked(connection: Database, id: string, now: string): Promise<boolean> {
  return matchRows(connection, 'organizations', { id }).update({ updatedAt: now });
}
