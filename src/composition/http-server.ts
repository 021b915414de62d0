import { readFile } from 'node:fs/promises';
import { CARD_DOCUMENT, CONSOLE_DIST, PLUGIN_ZIP } from '../built-files.ts';
import { connectorEndpoints } from '../connector/index.ts';
import { createTenantHostDirectory } from '../http/hosts/tenant-hosts.ts';
import { computeConnectionLimits } from '../http/limits/connection-limits.ts';
import { createServer } from '../http/server.ts';
import { rateLimiter, ratePolicies } from '../limits/agent-limits.ts';
import { createMerchantLimiter } from '../limits/merchant-limits.ts';
import { identify } from '../merchant/identity/sign-in.ts';
import { merchantApi } from '../merchant/index.ts';
import type { MerchantContext } from '../merchant/visit.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { contract } from '../protocols/contract/index.ts';
import { shopping } from '../protocols/shopping/index.ts';
import { createOfficialUcp } from '../protocols/ucp/index.ts';
import { VERSION } from '../settings/version.ts';
import { probeDatabaseFailure } from '../storage/engine/database-failure.ts';
import type { WithBackgroundJobs } from './background-jobs.ts';

/** Readiness probes repeat; a probe that times out counts as a failure. */
const READY_TIMEOUT_MS = 2_000;

/** Creates the HTTP server with all routes, without listening. */
export function createHttpServer(parts: WithBackgroundJobs, context: MerchantContext) {
  const { config, overrides, infrastructure, storeContexts, backgroundJobs, baseUrl } = parts;
  const { watching, counters, recorder, database, getRefusalOfWrites, now } = infrastructure;
  const { metrics } = watching;
  const { openStore, isStore } = storeContexts;
  const policies = ratePolicies(config.rateLimit);
  const official = createOfficialUcp(storeContexts.trust);
  const admit = rateLimiter({ counters, policies, isStore, now });
  const limiter = createMerchantLimiter({ counters, factor: config.rateLimit, now });
  return createServer({
    // Shops on private addresses may speak plain HTTP, as simulated ones do.
    console: {
      folder: CONSOLE_DIST,
      pictures: config.allowPrivateAddresses ? ['https:', 'http:'] : ['https:'],
    },
    openStore,
    admit: config.rateLimit > 0 ? admit : undefined,
    identifyAgent: storeContexts.identifyAgent,
    isOpenPurchase: storeContexts.isOpenPurchase,
    recordCall: recorder.record,
    receiveWebhook: backgroundJobs.receiveWebhook,
    protocols: [
      watching.protocol(contract),
      watching.protocol(official),
      watching.protocol(shopping),
      ...(overrides.protocols ?? []),
    ],
    merchants: { endpoints: merchantApi.endpoints, context: () => context, identify, limiter },
    connector: { endpoints: connectorEndpoints, zip: () => readBuilt(PLUGIN_ZIP) },
    cardDocument: createBuiltTextReader(CARD_DOCUMENT),
    describeApi: () =>
      describeApi(
        { contract, shopping, official, merchantEndpoints: merchantApi.endpoints, version: VERSION },
        baseUrl(),
      ),
    watch: { answered: metrics.requestAnswered, tracing: watching.tracing, log: parts.log },
    health: {
      isStopping: parts.isStopping,
      databaseFailure: async () =>
        (await probeDatabaseFailure(database, READY_TIMEOUT_MS)) ?? getRefusalOfWrites(),
      metrics: { ...metrics, token: config.metricsToken },
    },
    ...toHostNames(parts),
    isHttps: () => baseUrl().startsWith('https:'),
    proxies: config.trustProxy,
    connectionLimits: { ...computeConnectionLimits(config.rateLimit), ...overrides.connectionLimits },
  });
}

/** Names of hosts that this service answers to. */
function toHostNames({ config, infrastructure, baseUrl }: WithBackgroundJobs) {
  const { hostDomain } = config;
  const { findSlug, findSlugNow } = infrastructure.repositories.customDomains;
  return {
    tenantHostDirectory: createTenantHostDirectory({ domain: hostDomain, baseUrl, slugOfDomain: findSlug }),
    ownNames: {
      baseUrl,
      isBaseUrlSet: config.baseUrl !== undefined,
      listensOn: config.host,
      hostDomain,
      isStoreDomain: async (name: string) => (await findSlug(name)) !== undefined,
    },
    isServed: async (name: string) => (await findSlugNow(name)) !== undefined,
  };
}

/** Resolves undefined while the file is not built. */
function readBuilt(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Reads a built file once, when it is first needed. */
function createBuiltTextReader(file: string): () => Promise<string | undefined> {
  let text: string | undefined;
  return async () => {
    text ??= (await readBuilt(file))?.toString();
    return text;
  };
}
