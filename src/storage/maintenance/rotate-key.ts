import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';

interface SealedTable {
  table: string;
  id: string;
  columns: readonly string[];
  /** Earlier name of the table, which its sealed texts are bound to. */
  boundTo?: string;
}

/** All columns that hold sealed texts, each bound to `<table>.<column>/<id>`. */
const SEALED: readonly SealedTable[] = [
  { table: 'installation_keys', boundTo: 'kept_keys', id: 'name', columns: ['secret'] },
  { table: 'stores', id: 'id', columns: ['credentials', 'webhook_secret'] },
  { table: 'pairings', id: 'store_id', columns: ['connector_token'] },
  { table: 'unpair_notifications', boundTo: 'farewells', id: 'id', columns: ['credentials'] },
  { table: 'carts', id: 'id', columns: ['cart_handle', 'continue_url'] },
  { table: 'checkout_sessions', id: 'id', columns: ['cart_handle', 'continue_url'] },
  { table: 'orders', id: 'id', columns: ['buyer_email', 'shipping_address', 'page_url'] },
  { table: 'order_event_outbox', boundTo: 'order_notices', id: 'id', columns: ['snapshot'] },
  { table: 'idempotency_records', boundTo: 'idempotent_answers', id: 'id', columns: ['body'] },
  { table: 'signing_keys', id: 'kid', columns: ['private_key'] },
];

interface SealedColumn {
  table: string;
  id: string;
  column: string;
  boundTo: string;
}

/** How much of an installation is still sealed under other keys than the present one. */
export interface Unrotated {
  table: string;
  column: string;
  count: number;
}

export interface Rotation {
  rotated: number;
  /** Neither key opens them: they were sealed with a third one, or are damaged. */
  unopened: Unrotated[];
  /** Written under another key meanwhile, again and again: a process does not know the present one. */
  remaining: Unrotated[];
}

/** Nobody who writes waits longer than for so many. */
const BATCH_SIZE = 200;
/** Who writes with the previous key meanwhile is found in the next round. */
const ROUNDS = 3;

export const SEALED_COLUMNS: readonly SealedColumn[] = SEALED.flatMap(
  ({ table, id, columns, boundTo = table }) => columns.map((column) => ({ table, id, column, boundTo })),
);

/** What is not under the present key, by table and column. */
export async function unrotated(database: Database, { prefix }: Sealing): Promise<Unrotated[]> {
  const counts: Unrotated[] = [];
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`${prefix}%`}`.execute(database);
    const count = Number(rows[0]?.count);
    if (count > 0) counts.push({ table, column, count });
  }
  return counts;
}

/**
 * Seals everything under the present key, piece by piece, while the service runs with both. A value that was written anew
 * meanwhile is left as it is. Cut off anywhere, it is begun again and finds what is left.
 */
export async function rotate(
  database: Database,
  sealing: Sealing,
  tell: (rotated: number) => void | Promise<void> = () => undefined,
): Promise<Rotation> {
  let rotated = 0;
  let unopened: Unrotated[] = [];
  let remaining = await unrotated(database, sealing);
  for (let round = 0; round < ROUNDS && remaining.length > 0; round += 1) {
    unopened = [];
    for (const place of SEALED_COLUMNS) {
      const failed = await rotateColumn(database, sealing, place, async (count) => {
        rotated += count;
        await tell(rotated);
      });
      if (failed > 0) unopened.push({ table: place.table, column: place.column, count: failed });
    }
    remaining = await unrotated(database, sealing);
    if (sum(remaining) === sum(unopened)) break;
  }
  return { rotated, unopened, remaining: sum(remaining) === sum(unopened) ? [] : remaining };
}

/** Returns how many could not be opened. */
async function rotateColumn(
  database: Database,
  sealing: Sealing,
  place: SealedColumn,
  tell: (count: number) => Promise<void>,
): Promise<number> {
  let failed = 0;
  for (let after = ''; ; ) {
    const found = await page(database, sealing, place, after);
    const last = found.at(-1);
    if (!last) return failed;
    const anew = found.flatMap((row) => sealedAnew(sealing, place, row));
    failed += found.length - anew.length;
    await replace(database, place, anew);
    await tell(anew.length);
    after = last.id;
  }
}

interface SealedValue {
  id: string;
  sealed: string;
}

async function page(
  database: Database,
  { prefix }: Sealing,
  { table, id, column }: SealedColumn,
  after: string,
): Promise<SealedValue[]> {
  const [key, value] = [sql.ref(id), sql.ref(column)];
  const { rows } = await sql<SealedValue>`select ${key} as id, ${value} as sealed from ${sql.table(table)}
    where ${key} > ${after} and ${value} is not null and ${value} not like ${`${prefix}%`}
    order by ${key} limit ${BATCH_SIZE}`.execute(database);
  return rows;
}

function sealedAnew(
  sealing: Sealing,
  { boundTo, column }: SealedColumn,
  { id, sealed }: SealedValue,
): (SealedValue & { before: string })[] {
  const at = `${boundTo}.${column}/${id}`;
  try {
    return [{ id, before: sealed, sealed: sealing.seal(sealing.open(sealed, at), at) }];
  } catch {
    return [];
  }
}

/** In one commit; a value that is not what it was any more stays. */
async function replace(
  database: Database,
  { table, id, column }: SealedColumn,
  anew: readonly (SealedValue & { before: string })[],
): Promise<void> {
  if (anew.length === 0) return;
  await database.transaction().execute(async (connection) => {
    for (const { id: of, before, sealed } of anew) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
        where ${sql.ref(id)} = ${of} and ${sql.ref(column)} = ${before}`.execute(connection);
    }
  });
}

function sum(counts: readonly Unrotated[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
