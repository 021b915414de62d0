import { act } from './api.ts';
import type { Account } from './api-types.ts';

interface Challenge<Options> {
  options: Options;
}

/** False in browsers without passkeys, and at an IP address, which passkeys cannot belong to. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(window.location.hostname)
  );
}

/** Makes a passkey on the device, and adds it to the account. */
export async function makePasskey(name: string, proof: { current_password?: string }): Promise<object> {
  const begun = await act<Challenge<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    '/account/passkeys/begin',
    proof,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(begun.options);
  const response = await answered(navigator.credentials.create({ publicKey }));
  return act('POST', '/account/passkeys', { name, response });
}

/** Signs in by a passkey that the person chooses. */
export async function signInByPasskey(): Promise<Account> {
  const { options } = await act<Challenge<PublicKeyCredentialRequestOptionsJSON>>('POST', '/passkey-sign-in');
  const required = { ...options, userVerification: 'required' };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(required);
  const response = await answered(navigator.credentials.get({ publicKey }));
  return (await act<{ account: Account }>('POST', '/passkey-sign-in/finish', { response })).account;
}

async function answered(asking: Promise<Credential | null>): Promise<unknown> {
  const credential = await asking.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was used. Try again.');
  return credential.toJSON();
}
