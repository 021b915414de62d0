import { request } from 'node:http';

export type Reply = { status: number; body: unknown };
export type Question = { method: string; url: string; body?: object; headers?: Record<string, string> };

/** Sends a request on a new connection. Returns undefined when it was cut off, with an unknown outcome. */
export function ask({ method, url, body, headers = {} }: Question): Promise<Reply | undefined> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const allHeaders = { ...headers, ...type, 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve) => {
    const outgoing = request(url, { method, agent: false, headers: allHeaders }, (answer) => {
      let heard = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        heard += chunk;
      });
      answer.once('error', () => resolve(undefined));
      answer.once('close', () => {
        if (!answer.complete) return resolve(undefined);
        const isJson = answer.headers['content-type']?.startsWith('application/json');
        resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(heard) : heard });
      });
    });
    outgoing.once('error', () => resolve(undefined));
    outgoing.end(text);
  });
}
