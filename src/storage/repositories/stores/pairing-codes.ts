import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../engine/database.ts';
import { FREE, isFree, type Lease } from '../../engine/leases.ts';
import type { CodeRefusal, CodeStatus } from '../../tables/pairing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { lockAccount } from '../identity/account-rows.ts';
import { type Recorded, recordChange } from '../identity/audit.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { countRows, doNothing, hasChanged, match } from '../rows/rows.ts';

export type { CodeRefusal, CodeStatus };

export type PairingCode = TableRecord<'pairing_codes'>;

const HASHED = 'pairing_codes.code';
/** Bound: with a handful of live codes among a million the first draw succeeds. */
const DRAWS = 50;

export const createPairingCodeRepository = (context: Sealed) =>
  bindFunctions(context, { issue, find, findLive, claim, refuse, release, finish, lock });

const select = (database: Database) =>
  database.selectFrom('pairing_codes').select(TABLES.pairing_codes.members);

const updateLeased = (database: Database, id: string, leaseOwner: string) =>
  database.updateTable('pairing_codes').where(match({ id, leaseOwner }));

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
async function issue({ database, sealing }: Sealed, request: NewCode) {
  await database
    .updateTable('pairing_codes')
    .set({ live: false })
    .where('live', '=', true)
    .where('expiresAt', '<=', request.now)
    .execute();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const insert = async (connection: Database) => {
      await admit(connection, request);
      return insertCode(connection, sealing.hash(code, HASHED), request);
    };
    const row = await (request.entry ? recordChange(database, request.entry, insert) : insert(database));
    if (row) return { ...row, code };
  }
  throw new Error('No pairing code is free');
}

/** Returns undefined for a code of another account, too. */
const find = ({ database }: Sealed, id: string, accountId: string | null): Promise<PairingCode | undefined> =>
  select(database).where(match({ id, accountId })).executeTakeFirst();

/** Counts the codes of an account, whose concurrent requests wait for each other. */
async function admit(connection: Database, { accountId, limit }: NewCode): Promise<void> {
  if (accountId === null || !limit) return;
  await lockAccount(connection, accountId);
  limit.admit(
    await countRows(
      connection
        .selectFrom('pairing_codes')
        .where('accountId', '=', accountId)
        .where('createdAt', '>', limit.since),
    ),
  );
}

/** Finds a code of any status during its ten minutes. */
function findLive({ database, sealing }: Sealed, code: string, now: string) {
  const codeHash = sealing.hash(code, HASHED);
  return select(database)
    .where(match({ codeHash, live: true }))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Leases the code for one site. Returns false when it is used, locked, or leased by another one. */
async function claim({ database }: Sealed, id: string, pairedBy: string, { owner, now, until }: Lease) {
  return hasChanged(
    database
      .updateTable('pairing_codes')
      .set({ status: 'checking', pairedBy, leaseOwner: owner, leaseExpiresAt: until })
      .where('id', '=', id)
      .where('expiresAt', '>', now)
      .where((code) =>
        code.or([
          code('status', 'in', ['waiting', 'refused']),
          code.and([code('status', '=', 'checking'), isFree(now)]),
        ]),
      ),
  );
}

/** Records that the site could not be verified; locks the code after `maxAttempts`. */
const refuse = (context: Sealed, id: string, owner: string, refusal: CodeRefusal, maxAttempts: number) =>
  hasChanged(
    updateLeased(context.database, id, owner).set({
      attempts: sql`attempts + 1`,
      status: sql`case when attempts + 1 >= ${maxAttempts} then 'locked' else 'refused' end`,
      refusal,
      ...FREE,
    }),
  );

/** Releases the code without an attempt: the failure was not the site's. */
const release = ({ database }: Sealed, id: string, owner: string) =>
  hasChanged(updateLeased(database, id, owner).set({ status: 'waiting', ...FREE }));

/** Returns false when the lease was lost. */
const finish = ({ database }: Sealed, id: string, owner: string, storeId: string): Promise<boolean> =>
  hasChanged(updateLeased(database, id, owner).set({ status: 'paired', storeId, refusal: null, ...FREE }));

/** Invalidates an unused code; an unknown id takes as long. */
async function lock({ database }: Sealed, id: string, refusal: CodeRefusal): Promise<void> {
  await database
    .updateTable('pairing_codes')
    .set({ status: 'locked', refusal, ...FREE })
    .where('id', '=', id)
    .where('status', '!=', 'paired')
    .execute();
}

/** Returns undefined when a live code has the same digits. */
async function insertCode(database: Database, codeHash: string, code: NewCode) {
  const { accountId, organizationId, expiresAt, now } = code;
  const id = randomUUID();
  const request = { id, codeHash, accountId, organizationId, expiresAt, createdAt: now };
  const row = { ...request, status: 'waiting', live: true, attempts: 0 } as const;
  return (await hasChanged(database.insertInto('pairing_codes').values(row).onConflict(doNothing)))
    ? select(database).where('id', '=', id).executeTakeFirst()
    : undefined;
}
