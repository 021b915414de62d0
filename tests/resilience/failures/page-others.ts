import { PAIRING, type PairingDay } from './expected-pairing.ts';
import { TASK_DAYS, TASKS } from './expected-tasks.ts';
import { saysOf } from './faults.ts';

const IN_WORDS = {
  done: 'done at the first attempt',
  waits: 'tried again by itself, later each time, until the shop answers; half an hour apart at most',
};

/** Sections without agents: background jobs, pairing, clocks and shutdown. */
export function othersOf(): string {
  return [background(), pairing(), CLOCKS, STOPPING].join('\n');
}

function background(): string {
  const names: Record<keyof typeof TASKS, string> = {
    refresh_order: 'Ask for an order of which a webhook told',
    check_subscriptions: 'Ask for the shop’s events',
    import_products: 'Read the catalog',
  };
  const jobs = Object.keys(TASKS) as (keyof typeof TASKS)[];
  const rows = TASK_DAYS.map((day) => {
    const outcomes = jobs.map((job) => IN_WORDS[TASKS[job][day]]);
    return `| ${saysOf(day)} | ${[...new Set(outcomes)].join('<br>')} |`;
  });
  return `## Webhooks, imports and subscriptions

A webhook is taken whatever the shop does (\`POST /webhooks/{slug}\`: 200): what it tells of is asked of the shop afterwards. ${jobs.map((job) => names[job]).join('; ')}:

| The shop … | The work is |
|---|---|
${rows.join('\n')}

The copy of the catalog stays as it was read last until a whole reading replaces it.

A cart that the shop kept of something canceled is emptied in the same way, for about two days: never one that the buyer has paid meanwhile (its order is
taken in), and one that the shop has forgotten needs nothing (\`tests/integration/jobs/empty-cart.test.ts\`).
`;
}

function pairing(): string {
  const days = Object.keys(PAIRING) as PairingDay[];
  const rows = days.map((day) => `| ${saysOf(day)} | \`${PAIRING[day]}\` |`);
  return `## Pairing (WooCommerce)

| The site … | Merchants are told, with a remedy, on both sides |
|---|---|
${rows.join('\n')}

Nothing is stored. The same code pairs once the site answers.
`;
}

const CLOCKS = `## Clocks that are set

- A circuit, a request that waits its turn, and a time limit run on a clock that nobody can set: five seconds are five seconds.
- A session that was made while the clock was ahead lives the longer for it. One that seemed over while the clock was ahead has failed; its order is known
  all the same when the buyer has paid.
- A task that failed while the clock was ahead, or that is done regularly, waits no longer than ever: the next housekeeping (every minute) sees to it.
- Who guessed passwords while the clock was ahead waits a quarter of an hour; a pairing code that was made then is over.
- What was read of a catalog while the clock was more than a day ahead does not count as newer than what the shop says later; less than a day heals by itself.
- A process that dies while the clock is more than ten minutes ahead leaves a lease that ends too late to be true: nobody waits for it.
- With PostgreSQL it is the database's clock that counts, whatever those of the processes' machines say ([processes.md](processes.md#one-clock)).
`;

const STOPPING = `## A service that is told to stop

Requests under way are finished and answered, also when the shop takes its time; nobody is let in any more. Work in the background is given back where it
stood, and another process goes on with it.
`;
