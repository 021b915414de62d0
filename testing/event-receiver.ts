import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { startHttpServer } from './http-server.ts';

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
  const { url, close } = await startHttpServer((request, response) => {
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
  const receiver: EventReceiver = {
    url: `${url}/events`,
    arrived: [],
    answers: [],
    usual: () => 204,
    types: () => receiver.arrived.map(({ body }) => body.type),
    close,
  };
  return receiver;
}

/** Verifies as a merchant's code does, with the reference library; throws for a wrong signature or an old timestamp. */
export function verifyEvent({ text, headers }: ReceivedEvent, secret: string): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
