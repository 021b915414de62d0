import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: string | Uint8Array | object;
}

/** Answer; `drop` closes the connection without one, `never` leaves it open. */
export type Script = (request: ReceivedRequest, index: number) => ScriptedAnswer | 'drop' | 'never';

export interface ScriptedServer extends AsyncDisposable {
  /** `127.0.0.1:<port>`. */
  host: string;
  url: string;
  requests: ReceivedRequest[];
  /** From now on answers by this. */
  answer(script: Script): void;
}

/** A real loopback server for answers that no simulated shop can be brought to give. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  let current = script;
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await received(incoming);
    requests.push(request);
    send(current(request, requests.length - 1), outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    requests,
    answer: (next) => {
      current = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body: await text(incoming) };
}

function send(answer: ReturnType<Script>, outgoing: ServerResponse): void {
  if (answer === 'never') return;
  if (answer === 'drop') {
    outgoing.destroy();
    return;
  }
  const { status = 200, headers = {}, body = '' } = answer;
  outgoing.writeHead(status, headers).end(isAsItIs(body) ? body : JSON.stringify(body));
}

function isAsItIs(body: string | object): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
