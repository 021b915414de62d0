import { createHash } from 'node:crypto';
import { type AgentClient, ApiError, createAgentClient } from '../../../client/index.ts';
import { IMPORT_PRODUCTS, READ_SHOP_ORDERS } from '../../commerce/job/job-names.ts';
import { DEMO_UCP_AGENTS } from '../../commerce/policy/agents.ts';
import { type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { beginOf, getDays, getLastDays } from '../../commerce/time/days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../commerce/time/time.ts';
import { createService, type Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { requireDatabase } from '../shell/on-service.ts';
import { type Progress, withProgressBar } from '../shell/progress-bar.ts';
import { paint, say, UsageError } from '../shell/terminal.ts';
import { locateRunningService, postControl } from './demo-agent.ts';

const DAYS = 30;
const DEMO_STORES = ['demo-shopify', 'demo-woocommerce'];

/** One thing that an agent, a buyer or a shop does at an instant of the past; returns what follows from it. */
interface Step {
  at: number;
  run(): Promise<Step[]>;
}

/**
 * Fills the last thirty days through a second service on the same database, whose clock stands in the past. Each day of a store is
 * claimed once: repeated or raced, none is filled twice, and the next run fills those that were not begun.
 */
export async function fillDemoHistory(config: Config): Promise<void> {
  if (config.databaseUrl === 'sqlite::memory:')
    throw new UsageError('A history needs a database that other processes can open. Set DATABASE_URL.');
  await requireDatabase(config);
  const address = await locateRunningService(config);
  if (address === undefined)
    throw new UsageError(
      'No service of this folder is running, and its simulated shops keep the orders. Start it first.',
    );
  const clock = { now: Date.now() };
  const quiet = { logLevel: 'silent', rateLimit: 0, host: '127.0.0.1', port: 0, baseUrl: undefined } as const;
  await using service = await createService({ ...config, ...quiet }, { now: () => clock.now });
  const baseUrl = await service.listen({ backgroundWork: false });
  for (const slug of DEMO_STORES) {
    const store = await service.stores.find(slug);
    if (!store?.sandbox) continue;
    const past = { store, baseUrl, clock };
    const days = await withProgressBar({ name: slug, things: 'days' }, (show) => fill(service, past, show));
    const others = days < DAYS ? ', the others have been before' : '';
    say(`${paint('green', '✓')} ${slug}: ${days} of the last ${DAYS} days filled${others}`);
  }
  say(`See them at ${paint('cyan', `${address}/console`)}, with “Show tests” on.`);
}

interface Past {
  store: Store;
  baseUrl: string;
  clock: { now: number };
}

async function fill(service: Service, past: Past, show: (progress: Progress) => void): Promise<number> {
  const { context } = service;
  const { store, clock } = past;
  const today = Date.now();
  let filled = 0;
  const timeZone = timeZoneOf(store);
  const period = getLastDays(DAYS, today, timeZone);
  const steps = getDays({ ...period, timeZone }).map(({ day }) =>
    stepAt(beginOf(day, timeZone), async (at) => {
      if (!(await context.milestones.reach(store.id, `demo_${day}`, toIso(today)))) return [];
      filled += 1;
      show({ done: filled, total: DAYS });
      return [...planVisits(day, past, at), ...planOtherOrders(day, store, at)];
    }),
  );
  for (;;) {
    const next = steps.sort((one, other) => one.at - other.at).shift();
    // Visits of today and deliveries of the last days lie in the future.
    if (!next || next.at >= today) break;
    clock.now = next.at;
    steps.push(...(await next.run()));
  }
  await context.flushCalls();
  if (filled > 0) await readShop(service, past, period.from);
  return filled;
}

/** Reads the shop as it is today: a reading of before the history would count for a week. */
async function readShop({ context, runnerOf }: Service, { store, clock }: Past, from: string): Promise<void> {
  clock.now = Date.now();
  await context.shopOrderDays.forgetSince(store.id, from);
  const kinds = [IMPORT_PRODUCTS, READ_SHOP_ORDERS];
  for (const kind of kinds) await context.jobs.enqueue({ storeId: store.id, kind }, toIso(clock.now));
  await runnerOf(kinds).drain();
}

/** Visits of a day that begins at an instant: more at weekends, at the hours of the day. */
function planVisits(day: string, past: Past, begin: number): Step[] {
  const random = createRandom(`${past.store.slug} ${day}`);
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  const count = 2 + Math.floor(random() * 3) + (isWeekend ? 2 : 0);
  return Array.from({ length: count }, (_, place) => {
    const of = { ...past, key: `demo-${day}-${place}`, random };
    return stepAt(begin + 8 * HOUR_MS + Math.floor(random() * 14 * HOUR_MS), (at) => visit(of, at));
  });
}

/** Orders of buyers who come without an agent, in minor units of the shop's currency. */
function planOtherOrders(day: string, { slug, description }: Store, begin: number): Step[] {
  const random = createRandom(`others of ${slug} ${day}`);
  return Array.from({ length: 3 + Math.floor(random() * 5) }, () => {
    const total = 1_500 + Math.floor(random() * 9_000);
    const url = `http://${description.hosts[0]}/_sandbox/orders`;
    return stepAt(begin + 7 * HOUR_MS + Math.floor(random() * 16 * HOUR_MS), async (at) => {
      await postControl(url, { total, at: toIso(at) });
      return [];
    });
  });
}

/** A session that the running service has failed meanwhile stays failed. */
function stepAt(at: number, run: (at: number) => Promise<Step[]>): Step {
  const end = (error: unknown): Step[] => {
    if (error instanceof ApiError && error.status === 409) return [];
    throw error;
  };
  return { at, run: () => run(at).catch(end) };
}

const FOUND = ['mug', 'shoe', 'lamp', 'linen shirt', 'backpack', 'candle'];
const NOT_FOUND = ['gift card', 'umbrella with a duck handle', 'left-handed scissors'];
/** The second has expired. */
const CODES = ['SUMMER10', 'EXPIRED5'];

interface Visit extends Past {
  /** Idempotency key of its session. */
  key: string;
  random: () => number;
}

/** An agent searches, and may create a session or a cart that its buyer may pay. */
async function visit({ store, baseUrl, clock, key, random }: Visit, at: number): Promise<Step[]> {
  // The first of a list are the most frequent.
  const pick = (items: readonly string[]) => items[Math.floor(random() ** 1.5 * items.length)] ?? '';
  const headers = { 'ucp-agent': pick(DEMO_UCP_AGENTS) };
  const agent = createAgentClient({ baseUrl, slug: store.slug, headers });
  if (random() < 0.15) await agent.search(pick(NOT_FOUND), { first: 5 });
  const { products } = await agent.search(pick(FOUND), { first: 5 });
  const variants = products.flatMap(({ variants }) => variants.find(({ available }) => available)?.id ?? []);
  if (variants.length === 0 || random() < 0.35) return [];
  const line_items = [{ item: { id: pick(variants) }, quantity: random() < 0.2 ? 2 : 1 }];
  if (random() < 0.25) {
    const { continue_url: page } = await agent.createCart({ line_items });
    if (random() < 0.6) await buyCart(agent, page, store.platform, at + 4 * MINUTE_MS);
    return [];
  }
  const discounts = random() < 0.25 ? { discounts: { codes: [pick(CODES)] } } : {};
  const session = await agent.createSession({ line_items, ...discounts }, key);
  if (random() < 0.1) {
    await agent.cancelSession(session.id);
    return [];
  }
  if (session.continue_url === null || random() < 0.4) return [];
  const { continue_url: page, id } = session;
  const end = random() < 0.06 ? 'refunded' : 'delivered';
  // At once: the running service, whose clock stands at today, fails open sessions of the past.
  clock.now = at + 4 * MINUTE_MS;
  return buy(agent, { page, id, end }, clock.now);
}

/** The agent asks for each new order: one without a session is not found, but the service learns of it. */
async function buyCart(agent: AgentClient, page: string, platform: string, at: number): Promise<void> {
  const shop = new URL(page).origin;
  const before = new Set(await listOrderNumbers(shop));
  await pay(page, at);
  for (const number of (await listOrderNumbers(shop)).filter((each) => !before.has(each)))
    await agent.getOrder(`gid://${platform}/Order/${number}`).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
}

async function listOrderNumbers(shop: string): Promise<number[]> {
  const answer = await fetch(`${shop}/_sandbox/orders`);
  const { orders } = (await answer.json()) as { orders: { id: number }[] };
  return orders.map(({ id }) => id);
}

async function pay(page: string, at: number): Promise<void> {
  const paid = await fetch(page, { method: 'POST', body: new URLSearchParams({ placed_at: toIso(at) }) });
  if (!paid.ok) throw new Error(`The checkout page answered ${paid.status}`);
}

/** The buyer pays, the agent completes, and the shop ships a day later. */
async function buy(agent: AgentClient, { page, id, end }: Record<'page' | 'id' | 'end', string>, at: number) {
  await pay(page, at);
  const { order } = await agent.completeSession(id);
  if (!order) return [];
  /** Moves the order at the simulated shop, and has the agent read it. */
  const moveTo = (to: string) => async (movedAt: number) => {
    const { platform_order_id } = await agent.getOrder(order.id);
    const url = `${new URL(page).origin}/_sandbox/orders/${platform_order_id?.split('/').at(-1)}`;
    await postControl(url, { to, at: `${toIso(movedAt).slice(0, 19)}Z` });
    await agent.getOrder(order.id);
    return [];
  };
  return [stepAt(at + 22 * HOUR_MS, moveTo('shipped')), stepAt(at + 3 * DAY_MS, moveTo(end))];
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function createRandom(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    const digest = createHash('sha256').update(`${seed} ${count}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
}
