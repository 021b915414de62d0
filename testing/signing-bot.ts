import { createSigner, httpbis } from 'http-message-signatures';
import { computeThumbprint } from '../src/signatures/keys.ts';
import { ed25519Key } from './agent-platform.ts';
import { startHttpServer } from './http-server.ts';

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Agent that signs by Web Bot Auth, with its key directory on loopback. */
export async function startSigningBot({ now = Date.now }: { now?: () => number } = {}) {
  const key = ed25519Key();
  const keyId = computeThumbprint(key.jwk);
  const bot = { asked: 0, status: 200, keys: [{ ...key.jwk, kid: keyId }] as object[] };
  const server = await startHttpServer((request, response) => {
    bot.asked += request.url === DIRECTORY ? 1 : 0;
    response.writeHead(bot.status, { 'content-type': 'application/http-message-signatures-directory+json' });
    response.end(JSON.stringify({ keys: bot.keys }));
  });
  return {
    bot,
    origin: server.url,
    directory: server.url + DIRECTORY,

    /** Signs with an independent library. */
    async sign(url: string, { signedUrl = url } = {}): Promise<Record<string, string>> {
      const created = new Date(now());
      const headers = { host: new URL(signedUrl).host, 'signature-agent': `bot="${server.url}"` };
      const { headers: signed } = await httpbis.signMessage(
        {
          key: createSigner(key.privateKey, 'ed25519', keyId),
          name: 'bot',
          fields: ['@authority', '"signature-agent";key="bot"'],
          params: ['created', 'expires', 'keyid', 'tag'],
          paramValues: { created, expires: new Date(created.getTime() + 60_000), tag: 'web-bot-auth' },
        },
        { method: 'GET', url: signedUrl, headers },
      );
      const { host: _, ...signedHeaders } = signed;
      return Object.fromEntries(
        Object.entries(signedHeaders).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
    },

    close: () => server[Symbol.asyncDispose](),
  };
}
