import { EVENT_TYPES, type EventType } from '../../../commerce/order/events.ts';
import type { Database } from '../../engine/database.ts';
import { parseSubscription } from '../events/enqueue-events.ts';
import { listAll, match } from '../rows/rows.ts';

/** Stands for every type, also types of later versions. */
const ALL = '*';

/** Reads the types that a store's row names. */
export function parseEventTypes(text: string | null): readonly EventType[] {
  if (text === null) return [];
  return text === ALL ? EVENT_TYPES : EVENT_TYPES.filter((type) => text.split(',').includes(type));
}

/** Stores whose endpoints ask for a type. */
export const selectStoresThatWant = (connection: Database, type: EventType) =>
  connection
    .selectFrom('stores')
    .select('stores.id')
    .where(({ or, eb }) => or([eb('eventTypes', '=', ALL), eb('eventTypes', 'like', `%${type}%`)]));

/** Writes the types that a store's enabled endpoints ask for into its row. */
export async function writeTypes(connection: Database, storeId: string): Promise<void> {
  const enabled = connection.selectFrom('event_endpoints').where(match({ storeId, disabledReason: null }));
  const types = await listAll(
    enabled.select('eventTypes'),
    (row) => parseSubscription(row.eventTypes) ?? [ALL],
  );
  const subscribed = new Set<string>(types.flat());
  const text = subscribed.has(ALL) ? ALL : [...subscribed].sort().join(',');
  const store = connection.updateTable('stores').where('id', '=', storeId);
  await store.set({ eventTypes: text === '' ? null : text }).execute();
}
