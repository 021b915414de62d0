import { randomUUID } from 'node:crypto';
import type { CheckoutSession } from '../../src/commerce/checkout/checkout-session.ts';
import { toStoredParts } from '../../src/commerce/checkout/stored-parts.ts';
import type { Count } from '../../src/commerce/counts/daily-counts.ts';
import type { Order } from '../../src/commerce/order/order.ts';
import { DAY_MS, toIso } from '../../src/commerce/time/time.ts';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { createSealing } from '../../src/storage/engine/sealing.ts';
import { createRepositories, type Repositories } from '../../src/storage/repositories/index.ts';
import { openSession, SECRET_KEY } from '../fill-database.ts';
import { INSTANT_STORE, PRODUCT } from '../instant-platform.ts';

export interface Sizes {
  stores: number;
  products: number;
  /** Checkout sessions, each of them ordered. */
  sessions: number;
  carts: number;
  calls: number;
}

/** The store that has all rows but the others' few. */
export const LARGE_STORE = 'store-0';

/** Days over which sessions, carts and their orders are spread: the period that the console opens with. */
const DAYS = 30;
/** Days that the log keeps. */
const LOG_DAYS = 14;
/** Calls of each further store. */
const FEW_CALLS = 20;
const CONCURRENCY = 100;

const AGENTS = ['ChatGPT', 'Claude', 'Gemini', 'Perplexity', 'Copilot', 'shopper.example', 'curl', 'node'];
const ENDPOINTS = ['GET catalog/search', 'GET catalog/lookup', 'POST checkout-sessions', 'GET orders/{id}'];
const STATUSES = ['confirmed', 'processing', 'shipped', 'delivered', 'delivered', 'refunded'] as const;

/** Fills an SQLite file through the service's own repositories. */
export async function fillInstallation(file: string, sizes: Sizes): Promise<void> {
  const database = await openDatabase(`sqlite:${file}`);
  const repositories = createRepositories({ database, sealing: createSealing(SECRET_KEY) });
  const ids = await insertStores(repositories, sizes.stores);
  const [large = ''] = ids;
  await insertProducts(repositories, large, sizes.products);
  await repeatAtOnce('sessions', sizes.sessions, (index) =>
    insertSession(repositories, large, computeInstant(index, sizes.sessions, DAYS), index),
  );
  await repeatAtOnce('carts', sizes.carts, (index) =>
    insertCart(repositories, large, computeInstant(index, sizes.carts, DAYS), index),
  );
  await writeCalls(repositories, ids, sizes.calls);
  await database.destroy();
}

/** Computes the instant of one of `count` rows that are spread over the last days. */
function computeInstant(index: number, count: number, days: number): string {
  return toIso(Date.now() - Math.floor((1 - index / count) * days * DAY_MS));
}

/** Their calls go side by side, so that they share commits. */
async function repeatAtOnce(things: string, count: number, insert: (index: number) => Promise<unknown>) {
  const began = performance.now();
  for (let from = 0; from < count; from += CONCURRENCY)
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENCY, count - from) }, (_, place) => insert(from + place)),
    );
  process.stderr.write(`${count} ${things} in ${Math.round((performance.now() - began) / 1000)} s\n`);
}

async function insertStores({ stores }: Repositories, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await repeatAtOnce('stores', count, (index) => {
    const description = { ...INSTANT_STORE, name: `Goods ${index}` };
    const store = { slug: `store-${index}`, platform: 'instant', credentials: {}, sandbox: false };
    return stores.insert({ ...store, id: ids[index] ?? '', description }, computeInstant(0, 1, DAYS));
  });
  return ids;
}

async function insertProducts({ products }: Repositories, storeId: string, count: number): Promise<void> {
  const batch = 200;
  await repeatAtOnce('products', count / batch, (place) => {
    const some = Array.from({ length: batch }, (_, index) => toProduct(place * batch + index));
    return products.upsert(storeId, some, computeInstant(0, 1, DAYS));
  });
}

function toProduct(index: number) {
  const variants = PRODUCT.variants.map((variant, place) => ({ ...variant, id: toVariant(index, place) }));
  const title = `${PRODUCT.title} ${index}`;
  return { ...PRODUCT, id: `gid://instant/Product/${index + 1}`, handle: `mug-${index}`, title, variants };
}

const toVariant = (product: number, place: number) =>
  `gid://instant/ProductVariant/${product * PRODUCT.variants.length + place + 1}`;

