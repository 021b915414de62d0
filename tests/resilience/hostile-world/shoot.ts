import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
export const NO_ANSWER = 0;
export const WAIT_MS = 10_000;

interface Shot {
  method?: string;
  url: string;
  body?: string;
  headers?: Record<string, string>;
  /** Index of the attacker's address. */
  from: number;
}

/** Resolves with the response's status, or `NO_ANSWER`. */
export function shoot({ method = 'GET', url, body, headers = {}, from }: Shot): Promise<number> {
  return new Promise((resolve) => {
    const clientRequest = request(url, {
      method,
      agent,
      timeout: WAIT_MS,
      headers: {
        'x-forwarded-for': `203.0.113.${from % 200}`,
        'content-type': 'application/json',
        ...headers,
      },
    });
    clientRequest.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? NO_ANSWER));
      response.on('error', () => resolve(NO_ANSWER));
    });
    clientRequest.on('error', () => resolve(NO_ANSWER));
    clientRequest.on('timeout', () => clientRequest.destroy());
    clientRequest.end(body);
  });
}
