import type { Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../requests/error-responses.ts';

/** From `isStopping` on, responses close their connections; a closing server answers 503 `stopping`. */
export function addLastAnswers(server: FastifyInstance, isStopping: () => boolean) {
  let closing = false;
  server.addHook('preClose', () => {
    closing = true;
    return emptyAcceptQueue(server.server);
  });
  return {
    /** Error for requests that come in while the server closes. */
    getRefusal() {
      const message = 'This process of the service is stopping. Send the request again.';
      return closing ? new HttpError(503, 'stopping', message, { 'retry-after': '1' }) : undefined;
    },
    /** True when the response must close its connection. */
    isLastAnswer: () => closing || isStopping(),
  };
}

const MAX_EMPTYING_MS = 1_000;
/** Each event-loop turn accepts one connection. */
const QUIET_TURNS = 4;

/** Resolves once the kernel's accept queue seems empty, because closing the listener resets the connections in it. */
async function emptyAcceptQueue(server: Server): Promise<void> {
  const until = performance.now() + MAX_EMPTYING_MS;
  let quietTurns = 0;
  const resetQuietTurns = () => {
    quietTurns = 0;
  };
  server.on('connection', resetQuietTurns);
  for (; quietTurns < QUIET_TURNS && performance.now() < until; quietTurns += 1) await setImmediate();
  server.off('connection', resetQuietTurns);
}
