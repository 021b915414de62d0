import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** Event as it arrived. */
export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of every type of event.
  body: any;
}

export interface EventReceiver {
  url: string;
  arrived: ReceivedEvent[];
  /** Answers of the next requests; 204 when empty. `hang`: none. */
  answers: ({ status: number; headers?: Record<string, string> } | 'hang')[];
  /** Answer of a request when none is queued. */
  usual: (event: ReceivedEvent) => number;
  types(): string[];
  close(): Promise<void>;
}

/** Starts a merchant's endpoint on loopback. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const id = String(request.headers['webhook-id']);
      const event = { path: request.url ?? '', headers: request.headers, text, id, body: JSON.parse(text) };
      receiver.arrived.push(event);
      const answer = receiver.answers.shift() ?? { status: receiver.usual(event) };
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    arrived: [],
    answers: [],
    usual: () => 204,
    types: () => receiver.arrived.map(({ body }) => body.type),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

/** Verifies as a merchant's code does, with the reference library; throws for a wrong signature or an old timestamp. */
export function verifyEvent({ text, headers }: ReceivedEvent, secret: string): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
