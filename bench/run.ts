import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buy } from './bought.ts';
import { type Child, startChild } from './child.ts';
import { compare, type Pace } from './compare.ts';
import { type CurvePoint, measurePoint, startService } from './curve.ts';
import { measureDisk } from './disk.ts';
import { type Filling, fillDatabase } from './fill-database.ts';
import { measureOwnTime } from './own-time.ts';
import { type CaseResult, type Results, report } from './report.ts';
import {
  cartUpdateRequests,
  createRequests,
  lookupRequests,
  manifestRequests,
  orderRequests,
  type Requests,
  searchRequests,
  sessionRequests,
  toolRequests,
} from './requests.ts';

/** `--quick` shows in seconds that everything runs; its figures mean little, and results.md stays as it is. */
const quick = process.argv.includes('--quick');

const PACE: Pace = quick
  ? { warmUpAnswers: 500, rounds: 3, roundMs: 150 }
  : { warmUpAnswers: 6_000, rounds: 7, roundMs: 500 };
const CURVE_PACE: Pace = quick ? PACE : { warmUpAnswers: 2_000, rounds: 5, roundMs: 400 };
const OWN_TIME_PACE = quick ? { rounds: 3, roundMs: 400 } : { rounds: 7, roundMs: 1_500 };

const USUAL: Filling = { stores: 10, sessions: 1_000 };
const SIZES: Filling[] = [
  USUAL,
  { stores: 1_000, sessions: 1_000 },
  { stores: 10_000, sessions: 1_000 },
  { stores: 10, sessions: quick ? 50_000 : 1_000_000 },
];

async function run(folder: string): Promise<Results> {
  const bare = await startChild('bare-server');
  try {
    const usual = await measureUsual(folder, bare);
    const curve: CurvePoint[] = [];
    for (const size of SIZES) {
      say(`${size.stores} stores, ${size.sessions} sessions`);
      curve.push(await measurePoint(folder, size, bare, CURVE_PACE));
    }
    return { ...usual, curve };
  } finally {
    await bare.stop();
  }
}

async function measureUsual(folder: string, bare: Child) {
  const filled = await fillDatabase(join(folder, 'usual.db'), USUAL);
  const [shop, service] = [await startChild('shop'), await startService(filled)];
  try {
    const { credentials, variants } = await shop.ask<{ credentials: object; variants: number[] }>({});
    await service.ask({ connect: { slug: 'loopback', platform: 'shopify', credentials } });
    const variant = `gid://shopify/ProductVariant/${variants[0]}`;
    const { carts, orders } = await buy(service, filled);
    const cases: [name: string, aim: number | null, requests: Requests][] = [
      ['GET manifest', 0.6, manifestRequests(filled)],
      ['GET session', 0.45, sessionRequests(filled)],
      ['GET lookup, known product', 0.4, lookupRequests(filled)],
      ['POST create, platform in process', 0.15, createRequests(filled.slugs)],
      ['POST create, HTTP shop in another process', null, createRequests(['loopback'], variant)],
      ['tools/call get_checkout_session', null, toolRequests(filled)],
      ['GET search', null, searchRequests(filled)],
      ['PUT cart', null, cartUpdateRequests(carts)],
      ['GET order', null, orderRequests(orders)],
    ];
    const results: CaseResult[] = [];
    for (const [name, aim, requests] of cases) {
      say(name);
      results.push({ name, aim, ...(await compare(service, bare, requests, PACE)) });
    }
    say('own time per create');
    const disk = measureDisk(folder, 200);
    const ownTime = await measureOwnTime(service, createRequests(['delayed']), OWN_TIME_PACE);
    return { cases: results, disk, ownTime };
  } finally {
    await service.stop();
    await shop.stop();
  }
}

function say(what: string): void {
  process.stderr.write(`${what} …\n`);
}

const began = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'ucp-host-bench-'));
try {
  const page = report(await run(folder));
  process.stdout.write(`\n${page}\n`);
  if (!quick) await writeFile(new URL('./results.md', import.meta.url), page);
  say(`done in ${Math.round((performance.now() - began) / 1000)} s`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
