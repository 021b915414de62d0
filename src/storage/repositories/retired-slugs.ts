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

const MAX_TRIED = 200;
const MAX_SLUG_LENGTH = 63;

/** Returns the first of `mugs-2`, `mugs-3`, … that is neither taken nor retired. */
export async function nextFreeSlug(database: Database, usedSlug: string): Promise<string | undefined> {
  const base = usedSlug.replace(/-\d{1,3}$/, '').slice(0, MAX_SLUG_LENGTH - 4);
  const candidates = Array.from({ length: MAX_TRIED }, (_, index) => `${base}-${index + 2}`);
  const [stores, retired] = await Promise.all([
    database.selectFrom('stores').select('slug').where('slug', 'in', candidates).execute(),
    database.selectFrom('retired_slugs').select('slug').where('slug', 'in', candidates).execute(),
  ]);
  const used = new Set([...stores, ...retired].map(({ slug }) => slug));
  return candidates.find((slug) => !used.has(slug));
}
