import type { Database } from '../../engine/database.ts';
import { generateSecret, hashToken } from '../../engine/token-hash.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { doNothing, hasChanged, hasRows, match } from '../rows/rows.ts';
import { confirmAddress } from './address-proofs.ts';
import { type By, record } from './audit.ts';
import { authorizeChange } from './authorized.ts';
import { type Limited, requireRoom } from './organization-limits.ts';

export type Invitation = TableRecord<'invitations'>;

/** Invitation with the names that its link shows. */
export interface OpenInvitation extends Invitation {
  organization: string;
  /** Name of the person who invited. */
  inviter: string;
}

/** Stores hashes only: the token of an invitation's link is shown once, when it is created. */
export const createInvitationRepository = (context: Limited) =>
  bindFunctions(context, { put, listOfOrganization, find, withdraw, accept });

const open = (database: Database, now: string) =>
  database
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organizationId')
    .innerJoin('accounts', 'accounts.id', 'invitations.invitedBy')
    .select(['invitations.id', 'organizationId', 'invitations.email', 'role'])
    .select(['invitedBy', 'invitations.createdAt', 'expiresAt'])
    .select(['organizations.name as organization', 'accounts.name as inviter', 'isMailed'])
    .where('invitations.expiresAt', '>', now);

interface Inviting {
  by: By;
  alreadyMember(email: string): Error;
}

/** Replaces an earlier invitation of the address, and returns the link's token. Throws the refusal for a member, `limited` without room. */
async function put({ database, limits }: Limited, invitation: Invitation, { by, alreadyMember }: Inviting) {
  const token = generateSecret();
  const { organizationId, email, createdAt: now } = invitation;
  await authorizeChange(database, by.actor, { organizationId, now }, async (connection) => {
    if (await isMember(connection, organizationId, email)) throw alreadyMember(email);
    await connection
      .deleteFrom('invitations')
      .where('organizationId', '=', organizationId)
      .where((each) => each.or([each('email', '=', email), each('expiresAt', '<=', now)]))
      .execute();
    for (const name of ['invitations', 'members'] as const)
      await requireRoom(connection, limits, organizationId, name);
    await connection
      .insertInto('invitations')
      .values({ ...invitation, tokenHash: hashToken(token) })
      .execute();
    await record(connection, { ...by, organizationId, now });
  });
  return token;
}

/** Newest first. */
const listOfOrganization = ({ database }: Limited, organizationId: string, now: string) =>
  open(database, now)
    .where('invitations.organizationId', '=', organizationId)
    .orderBy('invitations.createdAt', 'desc')
    .orderBy('invitations.id')
    .execute();

/** Returns undefined for an unknown, used, withdrawn or expired token. */
const find = ({ database }: Limited, token: string, now: string): Promise<OpenInvitation | undefined> =>
  open(database, now).where('invitations.tokenHash', '=', hashToken(token)).executeTakeFirst();

/** Returns false when the organization has no such invitation. */
const withdraw = ({ database }: Limited, organizationId: string, id: string, by: By, now: string) =>
  authorizeChange(database, by.actor, { organizationId, now }, async (connection) => {
    if (!(await hasChanged(connection.deleteFrom('invitations').where(match({ organizationId, id })))))
      return false;
    await record(connection, { ...by, organizationId, now });
    return true;
  });

/** Makes the account of a session a member; a mailed link proves its address. Returns undefined for a used invitation. */
const accept = ({ database }: Limited, token: string, { account, sessionId, by }: OfSession, now: string) =>
  database.transaction().execute(async (connection) => {
    const joined = await acceptInvitation(connection, { token, account, by, now });
    const session = { accountId: account.id, sessionId };
    if (joined?.isMailed) await confirmAddress(connection, session, now);
    return joined;
  });

interface OfSession {
  account: { id: string; email: string };
  sessionId: string | undefined;
  by: By;
}

interface Acceptance extends Pick<OfSession, 'account' | 'by'> {
  token: string;
  now: string;
}

/** Uses the invitation up in this transaction: of concurrent uses one succeeds, and the others get undefined. */
export async function acceptInvitation(connection: Database, { token, account, by, now }: Acceptance) {
  const used = await connection
    .deleteFrom('invitations')
    .where(match({ tokenHash: hashToken(token), email: account.email }))
    .where('expiresAt', '>', now)
    .returning(['organizationId', 'role', 'isMailed'])
    .executeTakeFirst();
  if (!used) return undefined;
  const { organizationId, role, isMailed } = used;
  await connection
    .insertInto('memberships')
    .values({ organizationId, accountId: account.id, role, createdAt: now })
    .onConflict(doNothing)
    .execute();
  const details = { ...by.details, role };
  await record(connection, { ...by, organizationId, details, now });
  return { organizationId, isMailed };
}

const isMember = (connection: Database, organizationId: string, email: string): Promise<boolean> =>
  hasRows(
    connection
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
      .where(match({ 'memberships.organizationId': organizationId, 'accounts.email': email })),
  );
