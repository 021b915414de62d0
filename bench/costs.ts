import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { USUAL } from './against-bare.ts';
import { type Comparison, compare, median, middleOf, type Pace, type Rate } from './compare.ts';
import { type Filled, fillDatabase } from './fill-database.ts';
import { sessionRequests } from './requests.ts';
import { startService } from './service-child.ts';

/** Cost of a feature that is switched on. */
export interface Cost {
  name: string;
  on: Rate;
  off: Rate;
  /** Requests per second with the feature divided by those without: the median over neighboring rounds. */
  ratio: number;
}

type Settings = Record<string, string>;

const SWITCHES: [name: string, on: Settings, off: Settings][] = [
  ['The log of calls (`REQUEST_LOG_DAYS`)', {}, { REQUEST_LOG_DAYS: '0' }],
  // Limits are so high that every request is counted and none refused.
  ['Rate limits (`RATE_LIMIT`)', { RATE_LIMIT: '1000000' }, { RATE_LIMIT: 'off' }],
];

/**
 * Reads sessions on SQLite, alternating between each feature on and off. Takes the median of several pairs of processes,
 * because two of equal code differ by up to a twentieth.
 */
export async function measureCosts(folder: string, pace: Pace, pairs: number): Promise<Cost[]> {
  const filled = await fillDatabase(join(folder, 'for-costs.db'), USUAL);
  const costs: Cost[] = [];
  for (const [name, on, off] of SWITCHES) {
    process.stderr.write(`${name} …\n`);
    const compared: Comparison[] = [];
    while (compared.length < pairs) compared.push(await comparePair(filled, on, off, pace));
    costs.push({
      name,
      on: middleOf(compared.map(({ service }) => service)),
      off: middleOf(compared.map(({ bare }) => bare)),
      ratio: median(compared.map(({ ratio }) => ratio)),
    });
  }
  return costs;
}

async function comparePair(filled: Filled, on: Settings, off: Settings, pace: Pace): Promise<Comparison> {
  const [withIt, without] = [`${filled.file}-on`, `${filled.file}-off`];
  for (const file of [withIt, without]) {
    for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
    copyFileSync(filled.file, file);
  }
  await using service = await startService(`sqlite:${withIt}`, on);
  await using other = await startService(`sqlite:${without}`, off);
  return await compare(service, other, sessionRequests(filled), pace);
}
