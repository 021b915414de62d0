import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createService } from '../../src/service.ts';
import { readConfig } from '../../src/settings/config.ts';
import { platforms } from '../../src/store-platforms/index.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { median } from '../compare.ts';
import { instant } from '../instant-platform.ts';
import { startPostgres } from '../postgres-server.ts';
import { settingsFor } from '../service-child.ts';
import { fillInstallation, LARGE_STORE, type Sizes } from './fill-installation.ts';

/**
 * `npm run bench console`: time of each answer that the console's pages wait for, in an installation with many rows. `--quick` has few.
 * Prints the median on the clock, and in brackets the processor time of the service and its database server, which others on the machine change less.
 */
const FULL: Sizes = { stores: 500, products: 10_000, sessions: 100_000, carts: 20_000, calls: 1_000_000 };
const QUICK: Sizes = { stores: 20, products: 200, sessions: 500, carts: 100, calls: 2_000 };
const REPEATS = 3;
/** An account's costly requests rest up to a quarter of a second from one to the next. */
const REST_MS = 300;
/** Time in which every page answers. */
const AIM_MS = 300;

const {
  values: { quick, file, only },
} = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Database file that is filled when it is new, and measured again later. */
    file: { type: 'string' },
    only: { type: 'string', default: 'sqlite,postgres' },
  },
});

const store = `/stores/${LARGE_STORE}`;

const PATHS = [
  '/stores',
  '/store-figures',
  '/organizations',
  `${store}`,
  `${store}/overview`,
  `${store}/setup`,
  `${store}/health`,
  `${store}/orders`,
  `${store}/orders?page=2000`,
  `${store}/orders?q=buyer`,
  `${store}/sessions`,
  `${store}/sessions?page=2000`,
  `${store}/sessions?status=failed`,
  `${store}/carts`,
  `${store}/requests`,
  `${store}/requests?page=20000`,
  `${store}/requests?status_class=5xx`,
  `${store}/requests?agent=Claude`,
  `${store}/requests?q=mug`,
  `${store}/request-hours`,
  `${store}/request-latency`,
  `${store}/request-errors`,
  `${store}/agents`,
  `${store}/products`,
  `${store}/products?sort=sold`,
  `${store}/zero-result-searches`,
  `${store}/categories`,
  `${store}/event-deliveries`,
  `${store}/event-endpoints`,
  `${store}/webhooks`,
  `${store}/policy`,
  `${store}/capabilities`,
  `${store}/discovery`,
  `${store}/audit`,
];

interface Measured {
  path: string;
  medianMs: number;
  /** Processor time of this process and of the database server: about what the answer takes on an idle machine. */
  processorMs: number;
}

async function measure(databaseUrl: string, readServerMs: () => number): Promise<Measured[]> {
  const config = readConfig({ ...settingsFor(databaseUrl), SIGN_UP: 'open' });
  const service = await createService(config, { platforms: { ...platforms, instant } });
  try {
    const baseUrl = await service.listen({ backgroundWork: false });
    const cookie = await signIn(baseUrl);
    const measured: Measured[] = [];
    for (const path of PATHS)
      measured.push(await measurePath(`${baseUrl}/api/merchant${path}`, cookie, readServerMs));
    return measured;
  } finally {
    await service.close();
  }
}

const ACCOUNT = { email: 'bench@agency.example', password: 'a long enough password' };

/** The first account of an installation gets the stores without an organization. */
async function signIn(baseUrl: string): Promise<string> {
  const send = (path: string, body: object) =>
    fetch(`${baseUrl}/api/merchant${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signedUp = await send('/sign-up', { name: 'Agency', ...ACCOUNT });
  const answer = signedUp.ok ? signedUp : await send('/sign-in', ACCOUNT);
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function measurePath(url: string, cookie: string, readServerMs: () => number): Promise<Measured> {
  const times: number[] = [];
  const processorTimes: number[] = [];
  // The first answer prepares statements.
  for (let round = 0; round <= REPEATS; round++) {
    await setTimeout(REST_MS);
    const before = process.cpuUsage();
    const serverBefore = readServerMs();
    const began = performance.now();
    // A connection that rests is closed by the service in the moment of its next use.
    const answer = await fetch(url, { headers: { cookie, connection: 'close' } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(before);
    processorTimes.push((user + system) / 1_000 + readServerMs() - serverBefore);
  }
  const { pathname, search } = new URL(url);
  const path = pathname.replace('/api/merchant', '') + search;
  const measured = { path, medianMs: median(times.slice(1)), processorMs: median(processorTimes.slice(1)) };
  process.stderr.write(`${JSON.stringify(measured)}\n`);
  return measured;
}

function renderReport(sqlite: readonly Measured[], postgres: readonly Measured[]): string {
  const rows = (sqlite.length > 0 ? sqlite : postgres).map(({ path }, index) => {
    const measured = [sqlite[index], postgres[index]];
    const figures = measured.map((each) =>
      each ? `${Math.round(each.medianMs)} (${Math.round(each.processorMs)})` : '–',
    );
    const isSlow = measured.some((each) => (each?.medianMs ?? 0) > AIM_MS);
    const name = path.replace(store, '…');
    return `| ${isSlow ? `**\`${name}\`**` : `\`${name}\``} | ${figures.join(' | ')} |`;
  });
  const head = `| Answer; in bold: more than ${AIM_MS} ms | SQLite, ms | PostgreSQL, ms |`;
  return [head, '|---|---|---|', ...rows].join('\n');
}

await using folder = await temporaryFolder();
const path = file ?? folder.file('console.db');
if (!existsSync(path)) await fillInstallation(path, quick ? QUICK : FULL);
const sqlite = only.includes('sqlite') ? await measure(`sqlite:${path}`, () => 0) : [];
let postgres: Measured[] = [];
if (only.includes('postgres')) {
  await using server = await startPostgres();
  postgres = await measure(await server.copyOf(path), () => server.processorMs() ?? 0);
}
process.stdout.write(`${renderReport(sqlite, postgres)}\n`);
