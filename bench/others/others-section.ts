import { table, whole } from '../page.ts';
import type { OtherName } from './cases.ts';
import type { OtherCase, Others } from './measure-others.ts';

const NAMES: Record<OtherName, string> = {
  sample: 'Official sample',
  connector: 'Agentic Commerce Connector',
  storeApi: 'WooCommerce Store API',
};

/** Section of results.md about servers that a user could run instead. */
export function othersSection({ cases, versions }: Others): string[] {
  const columns = [
    '',
    'other, req/s',
    'service, req/s',
    'service by other',
    'other, µs',
    'service, µs',
    'answers',
    'at once',
  ];
  return [
    '## Against what a user could run instead',
    '',
    ...table(columns, cases.map(row)),
    '',
    'Above 1 in "service by other" the service answers more requests a second: the median of neighboring rounds, by turns. "µs" is',
    'the CPU time of the other server or of the service for each request, without that of the shop behind it; "answers" are their sizes.',
    '',
    `- **Official sample**: Universal-Commerce-Protocol/samples, \`rest/nodejs\`, ${versions.sample}, on Node.js ${versions.node}.`,
    '  Both have their products at hand, and commit their sessions to SQLite files on the same disk. The service has ten stores, logs its calls',
    '  in batches and shares commits among requests that come in together; the sample has one shop, commits three times for each create',
    '  and once for each session that it reads, because it logs that request in its database. The sample has no',
    '  catalog and no cart endpoint. As released it starts a log thread of 13 MB for each request, which outlives the request, so that a load can exhaust',
    '  the memory: here it shares one such thread.',
    `- **Agentic Commerce Connector**: rocloveai/Agentic-Commerce-Connector, ${versions.connector}, on Node.js ${versions.node}.`,
    '  Both stand in front of the WooCommerce site. For each profile and each search the connector asks the site; the service has its profile',
    '  at hand, ranks in its copy of the catalog and asks the site for prices and stock of what it shows. The connector keeps sessions in',
    "  memory and loses them when it ends; the service commits them. The connector's create reads the product's price, signs a quote and asks a",
    "  payment network (here a stand-in that answers `{}` at once); the service's create has the site compute a cart with taxes and a checkout",
    '  address. The connector then looks for an order with metadata that WooCommerce does not search by, finds the last order of the shop, and so',
    '  creates none from its second session on. It has no cart endpoint.',
    `- **WooCommerce Store API**: ${versions.site}, all on this machine.`,
    '  This is the shop itself: the service adds its own part to each cart. Searches of the Store API match words in the database; those of',
    '  the service are ranked, forgive typos and ask the shop for single products only.',
    '',
    'To repeat it, check both repositories out, install them (`npm ci` in `rest/nodejs`; `npm install`, `npm run build -w @acc/skill-spec` and',
    '`npm run build -w @acc/connector`), and have a WooCommerce site run with the connector plugin, over TLS and, for the load generator, over plain',
    "HTTP with `X-Forwarded-Proto: https` for PHP. Then, with the site's REST key in the environment:",
    '',
    '```sh',
    'WOOCOMMERCE_KEY=ck_…:cs_… npm run bench:others -- --sample <samples>/rest/nodejs --connector <checkout> \\',
    '  --site https://127.0.0.1:8971 --site-plain http://127.0.0.1:8972 --certificate <authority.pem> --search teapot,wallet,skillet,candle,shoes --node <node>',
    '```',
    '',
  ];
}

function row({ other, name, theirs, ours, ratio, concurrency }: OtherCase): string[] {
  return [
    `${NAMES[other]}: ${name}`,
    rate(theirs.perSecond),
    rate(ours.perSecond),
    ratio.toFixed(2),
    theirs.processorUs === null ? '' : whole(theirs.processorUs),
    ours.processorUs === null ? '' : whole(ours.processorUs),
    `${whole(theirs.bytes)} / ${whole(ours.bytes)} B`,
    whole(concurrency),
  ];
}

/** Keeps a digit after the point for a shop that answers few requests a second. */
function rate(perSecond: number): string {
  return perSecond < 100 ? perSecond.toFixed(1) : whole(perSecond);
}
