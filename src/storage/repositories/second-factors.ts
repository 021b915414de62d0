import type { Sealing } from '../engine/sealing.ts';
import { TABLES } from '../tables/tables.ts';
import { renewCredentials } from './account-rows.ts';
import { type Recorded, recorded } from './audit.ts';
import { bound, type Sealed } from './bound.ts';
import { countRows, hasChanged } from './row-counts.ts';

interface SecondFactor {
  /** In base32. */
  secret: string;
  /** Time step of the last accepted code. */
  lastStep: number;
  /** False until the first code was accepted: not asked for at sign-in before. */
  isConfirmed: boolean;
}

const { place } = TABLES.second_factors;

/** Authenticator apps of accounts, sealed, and hashes of their recovery codes. */
export const secondFactors = (context: Sealed) =>
  bound(context, {
    ...{ begin, find, accept, confirm, remove },
    ...{ replaceRecoveryCodes, takeRecoveryCode, countRecoveryCodes },
  });

const codeHash = (sealing: Sealing, accountId: string, code: string) =>
  sealing.hash(code, `recovery_codes/${accountId}`);

async function replaceCodes({ database, sealing }: Sealed, accountId: string, codes: readonly string[]) {
  await database.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await database
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: codeHash(sealing, accountId, code) })))
    .execute();
}

/** Stores the secret of an app that is not confirmed yet. Returns false when there is a confirmed one. */
async function begin({ database, sealing }: Sealed, accountId: string, secret: string, now: string) {
  const row = { secret: sealing.seal(secret, place('secret', accountId)), created_at: now };
  return hasChanged(
    database
      .insertInto('second_factors')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet(row).where('second_factors.confirmed_at', 'is', null),
      ),
  );
}

async function find({ database, sealing }: Sealed, accountId: string): Promise<SecondFactor | undefined> {
  const query = database.selectFrom('second_factors').selectAll().where('account_id', '=', accountId);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const secret = sealing.open(row.secret, place('secret', accountId));
  return { secret, lastStep: row.last_step, isConfirmed: row.confirmed_at !== null };
}

/** Returns false when a code of this step or a later one was accepted before: of concurrent callers, one gets true. */
const accept = ({ database }: Sealed, accountId: string, step: number): Promise<boolean> =>
  hasChanged(
    database
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step),
  );

/** Returns false when it was confirmed before. */
function confirm(
  { database, sealing }: Sealed,
  accountId: string,
  codes: readonly string[],
  entry: Recorded,
): Promise<boolean> {
  return recorded(database, entry, async (connection) => {
    const statement = connection
      .updateTable('second_factors')
      .set({ confirmed_at: entry.now })
      .where((row) => row.and({ account_id: accountId, confirmed_at: null }));
    if (!(await hasChanged(statement))) return false;
    await renewCredentials(connection, accountId);
    await replaceCodes({ database: connection, sealing }, accountId, codes);
    return true;
  });
}

async function replaceRecoveryCodes(
  { database, sealing }: Sealed,
  accountId: string,
  codes: readonly string[],
  entry: Recorded,
): Promise<void> {
  await recorded(database, entry, async (connection) => {
    await replaceCodes({ database: connection, sealing }, accountId, codes);
    return true;
  });
}

/** Deletes the code. Returns false for one that is unknown or was used before. */
const takeRecoveryCode = ({ database, sealing }: Sealed, accountId: string, code: string): Promise<boolean> =>
  hasChanged(
    database
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', codeHash(sealing, accountId, code)),
  );

const countRecoveryCodes = ({ database }: Sealed, accountId: string): Promise<number> =>
  countRows(database.selectFrom('recovery_codes').where('account_id', '=', accountId));

/** Returns false when there was none. */
function remove({ database }: Sealed, accountId: string, entry: Recorded): Promise<boolean> {
  return recorded(database, entry, async (connection) => {
    await renewCredentials(connection, accountId);
    await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    return hasChanged(connection.deleteFrom('second_factors').where('account_id', '=', accountId));
  });
}
