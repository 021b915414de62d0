import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import Provider from 'oidc-provider';
import { startHttpServer } from './http-server.ts';
import { interact, memoryStores, signingKeys } from './identity-provider-parts.ts';

const HOUR_S = 60 * 60;

type Person = { email?: string; email_verified?: boolean; name?: string };

/** Real OpenID Connect provider of a test. Its login page takes any password. */
export interface TestProvider {
  issuer: string;
  /** Settings with which a service signs merchants in here. */
  settings: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_LABEL', string>;
  /** Persons by their login. */
  persons: Map<string, Person>;
  /** Registers the redirect address of a service. */
  allow(baseUrl: string): void;
  close(): Promise<void>;
}

export async function startIdentityProvider({ claimsInToken = false } = {}): Promise<TestProvider> {
  const persons = new Map<string, Person>();
  const redirects: string[] = ['http://127.0.0.1:1/console/sign-in/provider'];
  const [jwks, adapter] = [signingKeys(), memoryStores()];
  const handler: { answer?: RequestListener } = {};
  const server = await startHttpServer((request, response) => handler.answer?.(request, response));
  const issuer = server.url;
  const start = () => {
    const provider = new Provider(issuer, {
      clients: [
        { client_id: 'ucp-host', client_secret: 'a secret:of %the client', redirect_uris: [...redirects] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      jwks,
      adapter,
      ttl: { AccessToken: HOUR_S, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: !claimsInToken,
      pkce: { required: () => true },
      cookies: { keys: ['cookies of the tests'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...persons.get(sub) }) }),
    });
    const answer = provider.callback();
    handler.answer = (request, response) =>
      request.url?.startsWith('/interaction/')
        ? interact(provider, request, response)
        : answer(request, response);
  };
  start();
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'ucp-host',
      OIDC_CLIENT_SECRET: 'a secret:of %the client',
      OIDC_LABEL: 'Test login',
    },
    persons,
    allow(baseUrl) {
      redirects.push(`${baseUrl}/console/sign-in/provider`);
      start();
    },
    close: server.close,
  };
}

/** Signs a person in at the provider as a browser does, and returns the parameters of the redirect back. */
export async function signInAtProvider(address: string, login: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    await response.body?.cancel();
    return response.headers.get('location');
  };
  let at = address;
  for (let step = 0; step < 12; step += 1) {
    const url = new URL(at);
    if (url.pathname.startsWith('/console/')) return url.searchParams;
    const prompt = url.pathname.startsWith('/interaction/') ? await promptOf(at, cookies) : undefined;
    const form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt: 'consent' };
    const next = await ask(at, prompt === undefined ? undefined : form);
    at = new URL(next ?? assert.fail(`${at} leads nowhere`), at).href;
  }
  return assert.fail('the provider never led back');
}

async function promptOf(url: string, cookies: ReadonlyMap<string, string>): Promise<string> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const page = await (await fetch(url, { headers: { cookie } })).text();
  return /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? assert.fail(`no form in ${page.slice(0, 300)}`);
}
