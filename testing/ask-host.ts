import { request } from 'node:http';

export type Sent = { method?: string; headers?: Record<string, string>; body?: object };

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: any body; each test asserts the members it needs.
  body: any;
}

/** Sends a request with another Host header, which `fetch` does not allow. */
export function askHost(origin: string, host: string, path: string, options: Sent = {}): Promise<Answered> {
  const { method = 'GET', body } = options;
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, origin),
      { method, headers: { ...options.headers, host } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = String(response.headers['content-type']).startsWith('application/json');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson ? JSON.parse(text) : text,
          });
        });
      },
    );
    call.on('error', reject).end(body && JSON.stringify(body));
  });
}
