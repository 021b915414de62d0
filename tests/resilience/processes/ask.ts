import { request } from 'node:http';

export interface Told {
  status: number;
  body: unknown;
}

export interface Question {
  method: string;
  url: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Asks on a connection of its own. Undefined: it was cut off, and nobody knows what came of it. */
export function ask({ method, url, body, headers = {} }: Question): Promise<Told | undefined> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { ...headers, ...type, 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve) => {
    const asked = request(url, { method, agent: false, headers: sent }, (answer) => {
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
    asked.once('error', () => resolve(undefined));
    asked.end(text);
  });
}
