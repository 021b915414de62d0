import { z } from 'zod';
import { CommerceError, toConflictError, toForbiddenError, toNotFoundError } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { isAsciiEmail, normalizeEmail } from '../../commerce/merchant/email-address.ts';
import type { ProvidedIdentity } from '../../outbound/openid-connect/identity-provider.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import { forAnyone, forPerson } from '../action.ts';
import { accountWire, linkToken } from '../fields.ts';
import { acceptInvitation, createOtherAddressError, readInvitation } from '../organizations/invitations.ts';
import {
  getNow,
  type KeptSignOn,
  type MerchantContext,
  readCookies,
  type SingleSignOn,
  toRecordedEntry,
  type Visit,
  visitAs,
} from '../visit.ts';
import { beginSession } from './account-sessions.ts';
import { findInstallation } from './installation.ts';
import { countOrRefuse, signOnLimit } from './login-throttle.ts';
import { identify } from './sign-in.ts';
import { makeAccount, type NewMerchant } from './sign-up.ts';

const address = z.object({ url: z.url().describe('Page of the identity provider: send the browser there.') });
const parameter = z.string().min(1).max(4_000);

export const singleSignOnEndpoints = [
  forAnyone({
    id: 'beginSingleSignOn',
    route: 'POST /single-sign-on',
    summary:
      'Begins a sign-in at the identity provider. The answer sets a cookie that finishing it requires.',
    input: z.object({
      invitation: linkToken
        .optional()
        .describe('Token of an invitation, which the sign-in accepts if its e-mail address matches.'),
    }),
    output: address,
    async run(visit, { invitation }) {
      if (invitation === undefined) return begin(visit, {});
      await readInvitation(visit, invitation);
      return begin(visit, { invitation });
    },
  }),

  forAnyone({
    id: 'finishSingleSignOn',
    route: 'POST /single-sign-on/finish',
    summary: 'Completes a sign-in with the parameters that the identity provider sent back with the browser.',
    input: z.object({ code: parameter, state: parameter }),
    output: z.object({ account: accountWire }),
    async run(visit, { code, state }) {
      const { provider, cookie } = requireSignOn(visit.context);
      await countOrRefuse(visit, [signOnLimit(visit)]);
      const signOn = cookie.read(readCookies(visit));
      if (signOn?.state !== state) throw createNotBegunHereError();
      const identity = await provider.finish(code, signOn, signOn.redirectUri);
      const { accountId, invitation } = signOn;
      const account = await (accountId !== undefined
        ? connect(visit, accountId, identity)
        : invitation !== undefined
          ? accept(visit, invitation, identity)
          : findOrMakeAccount(visit.context, identity));
      const { cookies } = await beginSession(visit, account);
      return { account, cookies: [cookie.clear(), ...cookies] };
    },
  }),

  forPerson({
    id: 'connectSingleSignOn',
    route: 'POST /account/single-sign-on',
    summary: 'Begins to connect the account with an identity of the provider.',
    output: address,
    run: (visit) => begin(visit, { accountId: visit.identity.account.id }),
  }),

  forPerson({
    id: 'disconnectSingleSignOn',
    route: 'DELETE /account/single-sign-on',
    summary: 'Disconnects the account from the identity provider.',
    async run(visit) {
      const { context, identity } = visit;
      const { issuer } = requireSignOn(context);
      const { id } = identity.account;
      if ((await context.accounts.findPasswordHash(id)) === undefined)
        throw toConflictError('Your account has no password. Set one first, on the Account page.');
      const entry = toRecordedEntry(visit, 'account.single_sign_on_disconnected');
      if (!(await context.accountIdentities.remove(issuer, id, entry)))
        throw toNotFoundError('Your account is not connected with single sign-on.');
    },
  }),
];

async function begin(visit: Visit, purpose: Pick<KeptSignOn, 'accountId' | 'invitation'>) {
  const { provider, cookie } = requireSignOn(visit.context);
  await countOrRefuse(visit, [signOnLimit(visit)]);
  const redirectUri = `${visit.context.baseUrl()}/console/sign-in/provider`;
  const { url, ...begun } = await provider.begin(redirectUri);
  return { url, cookies: [cookie.write({ ...begun, ...purpose, redirectUri })] };
}

