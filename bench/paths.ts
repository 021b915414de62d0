import { join } from 'node:path';
import { USUAL, usualCases } from './against-bare.ts';
import type { Child } from './child.ts';
import type { Counts } from './children/counting.ts';
import { connectionsTo, type Pace } from './compare.ts';
import { fillDatabase } from './fill-database.ts';
import type { Requests } from './requests.ts';
import { startService } from './service-child.ts';

/** Counts for one request. */
export interface Path extends Counts {
  name: string;
}

/** Counts for reads on SQLite, and for the bare server, on one connection. */
export async function measurePaths(
  folder: string,
  bare: Child,
  { warmUpAnswers }: Pick<Pace, 'warmUpAnswers'>,
): Promise<Path[]> {
  const filled = await fillDatabase(join(folder, 'for-paths.db'), USUAL);
  // How many calls the log keeps depends on the machine.
  await using service = await startService(`sqlite:${filled.file}`, { REQUEST_LOG_DAYS: '0' });
  const reads = (await usualCases(service, filled)).filter(([name]) => !/^(POST|PUT)/.test(name));
  const paths: Path[] = [];
  for (const [name, requests] of reads) {
    process.stderr.write(`path of ${name} …\n`);
    paths.push({ name, ...(await countsOf(service, requests, warmUpAnswers)) });
  }
  const [[, anyRequests] = []] = reads;
  if (anyRequests)
    paths.unshift({ name: 'Bare server', ...(await countsOf(bare, anyRequests, warmUpAnswers)) });
  return paths;
}

async function countsOf(server: Child, requests: Requests, answers: number): Promise<Counts> {
  using connections = await connectionsTo(server, 1);
  const run = () => connections.run({ next: requests, until: { answers } });
  const counted = async (begin: 'calls' | 'objects') => {
    await server.ask({ begin });
    await run();
    return server.ask<Counts>({ end: true });
  };
  await run();
  const { calls } = await counted('calls');
  const { promises, allocated } = await counted('objects');
  return { calls: calls / answers, promises: promises / answers, allocated: allocated / answers };
}
