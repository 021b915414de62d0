import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import { CommerceError } from '../../commerce/errors.ts';
import { HOUR_MS } from '../../commerce/time/time.ts';
import { askWhole } from '../guarded-fetch/ask-whole.ts';
import type { Fetch } from '../guarded-fetch/guarded-fetch.ts';

interface ProviderSettings {
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

export type ProvidedIdentity = ReturnType<typeof toIdentity>;

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

interface Options {
  fetch: Fetch;
  now: () => number;
  /** Called with the reason of each failure, which the person does not get to see. */
  onFailure: (error: unknown) => void;
}

const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };
const MAX_AGE_MS = HOUR_MS;
/** Clocks of two servers differ by less. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The library is loaded on first use: most services have no provider. */
const load = () => import('openid-client');

/** OpenID Connect provider, used with the authorization code flow, PKCE and a nonce. */
export function createIdentityProvider(settings: ProviderSettings, options: Options) {
  const { onFailure } = options;
  const configuration = createConfigurationCache(settings, options);

  async function report<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const cause = new Error(describeReason(error));
      onFailure(cause);
      throw new CommerceError('platform_unavailable', message, { cause });
    }
  }

  return {
    /** Returns the address at which the person signs in. Throws `platform_unavailable` when the provider cannot be read. */
    begin: (redirectUri: string): Promise<BegunSignOn & { url: string }> =>
      report('The identity provider does not answer as it should. Try again in a minute.', async () => {
        const library = await load();
        const { randomState, randomNonce, randomPKCECodeVerifier } = library;
        const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
        const url = library.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(begun.verifier),
          code_challenge_method: 'S256',
        });
        return { ...begun, url: url.href };
      }),

    /** Throws `platform_unavailable` when the provider refuses the code, or its answer cannot be verified. */
    finish: (code: string, { state, nonce, verifier }: BegunSignOn, redirectUri: string) =>
      report('The identity provider did not complete the sign-in. Try again.', async () => {
        const { authorizationCodeGrant } = await load();
        const provider = await configuration();
        // `iss` separates several providers of one client (RFC 9207): here is only one.
        const answer = new URLSearchParams({ code, state, iss: settings.issuer });
        const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state };
        const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri}?${answer}`), checks);
        const claims = tokens.claims();
        if (!claims?.sub) throw new Error('The provider sent no ID token with a subject.');
        // The library asks for the authorized party only where there are several audiences (OpenID Connect Core, 3.1.3.7).
        if (claims.azp !== undefined && claims.azp !== settings.clientId)
          throw new Error('The ID token was issued to another client.');
        return toIdentity(settings.issuer, await withProfile(provider, claims, tokens.access_token));
      }),
  };
}

/** A failed discovery is repeated by the next caller. */
function createConfigurationCache(settings: ProviderSettings, options: Options) {
  let latest: { read: Promise<Configuration>; endsAt: number } | undefined;
  return () => {
    if (latest && performance.now() < latest.endsAt) return latest.read;
    const current = { read: discover(settings, options), endsAt: performance.now() + MAX_AGE_MS };
    latest = current;
    current.read.catch(() => {
      if (latest === current) latest = undefined;
    });
    return current.read;
  };
}

/** Reads the provider's configuration, and requires that its key signs what it says of a person. */
async function discover({ issuer, clientId, clientSecret }: ProviderSettings, { fetch, now }: Options) {
  const library = await load();
  const { allowInsecureRequests, clockSkew, clockTolerance, customFetch, enableNonRepudiationChecks } =
    library;
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const skew = Math.round((now() - Date.now()) / 1_000);
  const provider = await library.discovery(
    new URL(issuer),
    clientId,
    { [clockSkew]: skew, [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const inHeader = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
      const { ClientSecretBasic, ClientSecretPost } = library;
      return (inHeader ? ClientSecretBasic : ClientSecretPost)(clientSecret)(server, ...rest);
    },
    { [customFetch]: createBoundedFetch(fetch), execute: [enableNonRepudiationChecks, ...insecure] },
  );
  const ownName = provider.serverMetadata().issuer;
  if (ownName !== issuer) throw new Error(`The provider calls itself ${ownName}, not ${issuer}.`);
  return provider;
}

function createBoundedFetch(fetch: Fetch): CustomFetch {
  return async (url, { method, headers, body }) => {
    const init = { method, headers, ...(body ? { body: String(body) } : {}) };
    const answer = await askWhole(fetch, url, init, LIMITS);
    if (answer.tooLarge) throw new Error(`${new URL(url).pathname} answered with too many bytes.`);
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers });
  };
}

const REFUSED_CLIENT =
  'The provider does not accept this service: check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and how its client signs in.';

/** Words of an error; the library attaches tokens and answers to its own, which no log may hold. */
function describeReason(error: unknown): string {
  const { message, error: code, cause, ...of } = error as Partial<Error & { error: unknown; code: unknown }>;
  // The answer of a token endpoint to a client that it does not know (RFC 6749, 5.2), with and without a body.
  if (of.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || code === 'invalid_client') return REFUSED_CLIENT;
  const parts = [message, code, cause instanceof Error ? cause.message : undefined];
  return parts.filter((each) => each !== undefined).join(': ');
}

type Claims = IDToken | UserInfoResponse;

/** Adds the claims of the user info endpoint, where the ID token has no e-mail address. */
async function withProfile(provider: Configuration, claims: IDToken, accessToken: string): Promise<Claims> {
  const { userinfo_endpoint: endpoint } = provider.serverMetadata();
  if (claims.email !== undefined || endpoint === undefined) return claims;
  const { fetchUserInfo } = await load();
  return fetchUserInfo(provider, accessToken, claims.sub);
}

function toIdentity(issuer: string, claims: Claims) {
  return {
    issuer,
    subject: claims.sub,
    email: readText(claims, 'email'),
    // Some providers send the text.
    emailVerified: [true, 'true'].includes(claims.email_verified as boolean | string),
    name: readText(claims, 'name') ?? readText(claims, 'preferred_username'),
  };
}

function readText(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
