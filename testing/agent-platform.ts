import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner, createVerifier, httpbis } from 'http-message-signatures';

/** Requests that arrived at the webhook. */
export type Arrived = { url: string; headers: IncomingHttpHeaders; text: string };

export interface AgentPlatform {
  profileUrl: string;
  webhookUrl: string;
  /** Number of requests for the profile. */
  requests: number;
  arrived: Arrived[];
  /** Statuses of the next webhook responses; 200 when empty. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** Document at the profile's URL. */
  serve: (response: ServerResponse) => void | Promise<void>;
  /** Serves the profile again, with `change` applied. */
  publish(change?: ProfileChange): void;
  /** Signs a request as this agent platform. */
  sign(request: Unsigned, options?: SigningOptions): Promise<Record<string, string>>;
  key: PlatformKeys;
  /** Clock of the agent platform. */
  now: () => number;
  close(): Promise<void>;
}

type ProfileChange = {
  version?: string;
  capabilities?: object;
  /** Names of capabilities beside the usual ones. */
  extensions?: string[];
  /** `config` of capabilities, by their names. */
  configs?: Record<string, object>;
  keys?: object[];
  cacheControl?: string;
};
export type Unsigned = { method: string; url: string; body?: string; idempotencyKey?: string };

export interface SigningOptions {
  key?: PlatformKeys;
  fields?: string[];
  paramValues?: Record<string, Date | string | null>;
  params?: string[];
}

export interface PlatformKeys {
  kid: string;
  alg: 'ecdsa-p256-sha256' | 'ed25519';
  privateKey: KeyObject;
  jwk: object;
}

export function p256Key(kid: string = randomUUID()): PlatformKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { kid, ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' };
  return { kid, alg: 'ecdsa-p256-sha256', privateKey, jwk };
}

export function ed25519Key(kid: string = randomUUID()): PlatformKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    kid,
    alg: 'ed25519',
    privateKey,
    jwk: { kid, ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA' },
  };
}

const NAMES = ['checkout', 'cart', 'discount', 'order', 'catalog.search', 'catalog.lookup'];

const usedPorts = new Set<number>();

/** Listens on a port that no earlier agent platform had: services cache profiles by URL. */
async function listenOnUnusedPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (usedPorts.has(port)) {
    await new Promise((resolve) => server.close(resolve));
    return listenOnUnusedPort(server);
  }
  usedPorts.add(port);
  return port;
}

/** Agent platform on loopback with a profile, keys and a webhook receiver. `now` is its clock. */
export async function startAgentPlatform(version = '2026-08-25', now = Date.now): Promise<AgentPlatform> {
  const key = p256Key();
  const server = createServer((request, response) => {
    if (request.url === '/profile.json') {
      platform.requests += 1;
      return void platform.serve(response);
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      platform.arrived.push({
        url: `http://${request.headers.host}${request.url}`,
        headers: request.headers,
        text,
      });
      const { status, headers = {} } = platform.answers.shift() ?? { status: 200 };
      response.writeHead(status, headers).end('{"ucp":{}}');
    });
  });
  const origin = `http://127.0.0.1:${await listenOnUnusedPort(server)}`;
  const profileUrl = `${origin}/profile.json`;
  const webhookUrl = `${origin}/webhooks/orders?of=ucp`;
  const platform: AgentPlatform = {
    profileUrl,
    webhookUrl,
    requests: 0,
    arrived: [],
    answers: [],
    serve: () => undefined,
    publish(change = {}) {
      const document = profileDocument(webhookUrl, { version, keys: [key.jwk], ...change });
      platform.serve = (response) => {
        const cacheControl = change.cacheControl ?? 'public, max-age=300';
        response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': cacheControl })
          .end(JSON.stringify(document));
      };
    },
    sign: (request, { paramValues, ...options } = {}) =>
      signRequest(request, profileUrl, {
        key,
        ...options,
        paramValues: { created: new Date(platform.now()), ...paramValues },
      }),
    key,
    now,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  platform.publish();
  return platform;
}

function profileDocument(
  webhookUrl: string,
  change: Required<Pick<ProfileChange, 'version' | 'keys'>> & ProfileChange,
) {
  const { version, keys, extensions = [] } = change;
  const configs: ProfileChange['configs'] = { order: { webhook_url: webhookUrl }, ...change.configs };
  const capabilities = Object.fromEntries(
    [...NAMES, ...extensions].map((name) => [
      `dev.ucp.shopping.${name}`,
      [{ version, ...(configs[name] ? { config: configs[name] } : {}) }],
    ]),
  );
  const member = version === '2026-04-08' ? 'signing_keys' : 'keys';
  return {
    ucp: { version, services: {}, capabilities: change.capabilities ?? capabilities, payment_handlers: {} },
    [member]: keys,
  };
}

export function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** Signs with an independent library. */
export async function signRequest(
  { method, url, body, idempotencyKey }: Unsigned,
  profileUrl: string,
  { key, fields, paramValues, params }: SigningOptions & { key: PlatformKeys },
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    host: new URL(url).host,
    'ucp-agent': `profile="${profileUrl}"`,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-digest': digestOf(body) }),
  };
  const covered = ['@method', '@authority', '@path', ...(url.includes('?') ? ['@query'] : [])];
  const own = Object.keys(headers).filter((name) => name !== 'host');
  const message = await httpbis.signMessage(
    {
      key: createSigner(key.privateKey, key.alg, key.kid),
      name: 'sig1',
      fields: fields ?? [...covered, ...own],
      params: params ?? ['created', 'keyid'],
      ...(paramValues ? { paramValues } : {}),
    },
    { method, url, headers },
  );
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** Verifies a message of the service against a profile's keys with an independent library. */
export async function holds(
  message:
    | { method: string; url: string; headers: Record<string, string> }
    | { status: number; headers: Record<string, string> },
  keys: readonly { kid: string }[],
  requiredFields: string[],
): Promise<boolean | null> {
  const config = {
    requiredFields,
    requiredParams: ['created', 'keyid'],
    // Tests shift the clock, so the signature's age is not checked.
    notAfter: new Date(8.64e15),
    async keyLookup({ keyid }: { keyid?: string }) {
      const jwk = keys.find(({ kid }) => kid === keyid);
      if (!jwk) return null;
      const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
      const verify = createVerifier(key, 'ecdsa-p256-sha256');
      return { id: jwk.kid, algs: ['ecdsa-p256-sha256'], verify };
    },
  };
  return 'method' in message
    ? httpbis.verifyMessage(config, message)
    : httpbis.verifyMessage(config, message);
}
