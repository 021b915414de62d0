import { z } from 'zod';
import {
  buildTotpUri,
  createRecoveryCodes,
  createTotpSecret,
  matchStep,
  readCode,
} from '../../accounts/totp.ts';
import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import { forPerson } from '../action.ts';
import { code, currentPassword } from '../fields.ts';
import { type AccountVisit, getNow, type MerchantContext, toRecordedEntry, type Visit } from '../visit.ts';
import { buildCodeLimits, countOrRefuse, rememberBrowser, resetThrottle } from './login-throttle.ts';
import { confirmPassword } from './passwords.ts';

const recoveryCodesWire = z.object({
  recovery_codes: z
    .array(z.string())
    .describe('Each replaces one code of the app. They are shown only once.'),
});

export const secondFactorEndpoints = [
  forPerson({
    id: 'beginSecondFactor',
    route: 'POST /account/second-factor',
    summary: 'Begins the set-up of an authenticator app. Sign-ins ask for it once it is confirmed.',
    input: z.object({ current_password: currentPassword }),
    output: z.object({
      secret: z.string().describe('In base32, to type into an authenticator app.'),
      uri: z.string().describe('otpauth:// address, which apps read from a QR code.'),
    }),
    async run(visit, { current_password }) {
      const { context, identity } = visit;
      const { id, email } = identity.account;
      await confirmPassword(visit, current_password);
      const secret = createTotpSecret();
      if (!(await context.secondFactors.begin(id, secret, getNow(visit))))
        throw toConflictError('An authenticator app is set up. Turn it off first.');
      const issuer = new URL(context.baseUrl()).host;
      return { secret, uri: buildTotpUri({ secret, issuer, account: email }) };
    },
  }),

  forPerson({
    id: 'confirmSecondFactor',
    route: 'POST /account/second-factor/confirm',
    summary: 'Turns the authenticator app on, with a code from it.',
    input: z.object({ code }),
    output: recoveryCodesWire,
    async run(visit, { code }) {
      const { context, identity } = visit;
      await requireCode(visit, identity.account, code, false);
      const recoveryCodes = createRecoveryCodes();
      const entry = toRecordedEntry(visit, 'account.second_factor_enabled');
      if (!(await context.secondFactors.confirm(identity.account.id, recoveryCodes, entry)))
        throw toConflictError('The authenticator app is confirmed already.');
      return { recoveryCodes, cookies: await rememberKnownBrowser(visit) };
    },
  }),

  forPerson({
    id: 'renewRecoveryCodes',
    route: 'POST /account/second-factor/recovery-codes',
    summary: 'Replaces the recovery codes with new ones.',
    input: z.object({ code }),
    output: recoveryCodesWire,
    async run(visit, { code }) {
      const { context, identity } = visit;
      await requireCode(visit, identity.account, code);
      const recoveryCodes = createRecoveryCodes();
      const entry = toRecordedEntry(visit, 'account.recovery_codes_renewed');
      await context.secondFactors.replaceRecoveryCodes(identity.account.id, recoveryCodes, entry);
      return { recoveryCodes };
    },
  }),

  forPerson({
    id: 'turnOffSecondFactor',
    route: 'POST /account/second-factor/turn-off',
    summary: 'Turns the authenticator app off.',
    input: z.object({ code }),
    async run(visit, { code }) {
      const { context, identity } = visit;
      await requireCode(visit, identity.account, code);
      const entry = toRecordedEntry(visit, 'account.second_factor_disabled');
      await context.secondFactors.remove(identity.account.id, entry);
      return { cookies: await rememberKnownBrowser(visit) };
    },
  }),
];

/** Returns the cookies by which this browser is known again: a change of credentials makes all unknown. */
async function rememberKnownBrowser(visit: AccountVisit): Promise<string[]> {
  const account = await visit.context.accounts.find(visit.identity.account.id);
  return account ? [rememberBrowser(visit, account)] : [];
}

export async function hasSecondFactor({ secondFactors }: MerchantContext, { id }: Account): Promise<boolean> {
  return (await secondFactors.find(id))?.isConfirmed ?? false;
}

/** Throws `invalid_input` for a code that is wrong or was used before, and `too_many_requests` after some of them. `isConfirmed`: whether the app is in use. */
export async function requireCode(visit: Visit, account: Account, text: string, isConfirmed = true) {
  const limits = buildCodeLimits(visit, account);
  await countOrRefuse(visit, limits);
  if (!(await isRight(visit, account.id, text, isConfirmed))) {
    const message = 'is wrong or was used before';
    const details = [{ path: 'code', message }];
    throw new CommerceError('invalid_input', `The code ${message}.`, { details });
  }
  await resetThrottle(visit, limits);
}

async function isRight({ context }: Visit, id: string, text: string, isConfirmed: boolean): Promise<boolean> {
  const { secondFactors, now } = context;
  const code = readCode(text);
  const factor = await secondFactors.find(id);
  if (factor?.isConfirmed !== isConfirmed) return false;
  if ('recoveryCode' in code) return isConfirmed && secondFactors.takeRecoveryCode(id, code.recoveryCode);
  const step = matchStep(code.digits, factor, now());
  return step !== undefined && secondFactors.accept(id, step);
}
