import { acceptedStep, readCode, recoveryCodes, totpSecret, totpUri } from '../../accounts/totp.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { iso } from '../../commerce/time.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { Actor } from '../../storage/repositories/audit.ts';
import { type AccountVisit, entryBy, entryOf, type MerchantContext, type Visit } from '../visit.ts';
import { codeLimits, countOrRefuse, rememberBrowser, resetThrottle } from './login-throttle.ts';
import { confirmOwnPassword, type PasswordMembers } from './passwords.ts';

interface NewSecondFactor {
  /** In base32, to type into an app. */
  secret: string;
  /** Address that an app reads from a QR code. */
  uri: string;
}

/**
 * Begins to set an authenticator app up; sign-ins ask for its codes once it is confirmed. Throws `conflict` when there is one,
 * and `invalid_input` for a wrong password.
 */
export async function beginSecondFactor(
  visit: AccountVisit<PasswordMembers | 'baseUrl' | 'secondFactors'>,
  password: string | undefined,
): Promise<NewSecondFactor> {
  const { context, identity } = visit;
  const { id, email } = identity.account;
  await confirmOwnPassword(visit, password);
  const secret = totpSecret();
  if (!(await context.secondFactors.begin(id, secret, iso(context.now()))))
    throw new CommerceError('conflict', 'An authenticator app is set up. Turn it off first.');
  const issuer = new URL(context.baseUrl()).host;
  return { secret, uri: totpUri({ secret, issuer, account: email }) };
}

/** Visit whose code is checked before a change. */
type CodeVisit = AccountVisit<'accounts' | 'attempts' | 'devices' | 'now' | 'secondFactors'>;

interface ChangedSecondFactor {
  /** `Set-Cookie` lines by which this browser is known again: a change of credentials makes all unknown. */
  cookies: string[];
}

/** Returns the recovery codes, which cannot be read again. Throws `invalid_input` for a wrong code. */
export async function confirmSecondFactor(
  visit: CodeVisit,
  code: string,
): Promise<ChangedSecondFactor & { codes: string[] }> {
  const { context, identity } = visit;
  await requireCode(visit, identity.account, code, { confirmed: false });
  const codes = recoveryCodes();
  const entry = entryOf(visit, 'account.second_factor_enabled');
  if (!(await context.secondFactors.confirm(identity.account.id, codes, entry)))
    throw new CommerceError('conflict', 'The authenticator app is confirmed already.');
  return { codes, ...(await changed(visit)) };
}

async function changed(visit: CodeVisit): Promise<ChangedSecondFactor> {
  const account = await visit.context.accounts.find(visit.identity.account.id);
  return { cookies: account ? [rememberBrowser(visit, account)] : [] };
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(visit: CodeVisit, code: string): Promise<string[]> {
  const { context, identity } = visit;
  await requireCode(visit, identity.account, code);
  const codes = recoveryCodes();
  const entry = entryOf(visit, 'account.recovery_codes_renewed');
  await context.secondFactors.replaceRecoveryCodes(identity.account.id, codes, entry);
  return codes;
}

export async function turnOffSecondFactor(visit: CodeVisit, code: string): Promise<ChangedSecondFactor> {
  await requireCode(visit, visit.identity.account, code);
  const entry = entryOf(visit, 'account.second_factor_disabled');
  await visit.context.secondFactors.remove(visit.identity.account.id, entry);
  return changed(visit);
}

/** Removes the authenticator app for an operator, when its owner has lost it. Returns false when there is none. */
export function removeSecondFactor(
  context: Pick<MerchantContext, 'secondFactors' | 'now'>,
  { id, email }: Account,
  actor: Actor,
): Promise<boolean> {
  const entry = entryBy(context, actor, 'account.second_factor_disabled', { account: email });
  return context.secondFactors.remove(id, entry);
}

export async function hasSecondFactor(
  { secondFactors }: Pick<MerchantContext, 'secondFactors'>,
  { id }: Account,
): Promise<boolean> {
  return (await secondFactors.find(id))?.isConfirmed ?? false;
}

/** Throws `invalid_input` for a code that is wrong or was used before, and `too_many_requests` after some of them. */
export async function requireCode(
  visit: Visit<'attempts' | 'devices' | 'now' | 'secondFactors'>,
  account: Account,
  text: string,
  { confirmed = true } = {},
): Promise<void> {
  const limits = codeLimits(visit, account);
  await countOrRefuse(visit, limits);
  if (!(await isRight(visit.context, account, text, confirmed))) throw wrongCode();
  await resetThrottle(visit, limits);
}

async function isRight(
  { secondFactors, now }: Pick<MerchantContext, 'secondFactors' | 'now'>,
  { id }: Account,
  text: string,
  confirmed: boolean,
): Promise<boolean> {
  const code = readCode(text);
  const factor = await secondFactors.find(id);
  if (factor?.isConfirmed !== confirmed) return false;
  if ('recoveryCode' in code) return confirmed && secondFactors.takeRecoveryCode(id, code.recoveryCode);
  const step = acceptedStep(code.digits, factor, now());
  return step !== undefined && secondFactors.accept(id, step);
}

function wrongCode(): CommerceError {
  const message = 'is wrong or was used before';
  return new CommerceError('invalid_input', `The code ${message}.`, { details: [{ path: 'code', message }] });
}
