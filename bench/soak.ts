import { writeFile } from 'node:fs/promises';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { buy } from './bought.ts';
import { type Child, startChild } from './child.ts';
import { connectionsTo } from './compare.ts';
import { fillDatabase } from './fill-database.ts';
import {
  cartUpdateRequests,
  createRequests,
  lookupRequests,
  manifestRequests,
  type Requests,
  searchRequests,
  sessionRequests,
  toolRequests,
} from './requests.ts';
import { settingsFor } from './service-child.ts';
import { isFlat, type MemorySample, type Soaked, soakReport } from './soak-report.ts';

/** `npm run bench soak 50000` sends fewer requests and leaves soak.md unchanged. */
const FULL = 1_000_000;
const total = Number(process.argv[2] ?? FULL);
const SAMPLES = 100;

async function soak(): Promise<Soaked> {
  await using folder = await temporaryFolder();
  const filled = await fillDatabase(folder.file('soak.db'), { stores: 50, sessions: 5_000 });
  await using service = await startChild('soaked-service', {
    ...settingsFor(`sqlite:${filled.file}`),
    // Limits are enabled, but too high to refuse a request.
    RATE_LIMIT: '1000000',
    TRUST_PROXY: '1',
  });
  const { carts } = await buy(service, filled);
  const reads = [
    manifestRequests(filled),
    searchRequests(filled),
    lookupRequests(filled),
    sessionRequests(filled),
    toolRequests(filled),
  ];
  const changes = [createRequests(filled.slugs), cartUpdateRequests(carts)];
  return await run(service, fromManyAddresses(mixed(reads, changes)));
}

async function run(service: Child, next: Requests): Promise<Soaked> {
  using connections = await connectionsTo(service);
  const samples: MemorySample[] = [];
  const began = performance.now();
  const each = Math.max(1, Math.ceil(total / SAMPLES));
  for (let answers = 0; answers < total; ) {
    answers += (await connections.run({ next, until: { answers: Math.min(each, total - answers) } })).answers;
    const sample = await service.ask<Omit<MemorySample, 'answers'>>({ memory: true });
    samples.push({ answers, ...sample });
    process.stderr.write(`${answers} answers, heap ${Math.round(sample.heapUsed / 1024 / 1024)} MB\n`);
  }
  return { samples, seconds: Math.round((performance.now() - began) / 1000) };
}

/** Nine reads for each write, roughly as agents do. */
function mixed(reads: Requests[], changes: Requests[]): Requests {
  let count = 0;
  return () => {
    count += 1;
    const [kinds, turn] = count % 10 === 0 ? [changes, count / 10] : [reads, count];
    return kinds[turn % kinds.length]?.() ?? Buffer.alloc(0);
  };
}

/** Rotates 120,000 addresses and 500 agents: more than the service has rate-limit buckets for. */
function fromManyAddresses(requests: Requests): Requests {
  let count = 0;
  return () => {
    count = (count + 1) % 120_000;
    const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
    const headers = `x-forwarded-for: ${address}\r\nuser-agent: shopper-${count % 500}/1.0\r\n`;
    const request = requests();
    const at = request.indexOf('\r\n') + 2;
    return Buffer.concat([request.subarray(0, at), Buffer.from(headers), request.subarray(at)]);
  };
}

if (!Number.isInteger(total) || total < SAMPLES)
  throw new Error(`Say how many requests, ${SAMPLES} at least.`);
const soaked = await soak();
const page = soakReport(soaked, total);
process.stdout.write(`\n${page}\n`);
if (total >= FULL) await writeFile(new URL('./soak.md', import.meta.url), page);
if (!isFlat(soaked) && total >= FULL) process.exitCode = 1;
