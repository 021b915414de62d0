/**
 * Measures search over HTTP, the shops' own and the service's, on both simulated platforms:
 * `npm run bench -- search --catalog FILE --queries FILE --judgments FILE [--typos] [--database URL] [--record PAGE]`, which prints the
 * scores, and with `--record` writes them into a page, such as bench/search-results.md.
 */
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { numbersOf } from '../../simulated-shops/shop/own-catalog.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startChild } from '../child.ts';
import { quantile } from '../compare.ts';
import { startService } from '../service-child.ts';
import { DATA_SET_OPTIONS, readDataSet } from './formats.ts';
import { judgmentsByQuery, scoreRankings } from './metrics.ts';
import { type Row, record, toTable } from './scoreboard.ts';
import { ownSearch, type Search, type Shop, serviceSearch, shop, takeCalls } from './shops.ts';
import { TYPO_SEED, withTypo } from './typos.ts';
import { waitForCopies } from './wait-for-copies.ts';

const DEPTH = 10;

const { values } = parseArgs({
  options: { ...DATA_SET_OPTIONS, database: { type: 'string' }, record: { type: 'string' } },
});
const data = await readDataSet(values);
const grades = judgmentsByQuery(data.judgments);
const lineIds = new Map(numbersOf(data.catalog).map((number, index) => [number, data.catalog[index]?.id]));
const searches = data.queries.map(({ id, text }, place) => ({
  id,
  text: values.typos ? withTypo(text, TYPO_SEED + place) : text,
}));

await using folder = await temporaryFolder();
const database = values.database ?? `sqlite:${folder.file('bench.db')}`;
await using shops = await startChild('demo-shops', { SANDBOX_CATALOG: data.file });
await using service = await startService(database);
await report(await measureAll());

async function measureAll(): Promise<Row[]> {
  const { stores } = z.object({ stores: z.array(shop) }).parse(await shops.ask({}));
  const began = new Date().toISOString();
  for (const { slug, platform, credentials } of stores)
    await service.ask({ connect: { slug, platform, credentials } });
  const { port } = await service.ask<{ port: number }>({});
  const baseUrl = `http://127.0.0.1:${port}`;
  console.log(`${data.catalog.length} products, ${searches.length} queries. Waiting for the copies …`);
  await waitForCopies({ database, baseUrl, began, slugs: stores.map(({ slug }) => slug) });
  const rows: Row[] = [];
  for (const store of stores) {
    rows.push(await measure(store, 'shop', ownSearch(store)));
    rows.push(await measure(store, 'service', serviceSearch(baseUrl, store.slug)));
  }
  return rows;
}

async function measure(store: Shop, kind: Row['search'], search: Search): Promise<Row> {
  const durations: number[] = [];
  const rankings: { query: string; products: string[] }[] = [];
  await takeCalls(store);
  for (const { id, text } of searches) {
    const start = performance.now();
    const numbers = await search(text, DEPTH);
    durations.push(performance.now() - start);
    rankings.push({ query: id, products: numbers.map((number) => lineIds.get(number) ?? '') });
  }
  return {
    platform: store.platform,
    search: kind,
    ...scoreRankings(rankings, grades),
    p50Ms: quantile(durations, 0.5),
    p95Ms: quantile(durations, 0.95),
    callsPerSearch: (await takeCalls(store)) / Math.max(1, searches.length),
  };
}

async function report(rows: readonly Row[]): Promise<void> {
  const kind = database.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL';
  const set = basename(dirname(data.file));
  const heading = `${set}${values.typos ? ', one typo in each query' : ''}, ${kind}`;
  const size = `${data.catalog.length} products, ${searches.length} queries, ${data.judgments.length} judgments.`;
  const table = toTable(rows);
  console.log(`\n${heading}\n\n${table}\n`);
  console.log(JSON.stringify({ dataset: set, typos: values.typos, database: kind, rows }));
  if (values.record) await record(values.record, heading, `${size}\n\n${table}`);
}
