import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { startHttpServer } from '../../../testing/http-server.ts';

export interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** As the headers say; `ping` for what has none. */
  topic: string;
  json(): Record<string, unknown>;
}

export interface Receiver {
  url: string;
  /** In the order of their arrival, pings included. */
  received: Received[];
  /** Status of later answers; 200 at first. */
  answer(status: number): void;
  /** All but pings, since the last call. */
  take(): Received[];
}

/** Receiver of webhooks at `/webhooks/store`. */
export async function openReceiver(t: TestContext): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = await startHttpServer(async (request, response) => {
    const body = await buffer(request);
    const topic = String(request.headers['x-wc-webhook-topic'] ?? 'ping');
    received.push({ headers: request.headers, body, topic, json: () => JSON.parse(body.toString()) });
    response.writeHead(status).end();
  });
  t.after(() => server.close());
  return {
    url: `${server.url}/webhooks/store`,
    received,
    answer: (next) => {
      status = next;
    },
    take: () => received.splice(0).filter(({ topic }) => topic !== 'ping'),
  };
}
