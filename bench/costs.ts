import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { USUAL } from './against-bare.ts';
import { compare, type Pace, type Rate } from './compare.ts';
import { fillDatabase } from './fill-database.ts';
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

/** Reads sessions on SQLite, alternating between each feature on and off. */
export async function measureCosts(folder: string, pace: Pace): Promise<Cost[]> {
  const filled = await fillDatabase(join(folder, 'for-costs.db'), USUAL);
  const costs: Cost[] = [];
  for (const [name, on, off] of SWITCHES) {
    process.stderr.write(`${name} …\n`);
    const [withIt, without] = [`${filled.file}-on`, `${filled.file}-off`];
    for (const file of [withIt, without]) copyFileSync(filled.file, file);
    const services = [
      await startService(`sqlite:${withIt}`, on),
      await startService(`sqlite:${without}`, off),
    ] as const;
    try {
      const compared = await compare(services[0], services[1], sessionRequests(filled), pace);
      costs.push({ name, on: compared.service, off: compared.bare, ratio: compared.ratio });
    } finally {
      for (const service of services) await service.stop();
    }
  }
  return costs;
}
