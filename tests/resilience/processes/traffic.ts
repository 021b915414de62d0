import { request } from 'node:http';

/** How the requests of all clients ended; `open` ones were neither answered nor closed in time. */
export interface Outcomes {
  answered: number;
  /** Reset or refused, by the error's code. */
  failed: Record<string, number>;
  open: number;
}

/** Clients that ask again and again, as soon as Retry-After says, each request on a connection of its own. */
export function startTraffic(url: string, clients: number) {
  const outcomes: Outcomes = { answered: 0, failed: {}, open: 0 };
  let stopping = false;

  const askOnce = () =>
    new Promise<void>((resolve) => {
      const asked = request(url, { agent: false }, (answer) => {
        answer.resume();
        answer.once('close', () => {
          outcomes.answered += 1;
          setTimeout(resolve, 1_000 * Number(answer.headers['retry-after'] ?? 0));
        });
      });
      asked.once('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message;
        outcomes.failed[code] = (outcomes.failed[code] ?? 0) + 1;
        // A closed port answers at once: the other processes of the machine need the time, too.
        setTimeout(resolve, 5);
      });
      asked.end();
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
    /** Stops asking; what is still open after `withinMs` stays open. */
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
