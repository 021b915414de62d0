import { z } from 'zod';
import { SESSION_MS } from '../../accounts/cookies.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { DAY_MS, MINUTE_MS, toIso } from '../../commerce/time/time.ts';
import { forAccount, forAnyone } from '../action.ts';
import { accountWire, code, emailAddress, instantOrNull, knownPassword } from '../fields.ts';
import { getNow, type Identity, readCookies, type Visit } from '../visit.ts';
import { beginSession } from './account-sessions.ts';
import { countOrRefuse, findLoginLimits, resetThrottle } from './login-throttle.ts';
import { findAccountByPassword } from './passwords.ts';
import { hasSecondFactor, requireCode } from './second-factor.ts';
import { findTokenIdentity } from './tokens.ts';

export const signInEndpoints = [
  forAnyone({
    id: 'signIn',
    route: 'POST /sign-in',
    summary:
      'Signs in: the answer sets the session cookie. Where an authenticator app is set up, `account` is null until `code` is sent too.',
    input: z.object({ email: emailAddress, password: knownPassword, code: code.optional() }),
    output: z.object({ account: accountWire.nullable().describe('Null when a code is needed.') }),
    /** Throws the same `unauthenticated` for an unknown address and a wrong password. */
    async run(visit, { email, password, code }) {
      const limits = await findLoginLimits(visit, email);
      await countOrRefuse(visit, limits);
      const account = await findAccountByPassword(visit.context, email, password);
      if (!account) throw new CommerceError('unauthenticated', 'The e-mail address or password is wrong.');
      await resetThrottle(visit, limits);
      if (await hasSecondFactor(visit.context, account)) {
        if (code === undefined) return { account: null };
        await requireCode(visit, account, code);
      }
      return beginSession(visit, account);
    },
  }),

  forAnyone({
    id: 'signOut',
    route: 'POST /sign-out',
    summary: 'Ends the session of the cookie.',
    async run(visit) {
      const { accountSessions, sessionCookie } = visit.context;
      const tokenHash = sessionCookie.readTokenHash(readCookies(visit));
      if (tokenHash !== undefined) await accountSessions.signOut(tokenHash);
      return { cookies: [sessionCookie.clear()] };
    },
  }),

  forAnyone({
    id: 'getCurrentSession',
    route: 'GET /session',
    summary: 'Returns the signed-in account, or null. Extends the session as /me does.',
    output: z.object({ account: accountWire.nullable() }),
    async run(visit) {
      const identity = await identify(visit);
      if (!identity) return { account: null };
      return { account: identity.account, cookies: await prolong(visit, identity) };
    },
  }),

  forAccount({
    id: 'getAccount',
    route: 'GET /me',
    summary: 'Returns the account of the caller, and extends a session that is in use.',
    output: z.object({ account: accountWire, via: z.enum(['session', 'token']) }),
    async run(visit) {
      const { account, via } = visit.identity;
      const cookies = await prolong(visit, visit.identity);
      return { account, via: via === 'token' ? ('token' as const) : ('session' as const), cookies };
    },
  }),
];

/** Authenticates by the bearer token, or else by the session cookie. */
export async function identify(visit: Visit): Promise<Identity | undefined> {
  const [, token] = /^bearer +(\S+)$/i.exec(String(visit.headers.authorization ?? '')) ?? [];
  if (token !== undefined) return findTokenIdentity(visit, token);
  const { accounts, accountSessions, sessionCookie } = visit.context;
  const tokenHash = sessionCookie.readTokenHash(readCookies(visit));
  const session = tokenHash === undefined ? undefined : await accountSessions.find(tokenHash, getNow(visit));
  const account = session && (await accounts.find(session.accountId));
  if (!account) return undefined;
  const now = visit.context.now();
  const lastUse = session.lastUsedAt === null ? 0 : Date.parse(session.lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await accountSessions.recordUse(session.id, toIso(now));
  return { account, via: 'session', sessionId: session.id, sessionExpiresAt: session.expiresAt };
}

const USE_RECORD_INTERVAL_MS = 5 * MINUTE_MS;

/** Returns the cookies that extend the session, when a day of its term has passed. */
async function prolong(visit: Visit, { sessionId, sessionExpiresAt }: Identity): Promise<string[]> {
  const { accountSessions, now, sessionCookie } = visit.context;
  if (sessionId === undefined || sessionExpiresAt === undefined) return [];
  const isDue = Date.parse(sessionExpiresAt) - now() <= SESSION_MS - DAY_MS;
  if (!isDue || !(await accountSessions.prolong(sessionId, toIso(now() + SESSION_MS)))) return [];
  return [sessionCookie.prolong(readCookies(visit))];
}

const passkeyWire = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: instantOrNull,
});

const signInMethodsWire = z.object({
  passkeys: z.array(passkeyWire).describe('Newest first.'),
  has_password: z.boolean(),
  email_confirmed: z
    .boolean()
    .describe('False until a mailed link or the identity provider has proved the address.'),
  single_sign_on: z
    .object({ label: z.string().describe('Name of the provider.'), connected: z.boolean() })
    .nullable()
    .describe('Null without an identity provider.'),
  second_factor: z.object({
    enabled: z
      .boolean()
      .describe('True when sign-ins with the password ask for a code of an authenticator app.'),
    recovery_codes_left: z.int(),
  }),
});

export const listSignInMethods = forAccount({
  id: 'listSignInMethods',
  route: 'GET /account/sign-in-methods',
  summary: 'Returns the ways in which the account can sign in.',
  output: signInMethodsWire,
  async run({ context, identity }) {
    const { id, emailVerified } = identity.account;
    const { accountIdentities, secondFactors, singleSignOn: provider } = context;
    return {
      passkeys: await context.passkeys.listOfAccount(id),
      hasPassword: (await context.accounts.findPasswordHash(id)) !== undefined,
      emailConfirmed: emailVerified,
      singleSignOn: provider
        ? { label: provider.label, connected: await accountIdentities.isConnected(provider.issuer, id) }
        : null,
      secondFactor: {
        enabled: await hasSecondFactor(context, identity.account),
        recoveryCodesLeft: await secondFactors.countRecoveryCodes(id),
      },
    };
  },
});
