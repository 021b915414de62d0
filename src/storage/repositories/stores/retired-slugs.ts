import type { Database } from '../../engine/database.ts';
import { matchRows, upsertRow } from '../rows/rows.ts';

/** Reserves the slug of a deleted store for its organization: an agent that knows it must not reach another merchant's store. */
export async function retireSlug(
  connection: Database,
  { slug, organizationId }: { slug: string; organizationId: string | null },
  now: string,
): Promise<void> {
  await upsertRow(connection, 'retired_slugs', { slug, organizationId, retiredAt: now });
}

/** Returns true for the slug of another organization's deleted store; stores without one count as an organization's. */
export async function isRetiredFor(connection: Database, slug: string, organizationId: string | null) {
  const retired = await matchRows(connection, 'retired_slugs', { slug }).find();
  return retired !== undefined && retired.organizationId !== organizationId;
}

/** Returns the first of these slugs that is neither taken nor retired. */
export async function findFirstFreeSlug(database: Database, slugs: readonly string[]) {
  const [stores, retired] = await Promise.all([
    matchRows(database, 'stores', { slug: ['in', slugs] }).listOf(['slug']),
    matchRows(database, 'retired_slugs', { slug: ['in', slugs] }).listOf(['slug']),
  ]);
  const used = new Set([...stores, ...retired].map(({ slug }) => slug));
  return slugs.find((slug) => !used.has(slug));
}
