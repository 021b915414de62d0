import { ratePolicies } from '../commerce/rate-limits.ts';
import type { Config } from '../config.ts';
import { connectorEndpoints } from '../api/connector/index.ts';
import { examples } from '../openapi/examples/contract.ts';
import { contract } from '../protocols/contract/index.ts';
import { merchantExamples } from '../openapi/examples/merchant/index.ts';
import { merchantDialect } from '../api/merchant/index.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { officialUcp } from '../protocols/ucp/index.ts';
import type { ConsoleShelf } from '../http/console-files.ts';
import { patienceFor } from '../http/connection-limits.ts';
import { createServer } from '../http/server.ts';
import { storeHosts } from '../http/tenant-hosts.ts';
import { identify } from '../merchants/sign-in.ts';
import type { MerchantDesk } from '../merchants/merchant-context.ts';
import { troubleNow } from '../storage/engine/readiness.ts';
import { rateLimiter } from '../rate-limiting/rate-limiter.ts';
import { VERSION } from '../version.ts';
import type { Opened } from './infrastructure.ts';
import type { Outside } from './overrides.ts';
import { seenStores } from './known-slugs.ts';
import type { StoresAndPlatforms } from './store-contexts.ts';
import type { Work } from './background-jobs.ts';

interface Surroundings {
  config: Config;
  outside: Outside;
  opened: Opened;
  openings: StoresAndPlatforms;
  work: Work;
  desk: MerchantDesk;
  shelf: ConsoleShelf;
  baseUrl: () => string;
  isStopping: () => boolean;
}

/** Who asks whether the service is ready asks again soon, and takes no answer for a no. */
const READY_WITHIN_MS = 2_000;

/** The server with all that can be asked of it: by agents, merchants, shops, the plugin, balancers. It does not listen yet. */
export function createDoors(surroundings: Surroundings) {
  const { config, outside, opened, openings, work, desk, shelf, baseUrl, isStopping } = surroundings;
  const { watching, database, remembered, now } = opened;
  const { metrics } = watching;
  const { openStore, isStore } = seenStores(openings.openStore);
  const policies = ratePolicies(config.rateLimit);
  const admit = rateLimiter({ counters: work.counters, policies, isStore, now });
  return createServer({
    console: shelf,
    openStore,
    admit: config.rateLimit > 0 ? admit : undefined,
    recordCall: work.recorder.record,
    receiveWebhook: work.receiveWebhook,
    dialects: [watching.dialect(contract), watching.dialect(officialUcp(openings.trust))],
    merchants: { endpoints: merchantDialect.endpoints, desk: () => desk, identify },
    connector: { endpoints: connectorEndpoints, zip: connectorZip },
    describeApi: () => describeApi(DESCRIBED, baseUrl()),
    watch: { answered: metrics.requestAnswered, tracing: watching.tracing },
    health: {
      isStopping,
      databaseTrouble: () => troubleNow(database, READY_WITHIN_MS),
      metrics: config.metrics ? { ...metrics, token: config.metricsToken } : undefined,
    },
    logLevel: config.logLevel,
    storeHosts: storeHosts({
      domain: config.hostDomain,
      baseUrl,
      slugOfDomain: remembered.storeDomains.slugOf,
    }),
    ownNames: {
      baseUrl,
      isBaseUrlSet: config.baseUrl !== undefined,
      listensOn: config.host,
      hostDomain: config.hostDomain,
      isStoreDomain: async (name) => (await remembered.storeDomains.slugOf(name)) !== undefined,
    },
    isServed: async (name) => (await remembered.storeDomains.slugNow(name)) !== undefined,
    isHttps: () => baseUrl().startsWith('https:'),
    proxies: config.trustProxy,
    patience: { ...patienceFor(config.rateLimit), ...outside.patience },
  });
}

const DESCRIBED = {
  dialect: contract,
  examples,
  merchantEndpoints: merchantDialect.endpoints,
  merchantExamples,
  version: VERSION,
};

/** Loaded only when it is asked for. */
async function connectorZip(): Promise<Uint8Array> {
  const { pluginZip } = await import('../../connectors/plugin-zip.ts');
  return pluginZip();
}
