import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { startHttpServer } from '../../../../testing/http-server.ts';

export type Received = { headers: IncomingHttpHeaders; body: Buffer };

export interface Listener {
  address: string;
  received: Received[];
  /** Status of later answers; 200 at first. */
  answer(status: number): void;
}

/** A place to which a shop can send its events; closes itself when the test ends. */
export async function listener(t: TestContext): Promise<Listener> {
  const received: Received[] = [];
  let status = 200;
  const { url, close } = await startHttpServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status).end();
  });
  t.after(close);
  return {
    address: `${url}/webhooks/battery`,
    received,
    answer: (next) => {
      status = next;
    },
  };
}
