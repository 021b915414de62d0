import { LRUCache } from 'lru-cache';

const MAX_ROWS = 2_000;

/**
 * Reads rows into values, and gives the value of last time while its row says the same: agents ask again and again for what
 * has not changed, and to read it costs more than to fetch it. Whoever changed the row, it is seen, because it is compared.
 * Nobody may change what is returned.
 */
export function rowCache<Row extends { id: string }, Value extends object>(read: (row: Row) => Value) {
  const known = new LRUCache<string, { row: Row; value: Value }>({ max: MAX_ROWS });
  return (row: Row): Value => {
    const last = known.get(row.id);
    if (last && isSame(last.row, row)) return last.value;
    const value = Object.freeze(read(row));
    known.set(row.id, { row, value });
    return value;
  };
}

/** Of the same columns. */
function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const column in one) if (one[column] !== other[column]) return false;
  return true;
}