function requireSignOn({ singleSignOn }: Pick<MerchantContext, 'singleSignOn'>): SingleSignOn {
  if (singleSignOn) return singleSignOn;
  throw toNotFoundError('This service has no single sign-on. Its operator sets OIDC_ISSUER.');
}

function createNotBegunHereError() {
  const message = 'does not belong to a sign-in that was begun in this browser within ten minutes';
  const details = [{ path: 'state', message }];
  return new CommerceError('invalid_input', `state ${message}. Sign in again.`, { details });
}

/** Accepts an invitation of the address that the provider has verified, with its account or with a new one. */
async function accept(visit: Visit, token: string, identity: ProvidedIdentity): Promise<Account> {
  const { context } = visit;
  const invitation = await readInvitation(visit, token);
  const email = requireVerifiedEmail(identity);
  if (email !== invitation.email) throw createOtherAddressError(invitation, email);
  const account = await findOrMakeAccount(context, identity, token);
  // A new account has used the invitation up.
  if (await context.organizations.roleOf(invitation.organizationId, account.id)) return account;
  await acceptInvitation(visitAs(visit, { account, via: 'session' }), token);
  return account;
}

/** Finds the account of an identity, connects the one of its verified e-mail address, or makes one. */
async function findOrMakeAccount(context: MerchantContext, identity: ProvidedIdentity, invitation?: string) {
  const knownId = await context.accountIdentities.findAccountId(identity);
  const existing = knownId === undefined ? undefined : await context.accounts.find(knownId);
  if (existing) return existing;
  const email = requireVerifiedEmail(identity);
  const connecting = { now: getNow({ context }), refusals: ACCOUNT_REFUSALS };
  const owner = await context.accounts.findByEmail(email);
  if (!owner) {
    const name = (identity.name ?? email).slice(0, 100);
    const newAccount = await signUpBy(context, { name, email, password: undefined }, invitation);
    await context.accountIdentities.add(identity, newAccount, connecting);
    return newAccount;
  }
  // An account of an unproved address may be a stranger's, who waits in it for the owner of the address.
  if (!owner.emailVerified)
    throw toConflictError(
      `There is an account ${email} here. Sign in with its password, and connect single sign-on on the Account page.`,
    );
  await context.accountIdentities.add(identity, owner, connecting);
  return owner;
}

function requireVerifiedEmail({ email, emailVerified }: ProvidedIdentity): string {
  if (email !== undefined && emailVerified && isAsciiEmail(email)) return normalizeEmail(email);
  throw toForbiddenError(
    'The identity provider did not confirm an e-mail address of yours. Verify it there first.',
  );
}

/** Makes an account of a verified address; an invitation makes one also where sign-up is closed. */
async function signUpBy(context: MerchantContext, merchant: NewMerchant, invitation?: string) {
  if (invitation !== undefined) return makeAccount(context, merchant, { invitation, emailVerified: true });
  const { signsUp } = requireSignOn(context);
  if (!signsUp && (await findInstallation(context)).signUp === 'closed')
    throw toForbiddenError(
      `There is no account ${merchant.email} here, and sign-up is closed. Ask the operator of this service for one.`,
    );
  return makeAccount(context, merchant, {
    onlyFirst: !signsUp && context.signUp === 'first',
    emailVerified: true,
  });
}

/** Connects the account that is signed in, whose address the provider must have verified. */
async function connect(visit: Visit, accountId: string, identity: ProvidedIdentity): Promise<Account> {
  const signedIn = await identify(visit);
  if (signedIn?.account.id !== accountId) throw createNotBegunHereError();
  const { account } = signedIn;
  const email = requireVerifiedEmail(identity);
  if (email !== account.email)
    throw toConflictError(`The identity provider knows you as ${email}, not as ${account.email}.`);
  const connecting = { now: getNow(visit), refusals: ACCOUNT_REFUSALS };
  await visit.context.accountIdentities.connect(identity, account, signedIn.sessionId, connecting);
  return account;
}
