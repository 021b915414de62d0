import type { Passkey } from '../../storage/repositories/passkeys.ts';
import type { AccountVisit } from '../visit.ts';

/** Ways in which an account can sign in. */
interface SignInMethods {
  passkeys: Passkey[];
  hasPassword: boolean;
  /** Undefined without an identity provider. */
  singleSignOn: { label: string; isConnected: boolean } | undefined;
  secondFactor: { isEnabled: boolean; recoveryCodesLeft: number };
}

export async function signInMethods({
  context,
  identity,
}: AccountVisit<
  'accountIdentities' | 'accounts' | 'passkeys' | 'secondFactors' | 'singleSignOn'
>): Promise<SignInMethods> {
  const { id } = identity.account;
  const factor = await context.secondFactors.find(id);
  const { singleSignOn } = context;
  return {
    singleSignOn: singleSignOn && {
      label: singleSignOn.label,
      isConnected: await context.accountIdentities.isConnected(singleSignOn.issuer, id),
    },
    passkeys: await context.passkeys.ofAccount(id),
    hasPassword: (await context.accounts.passwordHash(id)) !== undefined,
    secondFactor: {
      isEnabled: factor?.isConfirmed ?? false,
      recoveryCodesLeft: await context.secondFactors.countRecoveryCodes(id),
    },
  };
}
