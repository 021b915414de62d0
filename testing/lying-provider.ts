import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { startHttpServer } from './http-server.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Answers of the provider; by default the truth about `ann@corp.example`. */
interface Answers {
  claims?: object;
  /** Header of the ID token. */
  header?: object;
  key?: KeyObject;
  /** Changes the whole ID token. */
  forge?: (token: string) => string;
  userInfo?: object;
  configuration?: object;
  status?: number;
  /** Body in place of the tokens. */
  tokens?: string;
}

/** OpenID Connect provider that answers a code with whatever a test says. */
export async function startLyingProvider() {
  const state: {
    answers: Answers;
    nonce: string;
    lastRequest: { authorization?: string; form?: URLSearchParams };
  } = {
    answers: {},
    nonce: '',
    lastRequest: {},
  };
  const server = await startHttpServer(async (request, response) => {
    const { answers, nonce } = state;
    const send = (body: object | string, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.url === '/keys')
      return send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
    if (request.url === '/me')
      return send({ sub: 'ann', email: 'ann@corp.example', email_verified: true, ...answers.userInfo });
    if (request.url !== '/token') return send({ ...configurationOf(server.url), ...answers.configuration });
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    state.lastRequest = {
      form,
      ...(request.headers.authorization ? { authorization: request.headers.authorization } : {}),
    };
    if (answers.tokens !== undefined) return send(answers.tokens, answers.status);
    const id_token = (answers.forge ?? String)(tokenOf(server.url, nonce, answers));
    send({ access_token: 'access', token_type: 'Bearer', id_token }, answers.status);
  });
  return {
    issuer: server.url,
    settings: { OIDC_ISSUER: server.url, OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'the secret' },
    /** Sets the next answers, for the sign-in of this address. */
    answer(url: string, answers: Answers) {
      Object.assign(state, { answers, nonce: new URL(url).searchParams.get('nonce') ?? '' });
      return new URL(url).searchParams.get('state') ?? '';
    },
    /** Answers of the configuration, before a sign-in begins. */
    configure(configuration: object) {
      state.answers = { configuration };
    },
    lastRequest: () => state.lastRequest,
    close: server.close,
  };
}

function configurationOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  };
}

function tokenOf(issuer: string, nonce: string, { claims, header, key = privateKey }: Answers): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const right = { iss: issuer, aud: 'us', sub: 'ann', iat: seconds, exp: seconds + 300, nonce };
  const parts = [
    { alg: 'RS256', kid: 'one', ...header },
    { ...right, email: 'ann@corp.example', email_verified: true, ...claims },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
