import type { Account, FinishPasskeySignInRequest } from '../client/index.ts';
import { call } from './api.ts';

/** False in browsers without passkeys, and at an IP address, which passkeys cannot belong to. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(window.location.hostname)
  );
}

/** Makes a passkey on the device, for the account to add. */
export async function newPasskey(proof: { current_password?: string }): Promise<Response> {
  const { options } = await call('beginPasskey', { body: proof });
  // The browser checks them.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return answered(navigator.credentials.create({ publicKey }));
}

/** Signs in by a passkey that the person chooses. */
export async function signInByPasskey(): Promise<Account> {
  const { options } = await call('beginPasskeySignIn', {});
  // The browser checks them.
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...json,
    userVerification: 'required',
  });
  const response = await answered(navigator.credentials.get({ publicKey }));
  return (await call('finishPasskeySignIn', { body: { response } })).account;
}

type Response = FinishPasskeySignInRequest['response'];

async function answered(asking: Promise<Credential | null>): Promise<Response> {
  const credential = await asking.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was used. Try again.');
  const json: unknown = credential.toJSON();
  return json as Response;
}
