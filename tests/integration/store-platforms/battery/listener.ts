import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

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
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/webhooks/battery`,
    received,
    answer: (wanted) => {
      status = wanted;
    },
  };
}
