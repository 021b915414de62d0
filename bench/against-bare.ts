import { join } from 'node:path';
import { buy } from './bought.ts';
import { type Child, startChild } from './child.ts';
import { type Comparison, compare, type Pace } from './compare.ts';
import { type DiskTime, measureDisk } from './disk.ts';
import { type Filled, type Filling, fillDatabase } from './fill-database.ts';
import { measureOwnTime, type OwnTime } from './own-time.ts';
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
import { startService } from './service-child.ts';

export interface CaseResult extends Comparison {
  name: string;
}

export interface AgainstBare {
  cases: CaseResult[];
  disk: DiskTime;
  ownTime: OwnTime;
}

/** Few stores, as in many installations. */
export const USUAL: Filling = { stores: 10, sessions: 1_000 };

type Case = [name: string, requests: Requests];

export async function measureUsual(
  folder: string,
  bare: Child,
  paces: { usual: Pace; ownTime: Omit<Pace, 'warmUpAnswers'> },
): Promise<AgainstBare> {
  const filled = await fillDatabase(join(folder, 'usual.db'), USUAL);
  await using shop = await startChild('shop');
  await using service = await startService(`sqlite:${filled.file}`);
  const { credentials, variants } = await shop.ask<{ credentials: object; variants: number[] }>({});
  await service.ask({ connect: { slug: 'loopback', platform: 'shopify', credentials } });
  const variant = `gid://shopify/ProductVariant/${variants[0]}`;
  const overHttp: Case = ['POST create, HTTP shop in another process', createRequests(['loopback'], variant)];
  const usual = (await usualCases(service, filled)).toSpliced(5, 0, overHttp);
  const cases = await measureCases(service, bare, usual, paces.usual);
  process.stderr.write('own time per create …\n');
  const disk = measureDisk(folder, 200);
  const ownTime = await measureOwnTime(service, createRequests(['delayed']), paces.ownTime);
  return { cases, disk, ownTime };
}

/** Most frequent requests of agents. Purchases run first: later cases need their carts and orders. */
export async function usualCases(service: Child, filled: Filled): Promise<Case[]> {
  const { carts, orders } = await buy(service, filled);
  return [
    ['GET manifest', manifestRequests(filled)],
    ['GET session', sessionRequests(filled)],
    ['GET lookup, known product', lookupRequests(filled)],
    ['GET lookup, fresh product', lookupRequests({ slugs: ['fresh'] })],
    ['POST create, platform in process', createRequests(filled.slugs)],
    ['tools/call get_checkout_session', toolRequests(filled)],
    ['GET search', searchRequests(filled)],
    ['PUT cart', cartUpdateRequests(carts)],
    ['GET order', orderRequests(orders)],
  ];
}

export async function measureCases(
  service: Child,
  bare: Child,
  cases: Case[],
  pace: Pace,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const [name, requests] of cases) {
    process.stderr.write(`${name} …\n`);
    results.push({ name, ...(await compare(service, bare, requests, pace)) });
  }
  return results;
}
