import { formatMoney } from '../../commerce/money/money.ts';
import type { Config } from '../../settings/config.ts';
import { start } from '../serve/serve.ts';
import { paint, say } from '../shell/terminal.ts';
import {
  createMcpAgent,
  createRestAgent,
  locateRunningService,
  postControl,
  type ShoppingAgent,
} from './demo-agent.ts';

/** Plays a purchase on each demo store of the running service, or fills the days before. */
export async function runDemo(config: Config, options: { history?: boolean } = {}): Promise<void> {
  if (options.history) return (await import('./demo-history.ts')).fillDemoHistory(config);
  const running = await locateRunningService(config);
  if (running === undefined) say(paint('dim', 'No service is running: starting one for the demo.'));
  const settings = { ...config, baseUrl: undefined, port: 0, databaseUrl: 'sqlite::memory:', sandbox: true };
  const own = running === undefined ? await start(settings) : undefined;
  const baseUrl = running ?? own?.baseUrl ?? '';
  try {
    await playPurchase(createRestAgent(baseUrl, 'demo-shopify'), 'shoe');
    await playPurchase(createMcpAgent(baseUrl, 'demo-woocommerce'), 'mug');
    say(`\n${paint('green', '✓')} Two purchases, two completed sessions, two parcels on their way.`);
  } finally {
    await own?.close();
  }
}

const BUYER_LIVES_AT = { country: 'US', region: 'IL', city: 'Springfield', postal_code: '62704' };

async function playPurchase(agent: ShoppingAgent, words: string): Promise<void> {
  await pay(agent, await checkOut(agent, await choose(agent, words)));
}

type LineItems = Parameters<ShoppingAgent['createSession']>[0]['line_items'];
type Session = Awaited<ReturnType<ShoppingAgent['createSession']>>;

async function choose(agent: ShoppingAgent, words: string): Promise<LineItems> {
  say(`\n${paint('bold', agent.address)}  ${paint('dim', `over ${agent.transport}`)}`);

  step('The agent discovers the store');
  const manifest = await agent.getManifest();
  const capabilities = Object.keys(manifest.ucp.capabilities).map((key) => key.split('.').at(-1));
  print(`version ${manifest.ucp.version}; ${capabilities.join(', ')}`);

  step(`It searches the catalog for "${words}"`);
  const { products } = await agent.search(words, { first: 5 });
  for (const product of products.slice(0, 3))
    print(`${product.title}  ${formatMoney(product.price_range.min, product.price_range.currency)}`);
  const product = products.find((each) => each.availability === 'in_stock');
  const variant = product?.variants.find((each) => each.available);
  if (!variant) throw new Error(`Nothing to buy was found for "${words}"`);

  const line_items = [{ item: { id: variant.id }, quantity: 1 }];

  step(`It fills a cart with ${product?.title} and tries two codes`);
  const cart = await agent.createCart({ line_items, discounts: { codes: ['SUMMER10', 'EXPIRED5'] } });
  for (const { code, amount } of cart.discounts?.applied ?? []) {
    print(`${paint('green', '✓')} ${code} takes off ${formatMoney(amount, cart.currency)}`);
  }
  for (const { code, reason, message } of cart.discounts?.rejected ?? []) {
    print(`${paint('yellow', '✗')} ${code} ${reason}: ${message}`);
  }

  return line_items;
}

async function checkOut(agent: ShoppingAgent, line_items: LineItems): Promise<Session> {
  step('It asks what shipping costs');
  const { quotes, currency } = await agent.quote({ line_items, destination: BUYER_LIVES_AT });
  for (const { title, amount } of quotes) print(`${title}  ${formatMoney(amount, currency)}`);

  step('It creates a checkout session');
  const request = { line_items, discounts: { codes: ['SUMMER10'] } };
  const session = await agent.createSession(request);
  const { status, totals } = session;
  const format = (amount: number) => formatMoney(amount, session.currency);
  print(
    `${status}; total ${format(totals.total)} (discount ${format(totals.discount)}, tax ${format(totals.tax)})`,
  );
  // The query string contains the cart's key.
  print(`continue_url ${session.continue_url?.replace(/\?.*$/s, '?…') ?? ''}`);

  return session;
}

async function pay(agent: ShoppingAgent, session: Session): Promise<void> {
  step('The buyer pays on the store’s own page');
  const page = await fetch(session.continue_url ?? '', { method: 'POST' });
  if (!page.ok) throw new Error(`The checkout page answered ${page.status}`);
  print('paid');

  step('The agent completes the session');
  const completed = await agent.completeSession(session.id);
  const { status, payment, order: bought } = completed;
  print(`${paint('green', status)}; payment ${payment}; order ${bought?.id} is ${bought?.status}`);

  step('The merchant ships, and the agent follows the order');
  const paid = await agent.getOrder(bought?.id ?? '');
  const number = paid.platform_order_id?.split('/').at(-1);
  const { origin } = new URL(session.continue_url ?? '');
  await postControl(`${origin}/_sandbox/orders/${number}`, { to: 'shipped' });
  const order = await agent.getOrder(paid.id);
  const { total, shipping } = order.totals;
  const [whole, part] = [formatMoney(total, order.currency), formatMoney(shipping, order.currency)];
  print(`${paint('green', order.status)}; total ${whole} with shipping ${part}`);
  const [parcel] = order.tracking;
  if (parcel) print(`${parcel.carrier} ${parcel.number}`);
}

function step(text: string): void {
  say(`\n  ${paint('magenta', '●')} ${text}`);
}

function print(text: string): void {
  say(`    ${text}`);
}
