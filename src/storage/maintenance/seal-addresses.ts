import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { eventEndpoints } from '../tables/events.ts';

/**
 * Seals addresses of event endpoints that an earlier version stored in the clear; a migration has no key. Safe to repeat, and to run in
 * several processes at once.
 */
export async function sealAddresses(database: Database, sealing: Sealing): Promise<void> {
  const clear = await database
    .selectFrom('event_endpoints')
    .select(['id', 'url'])
    .where('url', 'like', 'http%')
    .execute();
  for (const { id, url } of clear)
    await database
      .updateTable('event_endpoints')
      .set({ url: sealing.seal(url, eventEndpoints.place('url', id)) })
      .where((row) => row.and({ id, url }))
      .execute();
}
