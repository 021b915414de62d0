import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../requests/error-responses.ts';

/**
 * Drains connections: from `isStopping` on every response closes its connection, and once the server closes, open requests are
 * completed and new ones get 503 `stopping`.
 */
export function addLastAnswers(server: FastifyInstance, isStopping: () => boolean) {
  let closing = false;
  server.addHook('preClose', (done) => {
    closing = true;
    callWhenQueueIsEmpty(server.server, done);
  });
  return {
    /** Error for requests that come in while the server closes. */
    refusal: () => (closing ? createStoppingError() : undefined),
    /** True when the response must close its connection. */
    isLastAnswer: () => closing || isStopping(),
  };
}

function createStoppingError(): HttpError {
  const message = 'This process of the service is stopping. Send the request again.';
  return new HttpError(503, 'stopping', message, { 'retry-after': '1' });
}

const MAX_EMPTYING_MS = 1_000;
/** Each event-loop turn accepts one connection. */
const QUIET_TURNS = 3;

/** Calls back once the kernel's accept queue seems empty, because closing the listener resets the connections in it. */
function callWhenQueueIsEmpty(server: Server, done: () => void): void {
  const startedAt = performance.now();
  let quietTurns = 0;
  const resetQuietTurns = () => {
    quietTurns = 0;
  };
  const turn = () => {
    quietTurns += 1;
    if (quietTurns <= QUIET_TURNS && performance.now() - startedAt < MAX_EMPTYING_MS)
      return setImmediate(turn);
    server.off('connection', resetQuietTurns);
    return done();
  };
  server.on('connection', resetQuietTurns);
  setImmediate(turn);
}
