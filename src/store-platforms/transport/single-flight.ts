import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';

interface Flight<Answer> {
  answer: Promise<Answer>;
  waiting: number;
  stop: AbortController;
  beganAt: number;
}

/** `stop` is aborted when every waiter has given up. */
type Work<Answer> = (stop: AbortSignal) => Promise<Answer>;

/** Runs `ask` once for concurrent callers of one key; each waits until its own deadline or hang-up. */
export function createSingleFlight<Answer>() {
  const inFlight = new Map<string, Flight<Answer>>();

  function begin(key: string, ask: Work<Answer>): Flight<Answer> {
    const stop = new AbortController();
    const flight = { answer: ask(stop.signal), waiting: 0, stop, beganAt: performance.now() };
    const forgetFlight = () => forget(key, flight);
    flight.answer.then(forgetFlight, forgetFlight);
    inFlight.set(key, flight);
    return flight;
  }

  function join(key: string, caller: Caller | undefined): Flight<Answer> | undefined {
    const flight = inFlight.get(key);
    if (!flight || flight.beganAt < (caller?.notBefore ?? 0)) return undefined;
    caller?.onJoined?.(flight.beganAt);
    return flight;
  }

  function forget(key: string, flight: Flight<Answer>): void {
    if (inFlight.get(key) === flight) inFlight.delete(key);
  }

  function leave(key: string, flight: Flight<Answer>, reason: unknown): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    forget(key, flight);
    flight.stop.abort(reason);
  }

  return async (key: string, caller: Caller | undefined, ask: Work<Answer>): Promise<Answer> => {
    const timeoutMs = computeMsLeft(caller);
    const gone = caller?.gone?.();
    if (timeoutMs <= 0) throw createTooLateError();
    if (gone?.aborted) throw createCallerGoneError();
    const flight = join(key, caller) ?? begin(key, ask);
    flight.waiting += 1;
    const refuseLate = () => {
      throw createTooLateError();
    };
    try {
      return await withTimeout({ timeoutMs, stop: gone, late: refuseLate }, () => flight.answer);
    } catch (error) {
      const reason = gone?.aborted ? createCallerGoneError() : error;
      leave(key, flight, reason);
      throw reason;
    }
  };
}

export function computeMsLeft(caller: Caller | undefined): number {
  return caller?.deadline === undefined ? Number.POSITIVE_INFINITY : caller.deadline - performance.now();
}

function createTooLateError(): CommerceError {
  const message = 'The store did not answer in the time there was. Try again later.';
  return new CommerceError('platform_timeout', message);
}

/** Rejects a promise whose caller has gone: the message is never sent. */
function createCallerGoneError(): CommerceError {
  return new CommerceError('platform_unavailable', 'The caller has closed the connection.');
}
