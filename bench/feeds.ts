/**
 * Measures one reading of a feed: `npm run bench -- feeds [--products 100000] [--file google.xml]`. Processor time and memory are the
 * service's alone; an agent searches at another store, before and meanwhile.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { round, summaryOf, timed } from './search/measure-searches.ts';
import { startSearchService } from './search/search-service.ts';
import { settingsFor } from './service-child.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    file: { type: 'string', default: 'google.xml' },
  },
});
await using service = await startSearchService({ postgres: false });
const sizes = { neighbor: 100, large: Number(values.products) };
for (const [slug, products] of Object.entries(sizes)) await service.connect({ slug, products, seed: 0 });
await service.work();
const env = { ...process.env, ...settingsFor(service.databaseUrl) };
const run = (...args: string[]) =>
  execFileSync(process.execPath, ['src/main.ts', ...args], { env }).toString();
run('stores', 'feeds', 'large', 'on');
const [path] = run('feeds', 'show', 'large').match(/\/feeds\/large\/[\w-]+\//) ?? [];
let [peak, bytes] = [0, 0];
const searchesAtRestMs = await searchUntil(sleep(10_000));
const { port, ...before } = await service.state();
const began = performance.now();
const searchesMeanwhileMs = await searchUntil(read(`http://127.0.0.1:${port}${path}${values.file}`));
console.log({
  ...{ ...values, feedMb: round(bytes / 2 ** 20), seconds: round((performance.now() - began) / 1_000) },
  processorSeconds: round(((await service.state()).processorMs - before.processorMs) / 1_000),
  memoryMbAboveIdle: round((peak - before.residentBytes) / 2 ** 20),
  ...{ searchesAtRestMs, searchesMeanwhileMs },
});

async function read(url: string): Promise<void> {
  for await (const chunk of (await fetch(url)).body ?? []) bytes += chunk.byteLength;
}

async function searchUntil(end: Promise<unknown>) {
  const times: number[] = [];
  for (const ended = end.then(() => true); !(await Promise.race([ended, sleep(100)])); ) {
    times.push(await timed(() => service.search('neighbor', 'mug')));
    peak = Math.max(peak, (await service.state()).residentBytes);
  }
  return summaryOf(times);
}
