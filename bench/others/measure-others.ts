import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { USUAL } from '../against-bare.ts';
import { type Child, type ServerState, startChild } from '../child.ts';
import {
  measure,
  type Measurable,
  type Measurement,
  median,
  middleOf,
  type Server,
  serverOf,
  warmUp,
} from '../compare.ts';
import { fillDatabase } from '../fill-database.ts';
import type { Requests } from '../requests.ts';
import { waitForCopies } from '../search/wait-for-copies.ts';
import { startService } from '../service-child.ts';
import { type Case, connectorCases, sampleCases, SITE_SLUG, storeApiCases } from './cases.ts';
import { type Site, startConnector, startSample, storeApi } from './other-servers.ts';
import { versionOf } from './start-server.ts';
import { fetchJson } from './store-api.ts';

export interface Given {
  sample: string;
  connector: string;
  site: Site;
  /** Words to search for, by turns; the first that find a simple product find one without limited stock. */
  searches: string[];
  /** Node.js of the other servers, whose native modules are built for it. */
  node: string;
}

export interface OtherPace {
  rounds: number;
  roundMs: number;
}

export interface OtherCase extends Pick<Case, 'other' | 'name'> {
  concurrency: number;
  theirs: Figures;
  ours: Figures;
  /** Requests per second of the service divided by those of the other server: the median over neighboring rounds. */
  ratio: number;
}

interface Figures {
  perSecond: number;
  /** Null when the server's process is unknown. */
  processorUs: number | null;
  bytes: number;
}

export interface Others {
  versions: { sample: string; connector: string; site: string; node: string };
  cases: OtherCase[];
}

export async function measureOthers(folder: string, given: Given, pace: OtherPace): Promise<Others> {
  const filled = await fillDatabase(join(folder, 'others.db'), USUAL);
  const database = `sqlite:${filled.file}`;
  const service = await startService(database, { NODE_EXTRA_CA_CERTS: given.site.certificate });
  const payments = await startChild('bare-server');
  const others = await startOthers(folder, given, await payments.ask<ServerState>({}));
  try {
    await connectSite(service, database, given.site);
    const cases = [
      ...(await sampleCases(others.sample, filled)),
      ...(await connectorCases(others.connector, given.site, given.searches)),
      ...(await storeApiCases(others.shop, service, given.site, given.searches)),
    ];
    const results: OtherCase[] = [];
    for (const each of cases) {
      process.stderr.write(`${each.other}: ${each.name} …\n`);
      results.push(await measureCase(service, each, pace));
    }
    return { versions: await versionsOf(given), cases: results };
  } finally {
    for (const child of [others.sample, others.connector, payments, service]) await child.stop();
  }
}

async function startOthers(folder: string, { sample, connector, site, node }: Given, { port }: ServerState) {
  return {
    sample: await startSample(sample, node, folder),
    connector: await startConnector(connector, node, site, port),
    shop: storeApi(site),
  };
}

/** Connects the site's store and waits until its catalog is copied and indexed. */
async function connectSite(service: Child, database: string, site: Site): Promise<void> {
  const began = new Date().toISOString();
  const { url, consumerKey, consumerSecret } = site;
  const credentials = { url, consumerKey, consumerSecret };
  const { port } = await service.ask<ServerState>({
    connect: { slug: SITE_SLUG, platform: 'woocommerce', credentials },
  });
  await waitForCopies({ database, baseUrl: `http://127.0.0.1:${port}`, began, slugs: [SITE_SLUG] });
}

/** Alternates between both servers, so that other load on the machine affects neighboring rounds alike. */
async function measureCase(service: Child, each: Case, { rounds, roundMs }: OtherPace): Promise<OtherCase> {
  const { other, name, concurrency } = each;
  const theirs = await begin(each.server, each.theirs, concurrency);
  const ours = await begin(service, each.ours, concurrency);
  for (let round = 0; round < rounds; round++) {
    for (const { run, rounds } of [theirs, ours])
      rounds.push(await run((server, requests) => measure(server, requests, roundMs)));
  }
  const ratios = ours.rounds.map(
    (our, round) => our.perSecond / (theirs.rounds[round]?.perSecond ?? Number.NaN),
  );
  return { other, name, concurrency, theirs: figures(theirs), ours: figures(ours), ratio: median(ratios) };
}

type Run = <Result>(use: (server: Server, requests: Requests) => Promise<Result>) => Promise<Result>;

interface Side {
  run: Run;
  bytes: number;
  rounds: Measurement[];
}

/** Sends warm-up requests. Each run has connections of its own: servers close those that were idle for seconds. */
async function begin(measurable: Measurable, requests: Requests, concurrency: number): Promise<Side> {
  const run: Run = async (use) => {
    const server = await serverOf(measurable, concurrency);
    try {
      return await use(server, requests);
    } finally {
      server.connections.close();
    }
  };
  const { bytes } = await run(({ connections }) => warmUp(connections, requests, WARM_UPS * concurrency));
  return { run, bytes, rounds: [] };
}

const WARM_UPS = 5;

function figures({ rounds, bytes }: Side): Figures {
  const { perSecond, processorUs } = middleOf(rounds);
  return { perSecond, bytes, processorUs: Number.isNaN(processorUs) ? null : processorUs };
}

async function versionsOf({ sample, connector, site, node }: Given): Promise<Others['versions']> {
  const basic = Buffer.from(`${site.consumerKey}:${site.consumerSecret}`).toString('base64');
  const status = await fetchJson<{ environment: Record<string, string> }>(
    `${site.plainUrl}/wp-json/wc/v3/system_status`,
    { headers: { authorization: `Basic ${basic}` } },
  );
  const { version, wp_version, php_version, server_info } = status.environment;
  const { stdout } = await promisify(execFile)(node, ['--version']);
  return {
    sample: await versionOf(sample),
    connector: await versionOf(connector),
    site: `WooCommerce ${version}, WordPress ${wp_version}, PHP ${php_version} (${server_info})`,
    node: stdout.trim(),
  };
}
