import { PAIRING, type PairingDay } from './expected-pairing.ts';
import { TASK_DAYS, TASKS } from './expected-tasks.ts';
import { saysOf } from './faults.ts';

const IN_WORDS = {
  done: 'done at the first attempt',
  waits: 'retried with increasing waits of at most half an hour, until the shop answers',
};

/** Sections beside the matrix: delivery, background jobs, pairing, clocks and shutdown. */
export function othersOf(): string {
  return [DELIVERY, background(), pairing(), CLOCKS, STOPPING].join('\n');
}

const DELIVERY = `## Delivery that cannot be had

A shop that works may still not deliver. An update that asks for it leaves the checkout as it was, and a new checkout is made without it; the buyer can
pay both. Each error is \`recoverable\`, and its \`path\` names the member to change (\`tests/ucp/fulfillment-failures.test.ts\`,
\`tests/ucp/parcel-groups.test.ts\`, \`tests/ucp/late-carriers.long.test.ts\`, on both databases).

| Failure | The agent gets |
|---|---|
| nothing is delivered to the address, or the shop has no zones | \`address_undeliverable\` at \`selected_destination_id\` |
| the country is none | \`address_undeliverable\` at the destination's \`address_country\`, with what it must be |
| the option is not offered (any more) | \`address_undeliverable\` at \`selected_option_id\`, with the options that are; a new checkout has the cheapest and \`fulfillment_option_unavailable\` |
| one of several parcels does not have the option | \`address_undeliverable\` at \`selected_option_id\` of its group, with the options of that parcel |
| one of several parcels is delivered nowhere | \`address_undeliverable\` at \`selected_destination_id\` |
| the shop divides the goods in another way since the last answer | the warning \`fulfillment_option_changed\`, where goods go by another option |
| the place of pickup has closed | \`address_undeliverable\` at \`selected_destination_id\`; a new checkout is delivered, and \`fulfillment_option_unavailable\` says so |
| a carrier's plugin throws (WooCommerce) | \`address_undeliverable\` at \`selected_destination_id\`, with the cause; a quote is refused with the same (409) |
| a carrier answers late | the whole total, at one call more than without a destination |
| a carrier never answers (Shopify) | the new content without shipping, \`fulfillment_pending\` and \`totals_provisional\`; a selected option of the carrier is kept and asked for again by the next update |
| a carrier never answers (WooCommerce) | **504** \`platform_timeout\`: the shop waits within its own answer; the checkout is as it was |
| the currency has no decimals, or three | prices in its minor units, as the shop charges them |
`;

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
