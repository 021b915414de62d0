import { LRUCache } from 'lru-cache';

const MAX_ROWS = 2_000;

/** Converts rows to frozen values, and returns the previous value for an equal row: parsing costs more than the read. */
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

function isSame<Row extends object>(one: Row, other: Row): boolean {
  for (const column in one) if (one[column] !== other[column]) return false;
  return true;
}
