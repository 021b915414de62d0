import { PAIRING, type PairingDay } from './expected-pairing.ts';
import { TASK_DAYS, TASKS } from './expected-tasks.ts';
import { saysOf } from './faults.ts';

const IN_WORDS = {
  done: 'done at the first attempt',
  waits: 'retried with increasing waits of at most half an hour, until the shop answers',
};

/** Sections without agents: background jobs, pairing, clocks and shutdown. */
export function othersOf(): string {
  return [background(), pairing(), CLOCKS, STOPPING].join('\n');
}

function background(): string {
  const names: Record<keyof typeof TASKS, string> = {
    refresh_order: 'reading the order of a webhook',
    check_subscriptions: 'checking webhook subscriptions',
    import_products: 'importing the catalog',
  };
  const jobs = Object.keys(TASKS) as (keyof typeof TASKS)[];
  const rows = TASK_DAYS.map((day) => {
    const outcomes = jobs.map((job) => IN_WORDS[TASKS[job][day]]);
    return `| ${saysOf(day)} | ${[...new Set(outcomes)].join('<br>')} |`;
  });
  return `## Webhooks, imports and subscriptions

A webhook is accepted whatever the shop does (\`POST /webhooks/{slug}\`: 200); its object is read from the shop afterwards. The table applies to ${jobs.map((job) => names[job]).join(', ')}.

| The shop … | The job is |
|---|---|
${rows.join('\n')}

The copy of the catalog stays unchanged until a complete import replaces it.

The shop's cart of a canceled session or cart is emptied in the same way, with retries for about two days. If the buyer has paid it meanwhile, its
order is stored instead (\`tests/integration/jobs/empty-cart.test.ts\`).
`;
}

function pairing(): string {
  const days = Object.keys(PAIRING) as PairingDay[];
  const rows = days.map((day) => `| ${saysOf(day)} | \`${PAIRING[day]}\` |`);
  return `## Pairing (WooCommerce)

| The site … | Error shown to the merchant, with a remedy, on both sides |
|---|---|
${rows.join('\n')}

Nothing is stored. The same code pairs once the site answers.
`;
}

const CLOCKS = `## Clock changes

- Circuits, waiting requests and timeouts use a monotonic clock, which setting the clock does not affect.
- A session created while the clock was ahead expires later by that much. One that expired early because the clock was ahead has failed; its order is
  stored all the same if the buyer has paid.
- A failed or recurring job that was scheduled while the clock was ahead does not wait longer than usual: the housekeeping of every minute corrects it.
- A login throttle set while the clock was ahead lasts a quarter of an hour; a pairing code created then is expired.
- Products read while the clock was more than a day ahead do not count as newer than later readings; below a day this corrects itself.
- A process that dies while the clock is more than ten minutes ahead leaves a lease with an implausible expiry, which is ignored.
- With PostgreSQL all processes use the database's clock ([processes.md](processes.md#one-clock)).
`;

const STOPPING = `## Graceful shutdown

Open requests are completed, even if the shop is slow; new connections are refused. Background jobs are released, and another process continues them.
`;
