import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { countRows, findFirst, hasChanged, match } from '../rows/rows.ts';
import { renewCredentials } from './account-rows.ts';
import { type Recorded, recordChange } from './audit.ts';

const { place } = TABLES.second_factors;

/** Authenticator apps of accounts, sealed, and hashes of their recovery codes. */
export const createSecondFactorRepository = (context: Sealed) =>
  bindFunctions(context, {
    ...{ begin, find, accept, confirm, remove },
    ...{ replaceRecoveryCodes, takeRecoveryCode, countRecoveryCodes },
  });

const hashCode = (sealing: Sealing, accountId: string, code: string) =>
  sealing.hash(code, `recovery_codes/${accountId}`);

async function replaceCodes({ database, sealing }: Sealed, accountId: string, codes: readonly string[]) {
  await database.deleteFrom('recovery_codes').where('accountId', '=', accountId).execute();
  await database
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ accountId, codeHash: hashCode(sealing, accountId, code) })))
    .execute();
  return true;
}

/** Stores the secret of an app that is not confirmed yet. Returns false when there is a confirmed one. */
async function begin({ database, sealing }: Sealed, accountId: string, secret: string, now: string) {
  const row = { secret: sealing.seal(secret, place('secret', accountId)), createdAt: now };
  return hasChanged(
    database
      .insertInto('second_factors')
      .values({ accountId, ...row })
      .onConflict((conflict) =>
        conflict.column('accountId').doUpdateSet(row).where('second_factors.confirmedAt', 'is', null),
      ),
  );
}

/** `isConfirmed`: false until the first code was accepted; not asked for at sign-in before. */
async function find({ database, sealing }: Sealed, accountId: string) {
  const factor = await findFirst(
    database.selectFrom('second_factors').selectAll().where('accountId', '=', accountId),
    (row) => TABLES.second_factors.fromRow(row, sealing),
  );
  if (!factor) return undefined;
  const { secret, lastStep, confirmedAt } = factor;
  return { secret, lastStep, isConfirmed: confirmedAt !== null };
}

/** Returns false when a code of this step or a later one was accepted before: of concurrent callers, one gets true. */
const accept = ({ database }: Sealed, accountId: string, step: number): Promise<boolean> =>
  hasChanged(
    database
      .updateTable('second_factors')
      .set({ lastStep: step })
      .where('accountId', '=', accountId)
      .where('lastStep', '<', step),
  );

/** Returns false when it was confirmed before. */
function confirm(
  { database, sealing }: Sealed,
  accountId: string,
  codes: readonly string[],
  entry: Recorded,
): Promise<boolean> {
  return recordChange(database, entry, async (connection) => {
    const unconfirmed = connection
      .updateTable('second_factors')
      .where(match({ accountId, confirmedAt: null }));
    if (!(await hasChanged(unconfirmed.set({ confirmedAt: entry.now })))) return false;
    await renewCredentials(connection, accountId);
    return replaceCodes({ database: connection, sealing }, accountId, codes);
  });
}

function replaceRecoveryCodes(context: Sealed, accountId: string, codes: readonly string[], entry: Recorded) {
  return recordChange(context.database, entry, (database) =>
    replaceCodes({ ...context, database }, accountId, codes),
  );
}

/** Deletes the code. Returns false for an unknown or used code. */
const takeRecoveryCode = ({ database, sealing }: Sealed, accountId: string, code: string): Promise<boolean> =>
  hasChanged(
    database
      .deleteFrom('recovery_codes')
      .where(match({ accountId, codeHash: hashCode(sealing, accountId, code) })),
  );

const countRecoveryCodes = ({ database }: Sealed, accountId: string): Promise<number> =>
  countRows(database.selectFrom('recovery_codes').where('accountId', '=', accountId));

/** Returns false when there was none. */
const remove = ({ database }: Sealed, accountId: string, entry: Recorded): Promise<boolean> =>
  recordChange(database, entry, async (connection) => {
    await renewCredentials(connection, accountId);
    await connection.deleteFrom('recovery_codes').where('accountId', '=', accountId).execute();
    return hasChanged(connection.deleteFrom('second_factors').where('accountId', '=', accountId));
  });
