import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { createSealedCookie } from './cookies.ts';

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

type Person = Record<'id' | 'email', string>;

/** The browser’s credential, in the JSON form of Web Authentication. */
interface PasskeyResponse {
  id: string;
  [member: string]: unknown;
}

interface Credential {
  credentialId: string;
  /** COSE key in base64. */
  publicKey: string;
  /** Uses that the device counted; 0 for a device that does not count. */
  counter: number;
}

export const CHALLENGE_SECONDS = 300;
/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

type CeremoniesOptions = Pick<Parameters<typeof createSealedCookie>[0], 'sealing' | 'baseUrl' | 'now'>;

/** The library is loaded on first use: few processes check a passkey. */
const load = () => import('@simplewebauthn/server');

/** Ceremonies of Web Authentication. Passkeys prove the device and its person, by fingerprint, face or PIN: they need no second factor. */
export function createPasskeyCeremonies(options: CeremoniesOptions) {
  const settings = { name: 'ucp-host.passkey', maxAgeSeconds: CHALLENGE_SECONDS };
  const cookie = createSealedCookie<{ challenge: string; accountId?: string | undefined }>({
    ...options,
    ...settings,
  });
  /** Returns options for the browser, and the cookie that carries the challenge to the answer. */
  const begin = (forBrowser: { challenge: string }, accountId?: string) => ({
    options: { ...forBrowser },
    cookies: [cookie.write({ challenge: forBrowser.challenge, accountId })],
  });
  const page = () => new URL(options.baseUrl());
  return {
    /** Asks for a passkey that none of these authenticators has. */
    async beginRegistration(person: Person, credentialIds: readonly string[]) {
      const { generateRegistrationOptions } = await load();
      const creation = buildCreationOptions(page().hostname, person, credentialIds);
      return begin(await generateRegistrationOptions(creation), person.id);
    },

    async beginAuthentication() {
      const { generateAuthenticationOptions } = await load();
      const request = { rpID: page().hostname, userVerification: 'required' } as const;
      return begin(await generateAuthenticationOptions(request));
    },

    /** Returns the challenge of a ceremony that began in this browser within five minutes; for adding, by this account. */
    readChallenge(cookies: string, accountId?: string): string | undefined {
      const begun = cookie.read(cookies);
      return begun?.accountId === accountId ? begun?.challenge : undefined;
    },

    /** Returns undefined for an answer that does not prove the device and its person. */
    async verifyRegistration(challenge: string, response: PasskeyResponse): Promise<Credential | undefined> {
      const { verifyRegistrationResponse } = await load();
      const checking = verifyRegistrationResponse({
        ...buildExpectations(page(), challenge),
        response: response as unknown as RegistrationResponseJSON,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      const { registrationInfo } = await checking.catch(toUnverified);
      if (!registrationInfo) return undefined;
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      return { credentialId, publicKey: Buffer.from(publicKey).toString('base64'), counter };
    },

    /** Returns the counter of the use. Undefined as for `verifyRegistration`, and for a counter that went back. */
    async verifyAuthentication(challenge: string, response: PasskeyResponse, passkey: Credential) {
      const { verifyAuthenticationResponse } = await load();
      const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64'));
      const checking = verifyAuthenticationResponse({
        ...buildExpectations(page(), challenge),
        response: response as unknown as AuthenticationResponseJSON,
        credential: { id: passkey.credentialId, publicKey, counter: passkey.counter },
      });
      const use = await checking.catch(toUnverified);
      return use.verified ? use.authenticationInfo?.newCounter : undefined;
    },
  };
}

function buildExpectations(page: URL, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    expectedRPID: page.hostname,
    requireUserVerification: true,
  };
}

function buildCreationOptions(rpID: string, { id, email }: Person, credentialIds: readonly string[]) {
  return {
    rpName: 'ucp-host',
    rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: email,
    excludeCredentials: credentialIds.map((credentialId) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' } as const,
    supportedAlgorithmIDs: ALGORITHMS,
  };
}

/** The library throws for each answer that is wrong. */
function toUnverified(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false };
}
