const MAX_STORES_COUNTED = 20_000;

/** Admits `max` calls for a store in an hour without asking the database. */
export function createHourlyRoom(max: number) {
  let hour = '';
  const counts = new Map<string, number>();
  return (storeId: string, now: string): boolean => {
    if (now.slice(0, 13) !== hour || counts.size > MAX_STORES_COUNTED) counts.clear();
    hour = now.slice(0, 13);
    const count = (counts.get(storeId) ?? 0) + 1;
    counts.set(storeId, count);
    return count <= max;
  };
}
