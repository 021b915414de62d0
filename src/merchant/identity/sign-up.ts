import { CommerceError, toConflictError, toForbiddenError } from '../../commerce/errors.ts';
import { forAnyone } from '../action.ts';
import { beginSession } from './begin-session.ts';
import { requireOpenSignUp } from './installation.ts';
import {
  countOrRefuse,
  findLoginLimits,
  refusedSignUpLimit,
  resetThrottle,
  signUpLimit,
} from './login-throttle.ts';
import { makeAccount } from './make-account.ts';
import { refuseCommonPassword } from './new-password.ts';
import { findAccountByPassword } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';
import { newMerchant, signedIn } from './wire.ts';

export const signUp = forAnyone({
  id: 'signUp',
  route: 'POST /sign-up',
  created: true,
  summary:
    'Creates an account and signs it in: the answer sets the session cookie. For an address that has an account, signs in with its password. Where the service sends e-mail, only the first account is created this way.',
  input: newMerchant,
  output: signedIn,
  /** Throws `forbidden` when sign-up is closed, and `conflict` for a known address with another password. */
  async run(visit, merchant) {
    const { context } = visit;
    const { firstRun } = await requireOpenSignUp(context);
    if (context.mailer && !firstRun)
      throw toForbiddenError(
        'This service mails a link to confirm the address: POST /api/merchant/sign-up/link.',
      );
    // Counts no attempt at the password of an account.
    await refuseCommonPassword('password', merchant.password);
    const limits = [...(await findLoginLimits(visit, merchant.email)), refusedSignUpLimit(visit)];
    await countOrRefuse(visit, [signUpLimit(visit), ...limits]);
    const onlyFirst = context.signUp === 'first' || context.mailer !== undefined;
    const newAccount = await makeAccount(context, merchant, { onlyFirst }).catch(ignoreConflict);
    // Asked in both cases, so that both take as long.
    const existing = await findAccountByPassword(context, merchant);
    const account = newAccount ?? existing;
    if (!account || (await hasSecondFactor(context, account))) throw toConflictError(REFUSED_SIGN_UP);
    await resetThrottle(visit, limits);
    return beginSession(visit, account);
  },
});

const REFUSED_SIGN_UP =
  'This sign-up could not be completed. If you already have an account with this e-mail address, sign in.';

function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof CommerceError) || error.kind !== 'conflict') throw error;
}
