/**
 * Measures the service's own time of creates beside background work on SQLite: `node bench/beside-work.ts [--products 50000]`.
 * Prints each figure with that of the quiet rounds just before, because other load on the machine changes both.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startChild } from './child.ts';
import { connectionsTo, quantile } from './compare.ts';
import { fillDatabase } from './fill-database.ts';
import { ownTimes } from './own-time.ts';
import { createRequests } from './requests.ts';
import { settingsFor } from './service-child.ts';

const QUIET_MS = 6_000;
const ROUND_MS = 500;
/** Nine of ten are old and failed: retention deletes them. */
const SESSIONS = 100_000;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const { values } = parseArgs({ options: { products: { type: 'string', default: '50000' } } });
await using folder = await temporaryFolder();
const { file } = await fillDatabase(folder.file('work.db'), { stores: 10, sessions: SESSIONS });
age(file);
const settings = { ...settingsFor(`sqlite:${file}`), RETENTION_DAYS: '30' };
await using service = await startChild('service-at-work', settings);
using connections = await connectionsTo(service);
const requests = createRequests(['delayed']);
const during = (ms: number) => ownTimes(connections, requests, ms);

await during(QUIET_MS);
await measureBeside('retention', () => service.ask({ work: true }));
await measureBeside('backup', backUp);
const large = { slug: 'large', products: Number(values.products), seed: 0 };
await service.ask({ connect: large });
await measureBeside('import', () => service.ask({ work: true }));

async function measureBeside(name: string, work: () => Promise<unknown>): Promise<void> {
  const quiet = await during(QUIET_MS);
  const began = performance.now();
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const beside: number[] = [];
  while (!isOver) beside.push(...(await during(ROUND_MS)));
  await working;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const row = [0.5, 0.99].map((part) => {
    const [before, now] = [quantile(quiet, part), quantile(beside, part)];
    return `p${part * 100} ${now.toFixed(2)} ms, quiet ${before.toFixed(2)} ms, × ${(now / before).toFixed(2)}`;
  });
  console.log(`${name}, ${seconds} s, ${beside.length} creates: ${row.join('; ')}`);
}

/** In a process of its own, as operators run it. */
async function backUp(): Promise<void> {
  const main = new URL('../src/main.ts', import.meta.url);
  const backup = fork(main, ['backup', folder.file('backup.db')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = await once(backup, 'exit');
  if (code !== 0) throw new Error(`The backup ended with ${code}`);
}

function age(database: string): void {
  const sqlite = new DatabaseSync(database);
  sqlite.prepare("update checkout_sessions set updated_at = ? where status = 'failed'").run(LONG_AGO);
  sqlite.close();
}
