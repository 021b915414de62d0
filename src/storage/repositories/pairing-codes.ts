import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Row } from '../engine/database.ts';
import { FREE, isFree, type Lease } from '../engine/leases.ts';
import type { CodeRefusal, CodeStatus } from '../tables/pairing.ts';
import { TABLES, type TableRecord } from '../tables/tables.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recorded } from './audit.ts';
import { bound, type Sealed } from './bound.ts';
import { firstOf } from './read-rows.ts';
import { countRows, hasChanged } from './row-counts.ts';

export type { CodeRefusal, CodeStatus };

export type PairingCode = TableRecord<'pairing_codes'>;

const HASHED = 'pairing_codes.code';
/** Bound: with a handful of live codes among a million the first draw succeeds. */
const DRAWS = 50;

export const pairingCodes = (context: Sealed) =>
  bound(context, { issue, find, findLive, claim, refuse, release, finish, lock });

const all = (database: Database) => database.selectFrom('pairing_codes').selectAll();

const leased = (database: Database, id: string, by: string) =>
  database.updateTable('pairing_codes').where('id', '=', id).where('lease_owner', '=', by);

interface NewCode {
  accountId: string | null;
  organizationId: string | null;
  now: string;
  expiresAt: string;
  /** About the account that asks; an operator's code has none. */
  entry?: Recorded;
  /** Throws when an account may issue no code beside the earlier ones since then. */
  limit?: { since: string; admit(earlier: number): void };
}

/** Issues six random digits, returned once: only their keyed hash is stored. */
async function issue(
  { database, sealing }: Sealed,
  request: NewCode,
): Promise<PairingCode & { code: string }> {
  await retireExpired(database, request.now);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const insert = async (connection: Database) => {
      await admit(connection, request);
      return insertCode(connection, sealing.hash(code, HASHED), request);
    };
    const row = await (request.entry ? recorded(database, request.entry, insert) : insert(database));
    if (row) return { ...fromRow(row), code };
  }
  throw new Error('No pairing code is free');
}

/** Returns undefined for a code of another account, too. */
const find = ({ database }: Sealed, id: string, accountId: string | null): Promise<PairingCode | undefined> =>
  firstOf(all(database).where('id', '=', id).where('account_id', 'is not distinct from', accountId), fromRow);

/** Counts the codes of an account, whose concurrent requests wait for each other. */
async function admit(connection: Database, { accountId, limit }: NewCode): Promise<void> {
  if (accountId === null || !limit) return;
  await lockAccount(connection, accountId);
  const codes = connection.selectFrom('pairing_codes').where('account_id', '=', accountId);
  limit.admit(await countRows(codes.where('created_at', '>', limit.since)));
}

/** Finds a code of any status during its ten minutes. */
function findLive({ database, sealing }: Sealed, code: string, now: string) {
  const live = all(database).where((row) => row.and({ code_hash: sealing.hash(code, HASHED), live: 1 }));
  return firstOf(live.where('expires_at', '>', now), fromRow);
}

/** Leases the code for one site. Returns false when it is used, locked, or leased by another one. */
async function claim({ database }: Sealed, id: string, pairedBy: string, { by, now, until }: Lease) {
  return hasChanged(
    database
      .updateTable('pairing_codes')
      .set({ status: 'checking', paired_by: pairedBy, lease_owner: by, lease_expires_at: until })
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .where((code) =>
        code.or([
          code('status', 'in', ['waiting', 'refused']),
          code.and([code('status', '=', 'checking'), isFree(now)]),
        ]),
      ),
  );
}

/** Records that the site could not be verified; locks the code after `maxAttempts`. */
async function refuse(
  { database }: Sealed,
  id: string,
  by: string,
  refusal: CodeRefusal,
  maxAttempts: number,
): Promise<void> {
  await leased(database, id, by)
    .set({
      attempts: sql<number>`attempts + 1`,
      status: sql<CodeStatus>`case when attempts + 1 >= ${maxAttempts} then 'locked' else 'refused' end`,
      refusal: JSON.stringify(refusal),
      ...FREE,
    })
    .execute();
}

/** Releases the code without an attempt: the failure was not the site's. */
async function release({ database }: Sealed, id: string, by: string): Promise<void> {
  await leased(database, id, by)
    .set({ status: 'waiting', ...FREE })
    .execute();
}

/** Returns false when the lease was lost. */
const finish = ({ database }: Sealed, id: string, by: string, storeId: string): Promise<boolean> =>
  hasChanged(
    leased(database, id, by).set({
      status: 'paired',
      store_id: storeId,
      refusal: null,
      ...FREE,
    }),
  );

/** Invalidates an unused code; an unknown id takes as long. */
async function lock({ database }: Sealed, id: string, refusal: CodeRefusal): Promise<void> {
  await database
    .updateTable('pairing_codes')
    .set({
      status: 'locked',
      refusal: JSON.stringify(refusal),
      ...FREE,
    })
    .where('id', '=', id)
    .where('status', '!=', 'paired')
    .execute();
}

async function retireExpired(database: Database, now: string): Promise<void> {
  await database
    .updateTable('pairing_codes')
    .set({ live: 0 })
    .where('live', '=', 1)
    .where('expires_at', '<=', now)
    .execute();
}

/** Returns undefined when a live code has the same digits. */
function insertCode(
  database: Database,
  codeHash: string,
  request: NewCode,
): Promise<Row<'pairing_codes'> | undefined> {
  return database
    .insertInto('pairing_codes')
    .values({
      id: randomUUID(),
      code_hash: codeHash,
      account_id: request.accountId,
      organization_id: request.organizationId,
      status: 'waiting',
      live: 1,
      attempts: 0,
      expires_at: request.expiresAt,
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

const { fromRow } = TABLES.pairing_codes;
