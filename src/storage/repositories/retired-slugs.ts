import type { Database } from '../engine/database.ts';

/** Reserves the slug of a deleted store for its organization: an agent that knows it must not reach another merchant's store. */
export async function retireSlug(
  connection: Database,
  retired: { slug: string; organizationId: string | null },
  now: string,
): Promise<void> {
  await connection
    .insertInto('retired_slugs')
    .values({ slug: retired.slug, organization_id: retired.organizationId, retired_at: now })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet({ organization_id: retired.organizationId, retired_at: now }),
    )
    .execute();
}

/** Returns true for the slug of another organization's deleted store; stores without one count as an organization's. */
export async function isRetiredFor(
  connection: Database,
  slug: string,
  organizationId: string | null,
): Promise<boolean> {
  const row = await connection
    .selectFrom('retired_slugs')
    .select('organization_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row !== undefined && row.organization_id !== organizationId;
}

/** Returns the first of these slugs that is neither taken nor retired. */
export async function firstFreeSlug(
  database: Database,
  slugs: readonly string[],
): Promise<string | undefined> {
  const [stores, retired] = await Promise.all([
    database.selectFrom('stores').select('slug').where('slug', 'in', slugs).execute(),
    database.selectFrom('retired_slugs').select('slug').where('slug', 'in', slugs).execute(),
  ]);
  const used = new Set([...stores, ...retired].map(({ slug }) => slug));
  return slugs.find((slug) => !used.has(slug));
}
