import { createFindNear } from '../../search/index.ts';
import { createAgentPlatforms } from '../agent-platforms/index.ts';
import { EMBED_PRODUCTS } from '../commerce/job/job-names.ts';
import { hasPermission } from '../commerce/merchant/roles.ts';
import { createEndpointSender } from '../events/send-to-endpoint.ts';
import type { Delivering } from '../jobs/deliver-events.ts';
import type { Alerting } from '../jobs/send-alerts.ts';
import { countCalls } from '../limits/rate-counters.ts';
import { checkCustomDomain } from '../merchant/discovery/check-custom-domain.ts';
import { findOwnAddresses } from '../merchant/discovery/official-discovery.ts';
import { createTenantHosts } from '../merchant/discovery/tenant-hosts.ts';
import { createAgentFinder } from '../merchant/identity/agent-keys.ts';
import { createEmbeddings } from '../outbound/embeddings.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import { openPurchases } from './open-purchases.ts';
import { storeOpeners } from './open-stores.ts';
import type { WithOutboundClients } from './outbound-clients.ts';
import { createSearchIndexes } from './search-indexes.ts';
import { createShopDomainCheck } from './shop-domains.ts';

/** A small store's index takes less. */
const INDEX_TIMEOUT_MS = 300;

export interface WithStoreContexts extends WithOutboundClients {
  storeContexts: ReturnType<typeof createStoreContexts>;
}

/** Creates the store openers, the tenant hosts and the clients of agent platforms. */
export function createStoreContexts(parts: WithOutboundClients) {
  const { config, overrides, infrastructure, outbound, log, baseUrl } = parts;
  const { repositories, counters, now, newId } = infrastructure;
  const { names, probe, shops, agentPlatforms } = outbound;
  const hosts = createTenantHosts({ ...repositories, hostDomain: config.hostDomain, baseUrl });
  const checking = { ...repositories, names, probe, tenantHosts: hosts, baseUrl, now };
  const { trust, notifyAgentPlatform, identifyAgent } = createAgentPlatforms({
    outgoing: agentPlatforms,
    signingKeys: repositories.signingKeys,
    holderOfKey: createAgentFinder({ ...repositories, now }),
    agentPlatformsFile: config.agentPlatformsFile,
    allowLoopback: config.allowPrivateAddresses,
    rateLimit: config.rateLimit,
    profileOf: async (store) => (await findOwnAddresses({ context: checking, store })).profile,
    now,
  });
  const search = searchBy(parts);
  const contexts = storeOpeners({
    config,
    repositories,
    ...search,
    indexTimeoutMs: overrides.indexTimeoutMs ?? INDEX_TIMEOUT_MS,
    shops,
    countCalls: countCalls(counters),
    async checkCustomDomain(store, id) {
      const claim = await repositories.customDomains.findById(store.id, id);
      if (!claim) return undefined;
      return (await checkCustomDomain(checking, store, claim))?.domain;
    },
    checkShopDomain: createShopDomainCheck(checking),
    log: log.info,
    logError: log.error,
    now,
    newId,
    baseUrl,
  });
  const delivering = createDelivering(parts, notifyAgentPlatform);
  const alerting = createAlerting(parts);
  const { searchIndexes } = search;
  const isOpenPurchase = openPurchases(repositories, now);
  return { ...contexts, hosts, trust, identifyAgent, isOpenPurchase, searchIndexes, delivering, alerting };
}

/** Creates the search indexes, and asks the operator's model of embeddings, if there is one, for vectors. */
function searchBy({ config, infrastructure: { repositories, now }, log }: WithOutboundClients) {
  const embedder = config.embeddings && createEmbeddings(config.embeddings);
  const job = { kind: EMBED_PRODUCTS, keepsBackoff: true };
  const onMissing = createOnceAMinute(
    { ...repositories, now, log },
    job,
    'Vectors of products could not be requested',
  );
  const vectors = embedder && { model: embedder.model, onMissing };
  const searchIndexes = createSearchIndexes(repositories.productRevisions, config.searchMemoryBytes, vectors);
  const onFailure = (error: unknown) => log.warn({ error }, 'The model of embeddings fails');
  return {
    searchIndexes,
    embedder,
    findNear: embedder && createFindNear(embedder, { now, onFailure }),
  };
}

function createDelivering(
  { infrastructure: { repositories, now }, outbound, log }: WithOutboundClients,
  notifyAgentPlatform: Delivering['notifyAgentPlatform'],
): Delivering {
  return {
    ...repositories,
    sendToEndpoint: createEndpointSender({ fetch: outbound.endpoints, ...repositories, now }),
    notifyAgentPlatform,
    now,
    log: log.warn,
  };
}

function createAlerting({
  infrastructure: { repositories },
  outbound,
  baseUrl,
}: WithOutboundClients): Alerting {
  return {
    ...repositories,
    mailer: outbound.messages.mailer,
    async listRecipients({ organizationId }, needs) {
      const members =
        organizationId === null ? [] : await repositories.organizations.listMembers(organizationId);
      return members.filter(({ role }) => hasPermission(role, needs));
    },
    baseUrl,
  };
}
