import type { JsonWebKey } from 'node:crypto';
import { isObject } from '../../commerce/json/is-object.ts';
import { HOUR_MS } from '../../commerce/time.ts';
import { askWhole } from '../guarded-fetch/ask-whole.ts';
import type { FetchInit } from '../guarded-fetch/exchange.ts';
import type { Fetch } from '../guarded-fetch/guarded-fetch.ts';

/** Members that are used of a provider's configuration (OpenID Connect Discovery). */
export interface ProviderDocument {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userInfoEndpoint: string | undefined;
  keysAddress: string;
  /** The client's secret is sent in the body instead of a header. */
  secretInBody: boolean;
}

const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };
const MAX_AGE_MS = HOUR_MS;
/** A token with an unknown key reads the keys again, at most this often. */
const MIN_KEY_AGE_MS = 30_000;

/** Sends a request within limits. Throws unless the answer is a JSON object with status 200. */
export async function askJson(
  fetch: Fetch,
  url: string,
  init: Omit<FetchInit, 'signal' | 'redirect'> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { accept: 'application/json', ...init.headers };
  const { status, text } = await askWhole(fetch, url, { ...init, headers }, LIMITS);
  const body: unknown = status === 200 ? JSON.parse(text) : undefined;
  if (!isObject(body)) throw new Error(`${new URL(url).pathname} answered with status ${status}.`);
  return body;
}

/** Reads a provider's configuration and keys, and caches them for an hour. A failed read is repeated by the next caller. */
export function discovery(fetch: Fetch, issuer: string, now: () => number) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = cached(now, async () => toDocument(await askJson(fetch, address), issuer));
  const keys = cached(now, async () => {
    const { keys: list } = await askJson(fetch, (await document.read(MAX_AGE_MS)).keysAddress);
    return (Array.isArray(list) ? list : []).filter(isObject) as JsonWebKey[];
  });
  return {
    document: () => document.read(MAX_AGE_MS),
    /** Returns the provider's keys; reads them again when this one is missing. */
    async keys(keyId: string | undefined): Promise<JsonWebKey[]> {
      const known = await keys.read(MAX_AGE_MS);
      const isKnown = keyId === undefined || known.some(({ kid }) => kid === keyId);
      return isKnown ? known : keys.read(MIN_KEY_AGE_MS);
    },
  };
}

function cached<Value>(now: () => number, load: () => Promise<Value>) {
  let kept: { value: Promise<Value>; at: number } | undefined;
  return {
    read(maxAgeMs: number): Promise<Value> {
      if (!kept || Math.abs(now() - kept.at) >= maxAgeMs) {
        const loading = { value: load(), at: now() };
        kept = loading;
        loading.value.catch(() => {
          if (kept === loading) kept = undefined;
        });
      }
      return kept.value;
    },
  };
}

function toDocument(body: Readonly<Record<string, unknown>>, issuer: string): ProviderDocument {
  if (body.issuer !== issuer) throw new Error(`The provider calls itself ${body.issuer}, not ${issuer}.`);
  const methods = body.token_endpoint_auth_methods_supported;
  const userInfo = body.userinfo_endpoint;
  return {
    authorizationEndpoint: urlIn(body, 'authorization_endpoint'),
    tokenEndpoint: urlIn(body, 'token_endpoint'),
    userInfoEndpoint: userInfo === undefined ? undefined : urlIn(body, 'userinfo_endpoint'),
    keysAddress: urlIn(body, 'jwks_uri'),
    secretInBody:
      Array.isArray(methods) &&
      methods.includes('client_secret_post') &&
      !methods.includes('client_secret_basic'),
  };
}

function urlIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const url = body[name];
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`The provider's configuration has no \`${name}\`.`);
  return url;
}
