import { randomUUID } from 'node:crypto';
import colors from 'picocolors';
import { toDecimal } from '../commerce/money.ts';
import type { Config } from '../config.ts';
import { agentOverMcp, agentOverRest, type ShoppingAgent } from './demo-agent.ts';
import { start } from './serve.ts';
import { say } from './terminal.ts';
import type { Command } from './usage.ts';

export const demo: Command = {
  summary: 'Plays a whole purchase on each demo store, as an agent and its buyer would.',
  async run(_args, config) {
    const { baseUrl, close } = await findOrStartService(config());
    try {
      await purchase(agentOverRest(`${baseUrl}/api/ucp/demo-shopify`), 'shoe');
      await purchase(agentOverMcp(`${baseUrl}/api/ucp/demo-woocommerce`), 'mug');
      say(`\n${colors.green('✓')} Two purchases, two completed sessions.`);
    } finally {
      await close();
    }
  },
};

/** A service that is running already is used; else one is started for the demo, with a database in memory. */
async function findOrStartService(config: Config): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const answer = await fetch(`${baseUrl}/api/ucp/demo-shopify`).catch(() => undefined);
  if (answer?.ok) {
    say(colors.dim(`Playing on the service that runs at ${baseUrl}.`));
    return { baseUrl, close: async () => undefined };
  }
  say(colors.dim('No service is running: starting one for the demo.'));
  const { baseUrl: _, ...settings } = config;
  return start({ ...settings, baseUrl: undefined, port: 0, databaseUrl: 'sqlite::memory:', sandbox: true });
}

async function purchase(agent: ShoppingAgent, words: string): Promise<void> {
  say(`\n${colors.bold(agent.address)}  ${colors.dim(`over ${agent.transport}`)}`);

  step('The agent discovers the store');
  const manifest = await agent.discover();
  tell(
    `version ${manifest.ucp.version}; ${Object.keys(manifest.ucp.capabilities)
      .map((key) => key.split('.').at(-1))
      .join(', ')}`,
  );

  step(`It searches the catalog for "${words}"`);
  const { products } = await agent.search(words);
  for (const product of products.slice(0, 3))
    tell(`${product.title}  ${amount(product.price_range.min, product.price_range.currency)}`);
  const product = products.find((each) => each.availability === 'in_stock');
  const variant = product?.variants.find((each) => each.available);
  if (!variant) throw new Error(`Nothing to buy was found for "${words}"`);

  step(`It creates a checkout session: 2 × ${product?.title}`);
  const session = await agent.create(
    { line_items: [{ item: { id: variant.id }, quantity: 2 }] },
    randomUUID(),
  );
  tell(
    `${session.status}; total ${amount(session.totals.total, session.currency)}, of it tax ${amount(session.totals.tax, session.currency)}`,
  );
  tell(`continue_url ${withoutSecret(session.continue_url)}`);

  step('The buyer pays on the store’s own page');
  const page = await fetch(session.continue_url ?? '', { method: 'POST' });
  if (!page.ok) throw new Error(`The checkout page answered ${page.status}`);
  tell('paid');

  step('The agent completes the session');
  const completed = await agent.complete(session.id);
  tell(
    `${colors.green(completed.status)}; payment ${completed.payment}; order ${completed.order?.id} is ${completed.order?.status}`,
  );
}

function step(text: string): void {
  say(`\n  ${colors.magenta('●')} ${text}`);
}

function tell(text: string): void {
  say(`    ${text}`);
}

function amount(minorUnits: number, currency: string): string {
  return `${toDecimal(minorUnits, currency)} ${currency}`;
}

/** The query string holds the key to the cart. */
function withoutSecret(url: string | null): string {
  return url ? url.replace(/\?.*$/, '?…') : '';
}
