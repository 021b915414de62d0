/**
 * Measures searches over HTTP at a shop that answers at once, so that the time is the service's own:
 * `node bench/search/own-time.ts [--products 50000] [--searches 2000] [--postgres]`.
 * Prints searches at rest, and reads while a catalog of that size is imported for the first time. Processor times are the service's
 * alone, which runs in a process of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { words } from './made-up-words.ts';
import { measureSearches, round, summaryOf, timed } from './measure-searches.ts';
import { type SearchService, startSearchService } from './search-service.ts';

const READ_INTERVAL_MS = 20;
const MAX_BUILD_MS = 120_000;
const WARM_UP_CALLS = 300;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '50000' },
    searches: { type: 'string', default: '2000' },
    postgres: { type: 'boolean', default: false },
  },
});
const products = Number(values.products);

await using service = await startSearchService({ postgres: values.postgres });
await service.connect({ slug: 'neighbor', products: 100, seed: 0 });
await service.work();
const atRest = await measured(500, () => service.search('neighbor', 'mug'));
const { duringImport, importMs } = await importing(service);
const began = performance.now();
while ((await service.indexBytes()) < products * 100 && performance.now() - began < MAX_BUILD_MS) {
  await service.search('large', words(1, 3));
  await sleep(200);
}
const buildMs = Math.round(performance.now() - began);
const searches = await measured(Number(values.searches), (index) =>
  service.search('large', words(index * 7 + 1, 1 + (index % 6))),
);
console.log(
  JSON.stringify({
    database: values.postgres ? 'PostgreSQL' : 'SQLite',
    products,
    searches,
    readsAtRest: atRest,
    readsDuringImportMs: duringImport,
    importMs,
    buildMs,
    indexMb: round((await service.indexBytes()) / 2 ** 20),
    residentMb: round((await service.state()).residentBytes / 2 ** 20),
  }),
);

/** Reads of another store while the large catalog is imported. */
async function importing({ connect, work, search }: SearchService) {
  await connect({ slug: 'large', products, seed: 0 });
  const began = performance.now();
  const imported = work().then(() => true);
  const times: number[] = [];
  while (!(await Promise.race([imported, sleep(READ_INTERVAL_MS)])))
    times.push(await timed(() => search('neighbor', 'mug')));
  return { duringImport: summaryOf(times), importMs: Math.round(performance.now() - began) };
}

async function measured(calls: number, call: (index: number) => Promise<unknown>) {
  for (let index = 0; index < WARM_UP_CALLS; index++) await call(index);
  return measureSearches(service, calls, call);
}
