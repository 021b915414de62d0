import { sql } from 'kysely';
import { toCamelCaseName } from '../../commerce/text/snake-case.ts';
import { type Database, toUntyped } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { countRows } from '../repositories/rows/rows.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';

interface SealedColumn {
  table: AnyTable;
  column: string;
}

/** Number of values of a column that are sealed under another key. */
export interface Unrotated {
  table: string;
  column: string;
  count: number;
}

export interface Rotation {
  rotated: number;
  /** Values that neither key opens: sealed with a third one, or damaged. */
  unopened: Unrotated[];
  /** Values written under another key meanwhile, by a process without the current one. */
  remaining: Unrotated[];
}

const BATCH_SIZE = 200;
/** A later round finds values that another process has written with the previous key. */
const MAX_ROUNDS = 3;

export const SEALED_COLUMNS: readonly SealedColumn[] = Object.values(TABLES).flatMap((table: AnyTable) =>
  Object.keys(table.columns)
    .filter((column) => table.columns[column]?.definition.isSealed)
    .map((column) => ({ table, column })),
);

/** Counts values that are not sealed under the current key. */
export async function countUnrotated(database: Database, sealing: Sealing): Promise<Unrotated[]> {
  const counts: Unrotated[] = [];
  for (const place of SEALED_COLUMNS) {
    const count = await countRows(selectUnrotated(database, sealing, place));
    if (count > 0) counts.push({ table: place.table.name, column: place.column, count });
  }
  return counts;
}

const selectUnrotated = (database: Database, { prefix }: Sealing, { table, column }: SealedColumn) =>
  toUntyped(database)
    .selectFrom<string>(table.name)
    .where(column, 'is not', null)
    .where(column, 'not like', `${prefix}%`);

/** Gets the number of values so far. */
type OnProgress = (rotated: number) => void | Promise<void>;

/** Reseals all values under the current key while the service runs with both keys. Skips values that change; a repeated run continues. */
export async function rotate(
  database: Database,
  sealing: Sealing,
  onProgress: OnProgress = () => undefined,
): Promise<Rotation> {
  let rotated = 0;
  let unopened: Unrotated[] = [];
  let remaining = await countUnrotated(database, sealing);
  for (let round = 0; round < MAX_ROUNDS && remaining.length > 0; round += 1) {
    unopened = [];
    for (const place of SEALED_COLUMNS) {
      const failed = await rotateColumn(database, sealing, place, async (count) => {
        rotated += count;
        await onProgress(rotated);
      });
      if (failed > 0) unopened.push({ table: place.table.name, column: place.column, count: failed });
    }
    remaining = await countUnrotated(database, sealing);
    if (sum(remaining) === sum(unopened)) break;
  }
  return { rotated, unopened, remaining: sum(remaining) === sum(unopened) ? [] : remaining };
}

/** Returns the number of values that could not be opened. */
async function rotateColumn(database: Database, sealing: Sealing, place: SealedColumn, onBatch: OnProgress) {
  let failed = 0;
  for (let after: Key | undefined; ; ) {
    const values = await page(database, sealing, place, after);
    if (values.length === 0) return failed;
    const resealed = values.flatMap((row) => rotateSealed(sealing, place, row));
    failed += values.length - resealed.length;
    await replace(database, place, resealed);
    await onBatch(resealed.length);
    after = values.at(-1)?.key;
  }
}

/** Values of the columns of a table's key. */
type Key = readonly unknown[];

interface SealedValue {
  key: Key;
  /** Part of the place that the value is bound to. */
  id: string;
  sealed: string;
}

const joinKey = ({ key }: AnyTable) => sql.join(key.map((column) => sql.ref(column)));

async function page(database: Database, sealing: Sealing, place: SealedColumn, after: Key | undefined) {
  const { id, key } = place.table;
  const columns = joinKey(place.table);
  const rows = await selectUnrotated(database, sealing, place)
    .select([...key, sql.ref(id).as('sealedId'), sql.ref(place.column).as('sealed')])
    .$if(after !== undefined, (some) => some.where(sql<boolean>`(${columns}) > (${sql.join(after ?? [])})`))
    .orderBy(columns)
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => ({
    key: key.map((each) => row[toCamelCaseName(each)]),
    id: String(row.sealedId),
    sealed: String(row.sealed),
  }));
}

type Resealed = SealedValue & { before: string };

function rotateSealed(sealing: Sealing, { table, column }: SealedColumn, { key, id, sealed }: SealedValue) {
  const at = table.place(column, id);
  try {
    return [{ key, id, before: sealed, sealed: sealing.seal(sealing.open(sealed, at), at) }];
  } catch {
    return [];
  }
}

/** Replaces values in one commit, each unless it has changed. */
async function replace(database: Database, { table, column }: SealedColumn, resealed: readonly Resealed[]) {
  if (resealed.length === 0) return;
  await database.transaction().execute(async (connection) => {
    for (const { key, before, sealed } of resealed) {
      await toUntyped(connection)
        .updateTable<string>(table.name)
        .set({ [column]: sealed })
        .where(sql<boolean>`(${joinKey(table)}) = (${sql.join(key)})`)
        .where(column, '=', before)
        .execute();
    }
  });
}

function sum(counts: readonly Unrotated[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
