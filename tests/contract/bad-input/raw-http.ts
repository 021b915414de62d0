import { request } from 'node:http';
import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Headers; text: string };

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: Buffer | string;
}

/** Sends what `fetch` refuses or corrects: odd methods, no Content-Type, undecodable paths. */
export function sendRaw(baseUrl: string, rawRequest: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { method = 'GET', path, headers = {}, body } = rawRequest;
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(pairs),
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Writes bytes that need not be HTTP and reads until the service closes the connection. */
export function exchangeBytes(baseUrl: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString('utf8'))));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

function readAnswer(received: string): RawAnswer {
  const [head = '', text = ''] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(pairs), text };
}