async function insertSession(
  { sessions }: Repositories,
  storeId: string,
  now: string,
  index: number,
): Promise<void> {
  const session = { ...(await openSession(storeId, now)), agent: pick(AGENTS, index) };
  const lines = session.lines.map((line) => ({ ...line, variantId: toVariant(index % 1_000, index % 3) }));
  const open = { ...session, lines };
  await sessions.claim(open, { owner: 'bench', now, until: now });
  const completed: CheckoutSession = { ...open, status: 'completed' };
  const change = { from: session.status, parts: toStoredParts(completed, now), order: toOrder(open, index) };
  await sessions.finish(completed, 'bench', now, change);
}

function toOrder({ storeId, id, currency, lines, totals, createdAt }: CheckoutSession, index: number): Order {
  const number = String(10_000 + index);
  return {
    ...{ id: randomUUID(), storeId, sessionId: id, currency, totals, createdAt, asOf: createdAt },
    lines: lines.map((line) => ({ ...line, title: line.title ?? PRODUCT.title })),
    status: pick(STATUSES, index),
    payment: 'verified',
    isPaid: true,
    platformOrder: { id: `gid://instant/Order/${number}`, number, updatedAt: createdAt },
    progress: null,
    pageUrl: null,
    buyerEmail: `buyer-${index}@mail.example`,
    shippingAddress: null,
    tracking: [],
  };
}

async function insertCart({ carts }: Repositories, storeId: string, now: string, index: number) {
  const { id, currency, lines, totals, cartHandle, continueUrl, expiresAt } = await openSession(storeId, now);
  await carts.insert({
    ...{ id, storeId, currency, lines, totals, expiresAt, discounts: null, warnings: [] },
    ...{ cartHandle: cartHandle ?? '', continueUrl: continueUrl ?? '', status: 'active' },
    ...{ agent: pick(AGENTS, index), agentVerified: null, orderedAt: null, platformOrderId: null },
    ...{ createdAt: now, updatedAt: now },
  });
}

/** The large store has all calls but a few of each other. */
async function writeCalls({ requestLog }: Repositories, storeIds: readonly string[], count: number) {
  const batch = 500;
  const ofOthers = storeIds.slice(1).flatMap((id) => Array.from({ length: FEW_CALLS }, () => id));
  const began = performance.now();
  for (let from = 0; from < count; from += batch) {
    const calls = Array.from({ length: Math.min(batch, count - from) }, (_, place) => {
      const index = from + place;
      // A bijection, so that the calls of the others are spread over the days.
      const spread = (index * 7_919) % count;
      return toCall(ofOthers[spread] ?? storeIds[0] ?? '', computeInstant(index, count, LOG_DAYS), index);
    });
    await requestLog.write(calls, countCalls(calls), NO_REPORTS);
    if (from % 100_000 === 0) process.stderr.write(`${from} calls\n`);
  }
  process.stderr.write(`${count} calls in ${Math.round((performance.now() - began) / 1000)} s\n`);
}

const NO_REPORTS = { type: 'search.without_result' as const, jobs: [], now: '' };

function toCall(storeId: string, now: string, index: number) {
  const isError = index % 25 === 0;
  return {
    ...{ id: randomUUID(), storeId, at: now, transport: 'rest' as const, method: 'GET', tool: null },
    ...{ endpoint: pick(ENDPOINTS, index), path: `/api/ucp/${storeId}/catalog/search?q=mug` },
    status: isError ? pick([400, 404, 429, 503], index / 25) : 200,
    error: isError ? `The query is too long: ${index % 7}` : null,
    ...{ durationUs: 500 + ((index * 7_919) % 200_000), shopUs: 300 },
    ...{ agent: pick(AGENTS, index), agentVerified: null, requestId: randomUUID() },
    ...{ sessionId: null, cartId: null, orderId: null, facts: null, verdicts: [] },
    ...{ requestHeaders: { accept: 'application/json' }, requestBody: null, responseBody: '{"products":[]}' },
    ...{ upstreamCalls: [], repairs: [] },
  };
}

/** Counts of calls and searches by store, day and agent, as the service adds them. */
function countCalls(calls: readonly ReturnType<typeof toCall>[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { storeId, at, agent } of calls)
    for (const kind of ['request', 'search'] as const) {
      const day = at.slice(0, 10);
      const key = `${storeId} ${kind} ${day} ${agent}`;
      const count = counts.get(key) ?? {
        storeId,
        kind,
        day,
        agent,
        subject: '',
        detail: '',
        count: 0,
        lastAt: at,
      };
      counts.set(key, { ...count, count: count.count + 1, lastAt: at });
    }
  return [...counts.values()];
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item {
  return items[Math.floor(index) % items.length] as Item;
}
