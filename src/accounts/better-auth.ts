import { betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { Database } from '../storage/engine/database.ts';
import type { SignIns } from './sign-ins.ts';

interface BetterAuthOptions {
  database: Database;
  secret: string;
  baseUrl: string;
  newId: () => string;
}

/** Uses better-auth without its routes: this service has its own, with its own limits. */
export async function betterAuthSignIns(options: BetterAuthOptions): Promise<SignIns> {
  const auth = betterAuth({ ...settings(options), plugins: [sessionsOfAccounts] });
  const { password } = await auth.$context;
  return {
    hashPassword: (text) => password.hash(text),

    async verifyPassword(text, hash) {
      if (hash !== undefined) return password.verify({ password: text, hash });
      await password.hash(text);
      return false;
    },

    async begin(accountId, userAgent) {
      const answer = await auth.api.beginSession({ body: { accountId, userAgent }, returnHeaders: true });
      return answer.headers.getSetCookie();
    },

    async find(headers) {
      const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      if (!found) return undefined;
      const { id, userId: accountId, lastUsedAt = null } = found.session;
      return { id, accountId, lastUsedAt };
    },

    async prolong(headers) {
      const answer = await auth.api.getSession({ headers, returnHeaders: true });
      return answer.headers.getSetCookie();
    },

    async end(headers) {
      return (await auth.api.signOut({ headers, returnHeaders: true })).headers.getSetCookie();
    },
  };
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
        if (!user) throw new Error('The account was removed.');
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
