import { request as ask, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ServerCertificate } from './test-authority.ts';

/** Buffered request on its way to the server. */
export interface Passing {
  method: string;
  /** URL as the client sent it: `https://demo-shopify.localhost:8443/ucp/carts`. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Answered = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Changes the path or headers of a request before it is forwarded, or answers it. */
export type Hand = (passing: Passing) => Promise<Answered | Passing>;

export type Front = { port: number; close(): Promise<void> };

/** Terminates TLS 1.3 in front of a local server, like an operator's proxy. */
export async function startFront(
  certificate: ServerCertificate,
  target: () => string,
  hand: Hand = async (passing) => passing,
): Promise<Front> {
  const { cert, key } = certificate;
  const server = createServer({ cert, key, minVersion: 'TLSv1.3' }, async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = 'GET', headers } = request;
      const url = new URL(request.url ?? '/', `https://${headers.host}`);
      const handled = await hand({ method, url, headers, body: Buffer.concat(chunks) });
      const answered = 'status' in handled ? handled : await passOn(target(), handled);
      response.writeHead(answered.status, answered.headers).end(answered.body);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards the request with its Host header unchanged. */
export function passOn(target: string, { method, url, headers, body }: Passing): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const onward = ask(
      target + url.pathname + url.search,
      { method, headers: { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const status = response.statusCode ?? 502;
        resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
      },
    );
    onward.on('error', reject).end(body);
  });
}
