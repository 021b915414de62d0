/**
 * Lets 200 agents ask one small shop for two minutes: `npm run bench -- storm [--quick] [--freshness 60]`. The shop answers one request
 * after the other, nine a second; a person at the shop waits beside the agents. `--products`, `--agents`, `--seconds` change the storm;
 * `--processes 2` lets agents ask so many processes on one database.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type Child, startChild } from './child.ts';
import { median, quantile } from './compare.ts';
import { startService } from './service-child.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    freshness: { type: 'string' },
    products: { type: 'string', default: '1000' },
    agents: { type: 'string', default: '200' },
    seconds: { type: 'string' },
    processes: { type: 'string', default: '1' },
  },
});
const SECONDS = Number(values.seconds ?? (values.quick ? 30 : 120));
const ALONE_SECONDS = values.quick ? 10 : 30;
const AGENTS = Number(values.agents);
const QUESTIONS = 400;
const SESSIONS = 60;
/** Mean pause of an agent between two questions. */
const PAUSE_MS = 4_000;
const PERSON_PAUSE_MS = 700;
const SLUG = 'small';

interface SmallShop {
  credentials: unknown;
  page: string;
  products: { id: number; title: string }[];
  calls: { at: number; method: string; path: string }[];
}

interface Timed {
  ms: number;
  status: number;
}

type Question = Timed & { isRepeated: boolean };

await using folder = await temporaryFolder();
await using shop = await startChild('small-shop', { SHOP_PRODUCTS: values.products });
await using running = new AsyncDisposableStack();
const services: Child[] = [];
while (services.length < Number(values.processes))
  services.push(running.use(await startService(`sqlite:${folder.file('storm.db')}`)));
await storm(shop, services);

async function storm(shop: Child, services: readonly Child[]): Promise<void> {
  const { credentials, page, products } = await shop.ask<SmallShop>({});
  await services[0]?.ask({
    connect: { slug: SLUG, platform: 'woocommerce', credentials },
    freshness: values.freshness === undefined ? null : Number(values.freshness),
  });
  const stores: string[] = [];
  for (const each of services) {
    const { port } = await each.ask<{ port: number }>({});
    stores.push(`http://127.0.0.1:${port}/api/ucp/${SLUG}`);
  }
  const storeFor = (index: number) => stores[index % stores.length] ?? '';
  for (const store of stores) await copied(store, products);
  const alone = await person(page, Date.now() + ALONE_SECONDS * 1_000);
  await shop.ask({ reset: true });
  const until = Date.now() + SECONDS * 1_000;
  const began = Date.now();
  const questions: Question[] = [];
  const seen = new Set<number>();
  const agents = Array.from({ length: AGENTS }, (_, index) =>
    agent({ store: storeFor(index), products, until, questions, seen }),
  );
  const sessions = sleep((SECONDS * 1_000) / 2).then(() => buyAtOnce(storeFor, products));
  const [beside, bought] = await Promise.all([person(page, until), sessions, ...agents]);
  const { calls } = await shop.ask<SmallShop>({});
  print({ alone, beside, bought, questions, calls, seconds: (Date.now() - began) / 1_000 });
}

/** Waits until the catalog is copied, and its index is built. */
async function copied(store: string, products: SmallShop['products']): Promise<void> {
  const title = products.at(-1)?.title ?? '';
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${store}/catalog/search?q=${encodeURIComponent(title)}&first=5`);
    const text = await answer.text();
    // The copy ranks once it is whole: its cursor is no page number.
    if (answer.ok && text.includes(title) && !text.includes('page-')) break;
    await sleep(500);
  }
  await sleep(5_000);
}

interface Storm {
  store: string;
  products: SmallShop['products'];
  until: number;
  questions: Question[];
  seen: Set<number>;
}

async function agent({ store, products, until, questions, seen }: Storm): Promise<void> {
  await sleep(Math.random() * PAUSE_MS);
  while (Date.now() < until) {
    const question = Math.floor(QUESTIONS ** Math.random());
    const product = products[(question * 37) % products.length];
    const words = product?.title.split(' ').slice(0, 2).join(' ') ?? '';
    const isLookup = question % 4 === 0;
    const path = isLookup
      ? `lookup?ids=gid://woocommerce/Product/${product?.id}`
      : `search?q=${encodeURIComponent(words)}`;
    const isRepeated = seen.has(question);
    questions.push({ ...(await timed(`${store}/catalog/${path}`)), isRepeated });
    seen.add(question);
    await sleep(-Math.log(Math.random()) * PAUSE_MS);
  }
}

/** Milliseconds in which a person gets each page of the shop. */
async function person(page: string, until: number): Promise<number[]> {
  const waits: number[] = [];
  while (Date.now() < until) {
    waits.push((await timed(page, { headers: { 'x-person': 'yes' } })).ms);
    await sleep(PERSON_PAUSE_MS * (0.5 + Math.random()));
  }
  return waits;
}

function buyAtOnce(storeFor: (index: number) => string, products: SmallShop['products']): Promise<Timed[]> {
  return Promise.all(
    Array.from({ length: SESSIONS }, (_, index) => {
      const id = `gid://woocommerce/Product/${products[index % products.length]?.id}`;
      return timed(`${storeFor(index)}/checkout-sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ line_items: [{ item: { id }, quantity: 1 }] }),
      });
    }),
  );
}

async function timed(url: string, init?: RequestInit): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return { ms: performance.now() - startedAt, status: answer.status };
}

interface Outcome {
  alone: number[];
  beside: number[];
  bought: Timed[];
  questions: Question[];
  calls: SmallShop['calls'];
  seconds: number;
}

function print({ alone, beside, bought, questions, calls, seconds }: Outcome): void {
  const reads = calls.filter(({ method, path }) => method === 'GET' && path.includes('/products'));
  const mean = (waits: number[]) => waits.reduce((sum, each) => sum + each, 0) / waits.length;
  const times = (list: readonly Timed[]) => {
    const ms = list.map((each) => each.ms);
    return `${list.length}, p50 ${quantile(ms, 0.5).toFixed(1)} ms, p95 ${quantile(ms, 0.95).toFixed(1)} ms, refused ${list.filter(({ status }) => status >= 400).length}`;
  };
  console.log(
    `${AGENTS} agents for ${SECONDS} s, ${values.products} products, freshness ${values.freshness ?? 'default'}, processes ${services.length}`,
  );
  console.log(`repeated questions: ${times(questions.filter(({ isRepeated }) => isRepeated))}`);
  console.log(`different questions: ${times(questions.filter(({ isRepeated }) => !isRepeated))}`);
  console.log(`sessions at once: ${times(bought)}`);
  console.log(
    `calls to the shop: ${(calls.length / seconds).toFixed(2)} a second, of them reads ${(reads.length / seconds).toFixed(2)}`,
  );
  console.log(
    `a person waits ${mean(beside).toFixed(0)} ms (p50 ${median(beside).toFixed(0)}), alone ${mean(alone).toFixed(0)} ms: × ${(mean(beside) / mean(alone)).toFixed(2)}`,
  );
}
