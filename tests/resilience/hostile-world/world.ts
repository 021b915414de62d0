import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoStore, startDemoStores } from '../../../simulated-shops/demo-stores.ts';
import type { Service } from '../../../src/service.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { type DnsServer, startDnsServer } from '../../../testing/dns-server.ts';
import { freePort } from '../../../testing/free-port.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { type Served, startServed } from '../processes/served.ts';
import type { Order, Report } from './enemies.ts';
import { logCalls, signUpHostile, startHoardedShop } from './hostile-merchant.ts';

/** Service in its own process with two honest stores and a hostile one. */
export interface World {
  served: Served;
  honest: DemoStore[];
  /** Names of all attacks, or of those whose name contains HOSTILE_ATTACKS. */
  attacks: string[];
  /** Starts attacks, which end with `rest` or `close`. */
  attack(names: string[]): void;
  /** Ends the attacks. Requests that are under way are still answered. */
  rest(): void;
  /** Responses to each attack by status. */
  answersToAttacks(): Promise<Record<string, Record<string, number>>>;
  /** Number of waiting jobs that webhooks of the honest stores queued. */
  honestJobs(): Promise<number>;
  close(): Promise<void>;
}

const OWN = 'bitter-goods';
const ONLY = process.env.HOSTILE_ATTACKS ?? '';

export async function startWorld(database: TestDatabase): Promise<World> {
  const port = await freePort();
  const [databaseUrl, names, honest, hoard] = await Promise.all([
    database.fresh(),
    startDnsServer(),
    startDemoStores(0),
    startHoardedShop(),
  ]);
  names.silent = (name) => /\.evil\d+\.test$/.test(name);
  const enemies = fork(new URL('./enemies.ts', import.meta.url), { execArgv: [] });
  // Attackers have machines of their own.
  setPriority(Number(enemies.pid), constants.priority.PRIORITY_LOW);
  const [hello] = (await once(enemies, 'message')) as [Report];
  assert.ok('credentials' in hello);
  const settings = settingsOf(port, names);
  const observer = await serviceOn(databaseUrl, {}, { ...settings, LOG_LEVEL: 'silent' });
  for (const { slug, platform, shop } of honest)
    await observer.connectStore({ slug, platform, credentials: shop.credentials });
  await observer.connectStore({ slug: OWN, platform: 'woocommerce', credentials: hello.credentials });
  const served = await startServed({ databaseUrl, settings, port });
  const merchant = await signUpHostile(served.baseUrl, hoard);
  await logCalls(observer);
  const slugs = honest.map(({ slug }) => slug);
  await untilSettled(observer, [...slugs, OWN, merchant.slug]);
  const order = (what: Order) => void enemies.send(what);
  const answered = async (what: Order) => {
    order(what);
    const [report] = (await once(enemies, 'message')) as [Report];
    return report;
  };
  const prepared = await answered({
    ...{ kind: 'prepare', baseUrl: served.baseUrl, honest: slugs, own: OWN, merchant },
  });

  return {
    served,
    honest,
    attacks: 'names' in prepared ? prepared.names.filter((name) => name.includes(ONLY)) : [],
    attack: (names) => order({ kind: 'attack', names }),
    rest: () => order({ kind: 'stop' }),
    async answersToAttacks() {
      const report = await answered({ kind: 'report' });
      return 'answers' in report ? report.answers : {};
    },
    honestJobs: () => waitingFor(observer, honest),
    async close() {
      await end(enemies);
      await served.kill();
      await observer.close();
      await names.close();
      for (const shop of [...honest.map((each) => each.shop), hoard]) await shop.close();
    },
  };
}

/** Settings of production, limits included, with Node's heap in a pod of 768 MiB. */
function settingsOf(port: number, names: DnsServer): Record<string, string> {
  return {
    BASE_URL: `http://127.0.0.1:${port}`,
    SANDBOX: 'off',
    ALLOW_PRIVATE_ADDRESSES: 'on',
    TRUST_PROXY: '1',
    RATE_LIMIT: 'on',
    DNS_SERVERS: names.address,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: '--max-old-space-size=384',
  };
}

const SETTLE_TIMEOUT_MS = 60_000;

/** Waits until every store's catalog is imported and its webhooks are subscribed. */
async function untilSettled(observer: Service, slugs: readonly string[]): Promise<void> {
  await eventually(SETTLE_TIMEOUT_MS, async () => {
    const jobs = await Promise.all(slugs.map((slug) => jobsOf(observer, slug)));
    return jobs.flat().every(({ runAt, running }) => !running && Date.parse(runAt) > Date.now());
  });
}

async function jobsOf({ stores, jobs }: Service, slug: string) {
  const store = (await stores.find(slug)) ?? assert.fail(`${slug} is connected`);
  return jobs.listOfStore(store.id);
}

async function waitingFor(observer: Service, honest: readonly DemoStore[]): Promise<number> {
  const jobs = await Promise.all(honest.map(({ slug }) => jobsOf(observer, slug)));
  return jobs.flat().filter(({ kind }) => kind === 'refresh_product').length;
}

export async function eventually(withinMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < until, `it did not come about within ${withinMs} ms`);
    await wait(250);
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
