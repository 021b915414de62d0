import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { CommerceError } from '../commerce/errors.ts';
import type { Database } from '../storage/engine/database.ts';
import { databaseFailureError } from '../storage/engine/database-failure.ts';
import type { PasskeyChallenge, PasswordHashing, SignIns } from './sign-ins.ts';

interface BetterAuthOptions {
  database: Database;
  secret: string;
  baseUrl: string;
  newId: () => string;
  quickenPasswords?: ((standard: PasswordHashing) => PasswordHashing) | undefined;
}

/** Uses better-auth without its routes: this service has its own, with its own limits. */
export async function betterAuthSignIns(options: BetterAuthOptions): Promise<SignIns> {
  const auth = betterAuth({ ...settings(options), plugins: [sessionsOfAccounts, passkeys(options)] });
  const standard = (await auth.$context).password;
  const password = options.quickenPasswords?.(standard) ?? standard;
  return {
    hashPassword: (text) => password.hash(text),

    async verifyPassword(text, hash) {
      if (hash !== undefined) return password.verify({ password: text, hash });
      await password.hash(text);
      return false;
    },

    async begin(accountId, userAgent) {
      const body = { accountId, userAgent };
      const answer = await answered(auth.api.beginSession({ body, returnHeaders: true }));
      return answer.headers.getSetCookie();
    },

    async find(headers) {
      const found = await answered(auth.api.getSession({ headers, query: { disableRefresh: true } }));
      if (!found) return undefined;
      const { id, userId: accountId, lastUsedAt = null } = found.session;
      return { id, accountId, lastUsedAt };
    },

    async prolong(headers) {
      const answer = await answered(auth.api.getSession({ headers, returnHeaders: true }));
      return answer.headers.getSetCookie();
    },

    async end(headers) {
      return (await answered(auth.api.signOut({ headers, returnHeaders: true }))).headers.getSetCookie();
    },

    async beginPasskey(headers) {
      const call = { headers, query: {}, returnHeaders: true } as const;
      return challengeOf(await answered(auth.api.generatePasskeyRegistrationOptions(call)));
    },

    async addPasskey(headers, { name, response }) {
      const adding = auth.api.verifyPasskeyRegistration({ headers, body: { name, response } });
      return (await unlessRefused(adding)) !== undefined;
    },

    async beginPasskeySignIn() {
      const call = { headers: new Headers(), returnHeaders: true } as const;
      const begun = await answered(auth.api.generatePasskeyAuthenticationOptions(call));
      const { options, cookies } = challengeOf(begun);
      // better-auth only prefers verification: a browser may then skip it, and `requirePerson` refuses the answer.
      return { options: { ...options, userVerification: 'required' }, cookies };
    },

    async finishPasskeySignIn(headers, response) {
      // better-auth checks its form.
      const body = { response: response as never };
      const finishing = auth.api.verifyPasskeyAuthentication({ headers, body, returnHeaders: true });
      const answer = await unlessRefused(finishing);
      return answer && { accountId: answer.response.user.id, cookies: answer.headers.getSetCookie() };
    },
  };
}

function challengeOf(answer: { response: object; headers: Headers }): PasskeyChallenge {
  return { options: answer.response, cookies: answer.headers.getSetCookie() };
}

/** Passkeys that prove the device and its person, by fingerprint, face or PIN: they need no second factor. */
function passkeys({ baseUrl }: BetterAuthOptions) {
  const { origin, hostname } = new URL(baseUrl);
  return passkey({
    rpID: hostname,
    rpName: 'ucp-host',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: { afterVerification: requirePerson(({ registrationInfo }) => registrationInfo) },
    authentication: { afterVerification: requirePerson(({ authenticationInfo }) => authenticationInfo) },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          userId: 'account_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

/** Refuses a passkey that was used without its person's proof. */
function requirePerson<Verified>(proofOf: (verified: Verified) => { userVerified: boolean } | undefined) {
  return async ({ verification }: { verification: Verified }): Promise<undefined> => {
    if (!proofOf(verification)?.userVerified) throw new APIError('UNAUTHORIZED');
  };
}

const VERIFICATION_FAILED = 'FAILED_TO_VERIFY_REGISTRATION';

/** Returns undefined for better-auth's refusals. */
function unlessRefused<Answer>(answering: Promise<Answer>): Promise<Answer | undefined> {
  return answered(
    answering.catch((error: unknown) => {
      if (isAPIError(error) && (error.statusCode < 500 || error.body?.code === VERIFICATION_FAILED))
        return undefined;
      throw error;
    }),
  );
}

/**
 * Throws what the API answers with: better-auth hides errors of the database in a 500 of its own, without their cause, and
 * refuses a session that ends while it is read.
 */
async function answered<Answer>(answering: Promise<Answer>): Promise<Answer> {
  try {
    return await answering;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw error.statusCode < 500 ? sessionEnded() : databaseFailureError('unreachable', error);
  }
}

function sessionEnded(): CommerceError {
  return new CommerceError('signed_out', 'Your session has ended. Sign in again.');
}

const MAX_USER_AGENT_LENGTH = 300;

/** Begins sessions of accounts that this service has authenticated itself. */
const sessionsOfAccounts = {
  id: 'sessions-of-accounts',
  endpoints: {
    beginSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ accountId: z.string(), userAgent: z.string() }) },
      async (call) => {
        const { accountId, userAgent } = call.body;
        const { internalAdapter } = call.context;
        const user = await internalAdapter.findUserById(accountId);
        if (!user) throw sessionEnded();
        const device = { userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) };
        const session = await internalAdapter.createSession(accountId, false, device);
        await setSessionCookie(call, { session, user });
        return call.json({});
      },
    ),
  },
};

/** `sqlite` on PostgreSQL, too: better-auth then writes instants as text and booleans as 0 and 1, as other tables do. */
function settings({ database, secret, baseUrl, newId }: BetterAuthOptions) {
  return {
    database: { db: database, type: 'sqlite' as const },
    secret,
    baseURL: baseUrl,
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'account_sessions',
      fields: {
        userId: 'account_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        lastUsedAt: { type: 'string' as const, required: false, input: false, fieldName: 'last_used_at' },
      },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_SECONDS / 7,
      // Adding a passkey asks for the password instead.
      freshAge: 0,
    },
    account: {
      modelName: 'account_passwords',
      fields: {
        userId: 'account_id',
        providerId: 'provider',
        accountId: 'provider_account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'account_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: 'ucp-host',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/' },
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  };
}

const SESSION_SECONDS = 7 * 24 * 60 * 60;
