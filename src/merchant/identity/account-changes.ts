import { CommerceError } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { organizationOfPerson } from '../../commerce/merchant/organization-name.ts';
import { iso } from '../../commerce/time.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { FirstOrganization } from '../../storage/repositories/accounts.ts';
import type { Actor } from '../../storage/repositories/audit.ts';
import type { MerchantContext, Visit } from '../visit.ts';
import { beginSession, type SignedIn } from './begin-session.ts';
import {
  countOrRefuse,
  loginLimits,
  refusedSignUpLimit,
  resetThrottle,
  signUpLimit,
} from './login-throttle.ts';
import { accountByPassword } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';

interface Installation {
  /** No account was ever made. */
  firstRun: boolean;
  signUp: 'open' | 'closed';
}

interface NewMerchant {
  name: string;
  email: string;
  password: string;
  /** Name of the organization that it gets. */
  organization?: string | undefined;
}

export async function installation({ accounts, signUp }: SignUpContext): Promise<Installation> {
  const firstRun = !(await accounts.hadFirst());
  return { firstRun, signUp: signUp === 'open' || (signUp === 'first' && firstRun) ? 'open' : 'closed' };
}

type SignUpContext = Pick<MerchantContext, 'accounts' | 'signUp'>;

/** Throws `forbidden` where sign-up is closed. */
export async function requireOpenSignUp(context: SignUpContext): Promise<Installation> {
  const current = await installation(context);
  if (current.signUp === 'open') return current;
  throw new CommerceError('forbidden', 'Sign-up is closed. Ask the operator of this service for an account.');
}

/**
 * Creates an account and signs it in, or signs in to the address's account if the password is right. With a mail server only for
 * the first account: others prove their address first. Throws `forbidden` when sign-up is closed, and `conflict` for a known
 * address with another password.
 */
export async function signUp(visit: Visit, merchant: NewMerchant): Promise<SignedIn> {
  const { context } = visit;
  const { firstRun } = await requireOpenSignUp(context);
  if (context.mailer && !firstRun)
    throw new CommerceError(
      'forbidden',
      'This service mails a link to confirm the address: POST /api/merchant/sign-up/link.',
    );
  const limits = [...(await loginLimits(visit, merchant.email)), refusedSignUpLimit(visit)];
  await countOrRefuse(visit, [signUpLimit(visit), ...limits]);
  const onlyFirst = context.signUp === 'first' || context.mailer !== undefined;
  const newAccount = await makeAccount(context, merchant, { onlyFirst }).catch(unlessKnown);
  // Asked in both cases, so that both take as long.
  const existing = await accountByPassword(context, merchant);
  const account = newAccount ?? existing;
  if (!account || (await hasSecondFactor(context, account)))
    throw new CommerceError('conflict', REFUSED_SIGN_UP);
  await resetThrottle(visit, limits);
  return beginSession(visit, account);
}

const REFUSED_SIGN_UP =
  'This sign-up could not be completed. If you already have an account with this e-mail address, sign in.';

function unlessKnown(error: unknown): undefined {
  if (!(error instanceof CommerceError) || error.kind !== 'conflict') throw error;
}

interface AccountOptions {
  onlyFirst?: boolean;
  actor?: Actor;
  invitation?: string;
  /** Secret of the mailed link of a sign-up. */
  link?: string | undefined;
  /** By default true for an operator, who vouches for the address. */
  emailVerified?: boolean;
}

/**
 * Makes an account with an organization of its own, or as a member of the one that invited it. An operator's name stands in the
 * audit log; without one the account made itself.
 */
export async function makeAccount(
  context: AccountRepositories,
  { name, email, password, organization }: Omit<NewMerchant, 'password'> & { password: string | undefined },
  { onlyFirst = false, actor, invitation, link, emailVerified = actor !== undefined }: AccountOptions = {},
): Promise<Account> {
  const { accounts, passwordHashing, now, newId } = context;
  const passwordHash = password === undefined ? undefined : await passwordHashing.hash(password);
  const id = newId();
  const address = normalizeEmail(email);
  const by = actor ?? { accountId: id, name: address, person: name };
  const begins: FirstOrganization =
    invitation === undefined
      ? { organizationId: newId(), name: organization ?? organizationOfPerson(name) }
      : { invitation, by: { actor: by, action: 'member.joined', details: { account: by.name } } };
  const account = { id, name, email, emailVerified, passwordHash };
  return accounts.create(account, iso(now()), {
    begins,
    onlyFirst,
    refusals: ACCOUNT_REFUSALS,
    by: { actor: by, action: 'account.created', details: { account: address } },
    ...(link === undefined ? {} : { link }),
  });
}

type AccountRepositories = Pick<MerchantContext, 'accounts' | 'passwordHashing' | 'now' | 'newId'>;
