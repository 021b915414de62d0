import type { Caller } from '../../commerce/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';

interface Flight<Answer> {
  answer: Promise<Answer>;
  waiting: number;
  stop: AbortController;
}

/** Runs `ask` once for concurrent callers of one key. `stop` is aborted when every waiter has given up. */
type SingleFlight<Answer> = (
  key: string,
  caller: Caller | undefined,
  ask: (stop: AbortSignal) => Promise<Answer>,
) => Promise<Answer>;

/** Single-flight reads; each caller waits until its own deadline or hang-up. */
export function singleFlight<Answer>(): SingleFlight<Answer> {
  const inFlight = new Map<string, Flight<Answer>>();

  function begin(key: string, ask: (stop: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const stop = new AbortController();
    const flight = { answer: ask(stop.signal), waiting: 0, stop };
    const forget = () => {
      if (inFlight.get(key) === flight) inFlight.delete(key);
    };
    flight.answer.then(forget, forget);
    inFlight.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight<Answer>, reason: Error): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    inFlight.delete(key);
    flight.stop.abort(reason);
  }

  return (key, caller, ask) => {
    const msLeft = msLeftOf(caller);
    const gone = caller?.gone?.();
    if (msLeft <= 0) return Promise.reject(tooLate());
    if (gone?.aborted) return Promise.reject(callerGone());
    const flight = inFlight.get(key) ?? begin(key, ask);
    flight.waiting += 1;
    if (msLeft === Number.POSITIVE_INFINITY && !gone) return flight.answer;
    return new Promise((resolve, reject) => {
      const giveUp = (reason: Error) => {
        settled();
        reject(reason);
        leave(key, flight, reason);
      };
      const isGone = () => giveUp(callerGone());
      const timer = Number.isFinite(msLeft) ? setTimeout(() => giveUp(tooLate()), msLeft) : undefined;
      const settled = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', isGone);
      };
      gone?.addEventListener('abort', isGone, { once: true });
      flight.answer.finally(settled).then(resolve, reject);
    });
  };
}

/** Milliseconds until the caller's deadline; infinite without one. */
export function msLeftOf(caller: Caller | undefined): number {
  return caller?.deadline === undefined ? Number.POSITIVE_INFINITY : caller.deadline - performance.now();
}

function tooLate(): CommerceError {
  return new CommerceError(
    'platform_timeout',
    'The store did not answer in the time there was. Try again later.',
  );
}

/** Rejects a promise whose caller has gone: the message is never sent. */
function callerGone(): CommerceError {
  return new CommerceError('platform_unavailable', 'The caller has closed the connection.');
}
