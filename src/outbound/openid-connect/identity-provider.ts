import { createHash, randomBytes } from 'node:crypto';
import { CommerceError } from '../../commerce/errors.ts';
import type { Fetch } from '../guarded-fetch/guarded-fetch.ts';
import { askJson, discovery, type ProviderDocument } from './discovery.ts';
import { type Claims, keyIdOf, verifiedClaims } from './id-token.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Secrets of a sign-in that has begun, for the browser to bring back. */
export interface BegunSignOn {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
}

/** A person, as the provider knows them. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

/** OpenID Connect provider, used with the authorization code flow, PKCE and a nonce. */
export interface IdentityProvider {
  /** Returns the address at which the person signs in. Throws `platform_unavailable` when the provider cannot be read. */
  begin(redirectUri: string): Promise<BegunSignOn & { url: string }>;
  /** Throws `platform_unavailable` when the provider refuses the code, or its answer cannot be verified. */
  finish(code: string, begun: BegunSignOn, redirectUri: string): Promise<ProvidedIdentity>;
}

interface Options {
  fetch: Fetch;
  now: () => number;
  /** Called with the reason of each failure, which the person does not get to see. */
  onFailure: (error: unknown) => void;
}

const secret = () => randomBytes(32).toString('base64url');

export function identityProvider(
  settings: ProviderSettings,
  { fetch, now, onFailure }: Options,
): IdentityProvider {
  const { issuer, clientId } = settings;
  const provider = discovery(fetch, issuer, now);

  async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      onFailure(cause);
      const message = 'The identity provider did not complete the sign-in. Try again.';
      throw new CommerceError('platform_unavailable', message, { cause });
    }
  }

  return {
    begin: (redirectUri) =>
      reporting(async () => {
        const begun = { state: secret(), nonce: secret(), verifier: secret() };
        const url = new URL((await provider.document()).authorizationEndpoint);
        const query = {
          response_type: 'code',
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
          code_challenge_method: 'S256',
        };
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        return { ...begun, url: url.href };
      }),

    finish: (code, { nonce, verifier }, redirectUri) =>
      reporting(async () => {
        const document = await provider.document();
        const request = tokenRequest(settings, document, { code, verifier, redirectUri });
        const tokens = await askJson(fetch, document.tokenEndpoint, request);
        const token = textIn(tokens, 'id_token') ?? '';
        const keys = await provider.keys(keyIdOf(token));
        const claims = verifiedClaims(token, keys, { issuer, clientId, nonce, nowMs: now() });
        return toIdentity(issuer, await withProfile(fetch, claims, document, textIn(tokens, 'access_token')));
      }),
  };
}

function tokenRequest(
  { clientId, clientSecret }: ProviderSettings,
  { secretInBody }: ProviderDocument,
  { code, verifier, redirectUri }: Record<'code' | 'verifier' | 'redirectUri', string>,
) {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(secretInBody ? { client_id: clientId, client_secret: clientSecret } : {}),
  });
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const basic = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(secretInBody ? {} : basic) },
    body: form.toString(),
  };
}

/** Adds the claims of the user info endpoint, where the ID token has no e-mail address. */
async function withProfile(
  fetch: Fetch,
  claims: Claims,
  { userInfoEndpoint }: ProviderDocument,
  accessToken: string | undefined,
): Promise<Claims> {
  if (claims.email !== undefined || userInfoEndpoint === undefined || accessToken === undefined)
    return claims;
  const profile = await askJson(fetch, userInfoEndpoint, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (profile.sub !== claims.sub) throw new Error('The user info is of another person than the ID token.');
  return { ...profile, sub: claims.sub };
}

function toIdentity(issuer: string, claims: Claims): ProvidedIdentity {
  return {
    issuer,
    subject: String(claims.sub),
    email: textIn(claims, 'email'),
    // Some providers send the text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: textIn(claims, 'name') ?? textIn(claims, 'preferred_username'),
  };
}

function textIn(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
