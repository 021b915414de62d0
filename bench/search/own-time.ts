/**
 * Measures searches over HTTP at a shop that answers at once, so that the time is the service's own:
 * `node bench/search/own-time.ts [--products 50000] [--searches 2000] [--postgres]`.
 * Prints searches at rest, and reads while a catalog of that size is imported for the first time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Product } from '../../src/commerce/products.ts';
import { readConfig } from '../../src/config.ts';
import { createService, type Service } from '../../src/service.ts';
import type { PlatformKind } from '../../src/store-platforms/platform-kind.ts';
import type { CatalogPage } from '../../src/store-platforms/store-platform.ts';
import { runPostgres } from '../../testing/embedded-postgres.ts';
import { INSTANT_STORE, instantPlatform } from '../instant-platform.ts';
import { SECRET_KEY } from '../fill-database.ts';
import { words } from './made-up-words.ts';

const PAGE_SIZE = 100;
const READ_INTERVAL_MS = 20;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    searches: { type: 'string', default: '2000' },
    postgres: { type: 'boolean', default: false },
  },
});
const count = Number(values.products);
const catalog = Array.from({ length: count }, (_, index) => productOf(index + 1));
const byId = new Map(catalog.map((product) => [product.id, product]));

const folder = mkdtempSync(join(tmpdir(), 'search-bench-'));
const postgres = values.postgres ? await runPostgres({ name: 'search-bench' }) : undefined;
if (postgres) await postgres.postgres.createDatabase('bench');
const databaseUrl = postgres ? `${postgres.url}/bench` : `sqlite:${join(folder, 'bench.db')}`;
const settings = { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'silent', PORT: '0', RATE_LIMIT: 'off' };
const service = await createService(readConfig(settings), { platforms: { instant: shop() } });
try {
  const address = await service.listen({ backgroundWork: false });
  const small = await connected(service, 'neighbor');
  const atRest = await timesOf(500, () => read(address, small, 'mug'));
  const { duringImport, importMs } = await importing(service, address);
  const began = performance.now();
  while ((await indexBytes(address)) === 0 && performance.now() - began < 120_000) {
    await read(address, 'large', words(1, 3));
    await sleep(200);
  }
  const buildMs = Math.round(performance.now() - began);
  const before = process.cpuUsage();
  const searches = await timesOf(Number(values.searches), (index) =>
    read(address, 'large', words(index * 7 + 1, 1 + (index % 6))),
  );
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      database: postgres ? 'PostgreSQL' : 'SQLite',
      products: count,
      searchMs: searches,
      searchCpuMs: round((user + system) / 1000 / Number(values.searches)),
      readsAtRestMs: atRest,
      readsDuringImportMs: duringImport,
      importMs,
      buildMs,
      indexMb: round((await indexBytes(address)) / 2 ** 20),
      residentMb: round(process.memoryUsage.rss() / 2 ** 20),
    }),
  );
} finally {
  await service.close();
  await postgres?.postgres.stop();
  rmSync(folder, { recursive: true });
}

/** Reads of another store while the large catalog is imported. */
async function importing(service: Service, address: string) {
  await connected(service, 'large');
  const began = performance.now();
  const imported = service.backgroundWork.drain().then(() => true);
  const times: number[] = [];
  while (!(await Promise.race([imported, sleep(READ_INTERVAL_MS)])))
    times.push(await timed(() => read(address, 'neighbor', 'mug')));
  return { duringImport: summaryOf(times), importMs: Math.round(performance.now() - began) };
}

async function connected(service: Service, slug: string): Promise<string> {
  await service.connectStore({ platform: 'instant', slug, credentials: { slug }, sandbox: true });
  if (slug !== 'large') await service.backgroundWork.drain();
  return slug;
}

async function read(address: string, slug: string, text: string): Promise<void> {
  const response = await fetch(`${address}/api/ucp/${slug}/catalog/search?q=${encodeURIComponent(text)}`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function indexBytes(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const bytes = Number(/^ucp_search_index_bytes (\d+)/m.exec(text)?.[1] ?? 0);
  return bytes > 1e6 || count < 1_000 ? bytes : 0;
}

async function timesOf(calls: number, call: (index: number) => Promise<void>) {
  for (let index = 0; index < 50; index++) await call(index);
  const times: number[] = [];
  for (let index = 0; index < calls; index++) times.push(await timed(() => call(index)));
  return summaryOf(times);
}

async function timed(call: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

function summaryOf(times: number[]) {
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), calls: times.length };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function shop(): PlatformKind<{ slug: string }> {
  return {
    credentials: z.object({ slug: z.string() }),
    connect: ({ slug }) => ({
      ...instantPlatform(),
      describeStore: async () => ({ ...INSTANT_STORE, hosts: [`${slug}.example`] }),
      readDescription: async () => ({ ...INSTANT_STORE, hosts: [`${slug}.example`] }),
      lookupProducts: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
      listProducts: async (after) =>
        pageOf(slug === 'large' ? catalog : catalog.slice(0, 100), Number(after ?? 0)),
    }),
    readWebhook: () => 'bad_signature',
  };
}

function pageOf(products: readonly Product[], from: number): CatalogPage {
  const end = from + PAGE_SIZE;
  const next = end < products.length ? String(end) : null;
  return { products: products.slice(from, end), next, total: products.length };
}

function productOf(number: number): Product {
  const title = words(number * 13, 6);
  const price = 100 + (number % 900) * 10;
  const variants = [
    { id: `gid://instant/ProductVariant/${number}`, title, price, currency: 'USD', available: true },
  ];
  return {
    id: `gid://instant/Product/${number}`,
    title,
    description: words(number * 31, 80),
    handle: `product-${number}`,
    url: `https://instant.example/products/${number}`,
    priceRange: { min: price, max: price, currency: 'USD' },
    variants,
    media: [],
    availability: 'in_stock',
    tags: [words(number, 1)],
  };
}
