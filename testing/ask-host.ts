import { request } from 'node:http';

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever is there; each test asserts what it needs of it.
  body: any;
}

/** Asks a server for what it has under another host: `fetch` does not let its caller say which host is meant. */
export function askHost(origin: string, host: string, path: string, sent: Sent = {}): Promise<Answered> {
  const { method = 'GET', body } = sent;
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, origin),
      { method, headers: { ...sent.headers, host } },
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
    asked.on('error', reject).end(body && JSON.stringify(body));
  });
}
