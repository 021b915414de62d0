import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
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
  const auth = betterAuth(settings(options));
  const { password } = await auth.$context;
  return {
    hashPassword: (text) => password.hash(text),

    async begin(email, text) {
      const body = { email, password: text };
      const answer = await unlessRefused(auth.api.signInEmail({ body, returnHeaders: true }));
      return answer && { accountId: answer.response.user.id, cookies: answer.headers.getSetCookie() };
    },

    async find(headers) {
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return session?.user.id;
    },

    async prolong(headers) {
      const answer = await auth.api.getSession({ headers, returnHeaders: true });
      return answer.headers.getSetCookie();
    },

    async end(headers) {
      return (await auth.api.signOut({ headers, returnHeaders: true })).headers.getSetCookie();
    },

    async changePassword(headers, { current, wanted }) {
      const body = { currentPassword: current, newPassword: wanted, revokeOtherSessions: true };
      const answer = await unlessRefused(auth.api.changePassword({ headers, body, returnHeaders: true }));
      return answer?.headers.getSetCookie();
    },
  };
}

/** `sqlite` on PostgreSQL, too: better-auth then writes instants as text and booleans as 0 and 1, as other tables do. */
function settings({ database, secret, baseUrl, newId }: BetterAuthOptions) {
  return {
    database: { db: database, type: 'sqlite' as const },
    secret,
    baseURL: baseUrl,
    emailAndPassword: { enabled: true, minPasswordLength: 10, maxPasswordLength: 128 },
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

/** Returns undefined for better-auth's own 4xx errors. */
async function unlessRefused<Answer>(answering: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answering;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return undefined;
    throw error;
  }
}
