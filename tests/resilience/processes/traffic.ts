import { request } from 'node:http';

/** Outcomes of all requests; `open` ones were neither answered nor closed in time. */
export interface Outcomes {
  answered: number;
  /** Reset or refused connections, by error code. */
  failed: Record<string, number>;
  open: number;
}

/** Leaves the processor to a worker that starts: clients without a pause take all of it. */
const EASED_PAUSE_MS = 100;

/** Clients that repeat requests as Retry-After says, each on a new connection. */
export function startTraffic(url: string, clients: number) {
  const outcomes: Outcomes = { answered: 0, failed: {}, open: 0 };
  let stopping = false;
  let pauseMs = 0;

  const askOnce = () =>
    new Promise<void>((resolve) => {
      const outgoing = request(url, { agent: false }, (answer) => {
        answer.resume();
        answer.once('close', () => {
          outcomes.answered += 1;
          setTimeout(resolve, 1_000 * Number(answer.headers['retry-after'] ?? 0) + pauseMs);
        });
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message;
        outcomes.failed[code] = (outcomes.failed[code] ?? 0) + 1;
        // A closed port refuses at once; the pause leaves CPU time to other processes.
        setTimeout(resolve, 5);
      });
      outgoing.end();
    });

  const running = Array.from({ length: clients }, async () => {
    while (!stopping) {
      outcomes.open += 1;
      await askOnce();
      outcomes.open -= 1;
    }
  });

  return {
    answered: () => outcomes.answered,
    /** Lets clients pause between requests until `press`. */
    ease(): void {
      pauseMs = EASED_PAUSE_MS;
    },
    press(): void {
      pauseMs = 0;
    },
    /** Stops the clients; requests still open after `withinMs` count as `open`. */
    async stop(withinMs: number): Promise<Outcomes> {
      stopping = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer);
      return outcomes;
    },
  };
}
