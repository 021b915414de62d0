import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './error-responses.ts';

/**
 * While the server closes, what is being answered is answered, as the last of its connection: a kept one would hold the
 * process for as long as its agent likes. What comes after is sent elsewhere. From when it is announced that it will close
 * (`isStopping`), everything is answered, and each connection's next request is to go elsewhere.
 */
export function addLastAnswers(server: FastifyInstance, isStopping: () => boolean): void {
  let closing = false;
  server.addHook('preClose', (done) => {
    closing = true;
    whenQueueIsEmpty(server.server, done);
  });
  server.addHook('onRequest', (_request, _reply, done) => {
    if (!closing) return done();
    const message = 'This process of the service is stopping. Send the request again.';
    done(new HttpError(503, 'stopping', message, { 'retry-after': '1' }));
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}

const MAX_EMPTYING_MS = 1_000;
/** One turn of the event loop accepts one connection. */
const QUIET_TURNS = 3;

/** Calls back once the kernel holds no connection to be accepted, as far as can be told: a listener that closes resets those. */
function whenQueueIsEmpty(server: Server, done: () => void): void {
  const startedAt = performance.now();
  let quietTurns = 0;
  const accepted = () => {
    quietTurns = 0;
  };
  const turn = () => {
    quietTurns += 1;
    if (quietTurns <= QUIET_TURNS && performance.now() - startedAt < MAX_EMPTYING_MS)
      return setImmediate(turn);
    server.off('connection', accepted);
    return done();
  };
  server.on('connection', accepted);
  setImmediate(turn);
}
