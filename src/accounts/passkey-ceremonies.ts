import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type SealedCookie, sealedCookie } from './sealed-cookie.ts';

/** Registration and authentication of Web Authentication: what the browser is asked, and the check of its answer. */
export interface PasskeyCeremonies {
  /** Asks for a passkey that none of these authenticators has. */
  beginAdding(
    person: { id: string; email: string },
    credentialIds: readonly string[],
  ): Promise<PasskeyChallenge>;
  beginSignIn(): Promise<PasskeyChallenge>;
  /** Returns the challenge of a ceremony that began in this browser within five minutes; for adding, by this account. */
  challengeIn(cookies: string, accountId?: string): string | undefined;
  /** Returns undefined for an answer that does not prove the device and its person. */
  added(challenge: string, response: PasskeyResponse): Promise<Credential | undefined>;
  /** Returns the counter of the use. Undefined as for `added`, and for a counter that went back. */
  used(challenge: string, response: PasskeyResponse, credential: Credential): Promise<number | undefined>;
}

export interface PasskeyChallenge {
  /** For the browser, in the JSON form of Web Authentication. */
  options: object;
  /** `Set-Cookie` lines that carry the challenge to the answer. */
  cookies: string[];
}

/** The browser’s credential, in the JSON form of Web Authentication. */
export interface PasskeyResponse {
  id: string;
  [member: string]: unknown;
}

interface Credential {
  credentialId: string;
  /** COSE key in base64. */
  publicKey: string;
  /** Uses that the device counted; 0 for one that does not count. */
  counter: number;
}

export const CHALLENGE_SECONDS = 300;
/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

interface Begun {
  challenge: string;
  accountId?: string;
}

type CeremoniesOptions = Pick<Parameters<typeof sealedCookie>[0], 'sealing' | 'baseUrl' | 'now'>;

/** The library is loaded on first use: few processes check a passkey. */
const load = () => import('@simplewebauthn/server');

/** Passkeys that prove the device and its person, by fingerprint, face or PIN: they need no second factor. */
export function passkeyCeremonies(options: CeremoniesOptions): PasskeyCeremonies {
  const cookie: SealedCookie<Begun> = sealedCookie({
    ...options,
    name: 'ucp-host.passkey',
    maxAgeSeconds: CHALLENGE_SECONDS,
  });
  const rpID = () => new URL(options.baseUrl()).hostname;
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: new URL(options.baseUrl()).origin,
    expectedRPID: rpID(),
    requireUserVerification: true,
  });
  return {
    async beginAdding({ id, email }, credentialIds) {
      const asked = await (await load()).generateRegistrationOptions({
        rpName: 'ucp-host',
        rpID: rpID(),
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: email,
        excludeCredentials: credentialIds.map((credentialId) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return { options: asked, cookies: [cookie.write({ challenge: asked.challenge, accountId: id })] };
    },

    async beginSignIn() {
      const party = { rpID: rpID(), userVerification: 'required' } as const;
      const asked = await (await load()).generateAuthenticationOptions(party);
      return { options: asked, cookies: [cookie.write({ challenge: asked.challenge })] };
    },

    challengeIn(cookies, accountId) {
      const begun = cookie.read(cookies);
      return begun?.accountId === accountId ? begun?.challenge : undefined;
    },

    async added(challenge, response) {
      const { verifyRegistrationResponse } = await load();
      const asked = { ...expected(challenge), supportedAlgorithmIDs: ALGORITHMS };
      const answer = { ...asked, response: response as unknown as RegistrationResponseJSON };
      const { registrationInfo } = await verifyRegistrationResponse(answer).catch(refused);
      if (!registrationInfo) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64'), counter };
    },

    async used(challenge, response, { credentialId, publicKey, counter }) {
      const { verifyAuthenticationResponse } = await load();
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
        counter,
      };
      const answer = { response: response as unknown as AuthenticationResponseJSON, credential };
      const use = await verifyAuthenticationResponse({ ...expected(challenge), ...answer }).catch(refused);
      return use.verified ? use.authenticationInfo?.newCounter : undefined;
    },
  };
}

/** The library throws for each answer that is wrong. */
function refused(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false };
}
