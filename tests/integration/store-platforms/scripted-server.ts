import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type HttpServer, startHttpServer } from '../../../testing/http-server.ts';

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: string | Uint8Array | object;
}

/** Answer; `drop` closes the connection without one, `never` leaves it open. */
export type Script = (request: ReceivedRequest, index: number) => ScriptedAnswer | 'drop' | 'never';

export interface ScriptedServer extends HttpServer {
  /** `127.0.0.1:<port>`. */
  host: string;
  requests: ReceivedRequest[];
  /** From now on answers by this. */
  answer(script: Script): void;
}

/** A real loopback server for answers that no simulated shop can be brought to give. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  let current = script;
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer(async (incoming, outgoing) => {
    const request = await received(incoming);
    requests.push(request);
    send(current(request, requests.length - 1), outgoing);
  });
  return {
    ...server,
    host: `127.0.0.1:${server.port}`,
    requests,
    answer: (next) => {
      current = next;
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
