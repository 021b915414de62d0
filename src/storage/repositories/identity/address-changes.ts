import { createAccountGoneError } from '../../../commerce/errors.ts';
import type { AccountRefusals } from '../../../commerce/merchant/account-refusals.ts';
import type { Database } from '../../engine/database.ts';
import { isTaken } from '../../engine/database-failure.ts';
import { bindFunctions } from '../rows/bound.ts';
import { hasRows, match } from '../rows/rows.ts';
import { type Account, changeAccount, renewCredentials } from './account-rows.ts';
import { endUnprovedCredentials, type OwnSession } from './address-proofs.ts';
import { type Actor, record } from './audit.ts';
import { takeLink } from './one-time-links.ts';

interface NewAddress extends OwnSession {
  email: string;
  isProved: boolean;
}

interface ChangeOptions {
  actor: Actor;
  now: string;
  refusals: Pick<AccountRefusals, 'addressInUse'>;
}

/** Changes of the e-mail address of accounts. Each ends all other sessions and every mailed link of the account. */
export const createAddressChangeRepository = (database: Database) =>
  bindFunctions(database, { change, changeByLink });

/** Throws the refusal for the address of another account, and `unauthenticated` for a removed account. */
const change = (database: Database, address: NewAddress, options: ChangeOptions): Promise<Account> =>
  refuseTaken(
    options,
    database.transaction().execute((connection) => changeAddress(connection, address, options)),
  );

/** Changes the address to that of a mailed link; a first proof also ends passkeys and tokens. Undefined for a spent or foreign link. */
const changeByLink = (database: Database, secret: string, session: OwnSession, options: ChangeOptions) => {
  const { accountId } = session;
  const changing = database.transaction().execute(async (connection) => {
    const link = await takeLink(connection, 'change_address', secret, options.now, accountId);
    if (!link?.email) return undefined;
    const unproved = match({ id: accountId, emailVerified: false });
    if (await hasRows(connection.selectFrom('accounts').where(unproved)))
      await endUnprovedCredentials(connection, accountId);
    return changeAddress(connection, { ...session, email: link.email, isProved: true }, options);
  });
  return refuseTaken(options, changing);
};

async function changeAddress(connection: Database, address: NewAddress, { actor, now }: ChangeOptions) {
  const { accountId, sessionId = '', email, isProved } = address;
  const before = await renewCredentials(connection, accountId);
  const account = await changeAccount(connection, accountId, { email, emailVerified: isProved });
  if (!before || !account) throw createAccountGoneError();
  await connection
    .deleteFrom('account_sessions')
    .where('accountId', '=', accountId)
    .where('id', '!=', sessionId)
    .execute();
  await connection.deleteFrom('one_time_links').where('accountId', '=', accountId).execute();
  const details = { from: before.email, to: email };
  await record(connection, { actor, action: 'account.email_changed', details, now });
  return account;
}

async function refuseTaken<Result>({ refusals }: ChangeOptions, changing: Promise<Result>): Promise<Result> {
  return changing.catch((error: unknown) => {
    throw isTaken(error) ? refusals.addressInUse() : error;
  });
}
