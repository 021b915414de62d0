import { createFindNear } from '../../search/index.ts';
import { createAgentPlatforms } from '../agent-platforms/index.ts';
import { computeCartStatus } from '../commerce/checkout/cart.ts';
import { isOpenAt } from '../commerce/checkout/checkout-session.ts';
import { EMBED_PRODUCTS } from '../commerce/job/job-names.ts';
import { hasPermission } from '../commerce/merchant/roles.ts';
import { toIso } from '../commerce/time/time.ts';
import { createEndpointSender } from '../events/send-to-endpoint.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import type { Alerting } from '../jobs/send-alerts.ts';
import { checkCustomDomain } from '../merchant/discovery/check-custom-domain.ts';
import type { DiscoveryReport } from '../merchant/discovery/diagnostic.ts';
import { checkShopDomain, getDomains } from '../merchant/discovery/discovery.ts';
import { findOwnAddresses, type ManifestSource } from '../merchant/discovery/official-discovery.ts';
import { createTenantHosts } from '../merchant/discovery/tenant-hosts.ts';
import { findAgentOfToken } from '../merchant/identity/tokens.ts';
import type { RunOncePer } from '../operations/call/store-context.ts';
import { createEmbeddings } from '../outbound/embeddings.ts';
import type { IsOpenPurchase } from '../protocols/purchase-of.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import { createStoreOpeners } from './open-stores.ts';
import type { WithOutboundClients } from './outbound-clients.ts';
import { createOnceAMinute, createRunOncePer } from './run-once-per.ts';
import { createSearchIndexes } from './search-indexes.ts';

export interface WithStoreContexts extends WithOutboundClients {
  storeContexts: ReturnType<typeof createStoreContexts>;
}

/** Creates the store openers, the tenant hosts and the clients of agent platforms. */
export function createStoreContexts(parts: WithOutboundClients) {
  const { config, infrastructure, outbound, log, baseUrl } = parts;
  const { repositories, now } = infrastructure;
  const hosts = createTenantHosts({ ...repositories, hostDomain: config.hostDomain, baseUrl });
  const checking = { ...repositories, ...outbound, tenantHosts: hosts, baseUrl, now };
  const { trust, notifyAgentPlatform, identifyAgent } = createAgentPlatforms({
    outgoing: outbound.agentPlatforms,
    signingKeys: repositories.signingKeys,
    holderOfKey: (secret, slug) => findAgentOfToken({ ...repositories, now }, secret, slug),
    agentPlatformsFile: config.agentPlatformsFile,
    allowLoopback: config.allowPrivateAddresses,
    rateLimit: config.rateLimit,
    profileOf: async (store) => (await findOwnAddresses({ context: checking, store })).profile,
    now,
  });
  const runOncePer = createRunOncePer(now);
  const search = createSearch(parts, runOncePer);
  return {
    ...createStoreOpeners({ ...parts, search, runOncePer, domainChecks: createDomainChecks(checking) }),
    ...{ hosts, trust, identifyAgent, searchIndexes: search.searchIndexes },
    isOpenPurchase: createPurchaseCheck(repositories, now),
    delivering: {
      sendToEndpoint: createEndpointSender({ fetch: outbound.endpoints, ...repositories, now }),
      ...{ ...repositories, notifyAgentPlatform, now, log: log.warn },
    },
    alerting: createAlerting(parts),
  };
}

/** Creates the search indexes, and asks the operator's model of embeddings, if there is one, for vectors. */
function createSearch(parts: WithOutboundClients, runOncePer: RunOncePer) {
  const { config, infrastructure, log } = parts;
  const { repositories, now } = infrastructure;
  const embedder = config.embeddings && createEmbeddings(config.embeddings);
  const job = { kind: EMBED_PRODUCTS, keepsBackoff: true };
  const onMissing = createOnceAMinute(parts, runOncePer, job, 'Vectors of products could not be requested');
  const vectors = embedder && { model: embedder.model, onMissing };
  const onFailure = (error: unknown) => log.warn({ error }, 'The model of embeddings fails');
  return {
    searchIndexes: createSearchIndexes(repositories.productRevisions, config.searchMemoryBytes, vectors),
    embedder,
    findNear: embedder && createFindNear(embedder, { now, onFailure }),
  };
}

const MAX_DOMAINS = 3;

type Checking = ManifestSource['context'] & Parameters<typeof checkCustomDomain>[0] & Repositories;

function createDomainChecks(context: Checking): Pick<JobContext, 'checkCustomDomain' | 'checkShopDomain'> {
  return {
    async checkCustomDomain(store, id) {
      const claim = await context.customDomains.findById(store.id, id);
      return claim && (await checkCustomDomain(context, store, claim))?.domain;
    },

    /** Checks the shop's domain as agents do. Once found, the same domain is watched. */
    async checkShopDomain(store, lastDomain) {
      const check = (name: string) => checkShopDomain({ context, store }, name);
      if (lastDomain !== null) return toDomainState(lastDomain, await check(lastDomain));
      if ((await context.milestones.listOfStore(store.id)).discovery_reachable === undefined) return null;
      for (const name of getDomains(store.description).slice(0, MAX_DOMAINS)) {
        const report = await check(name);
        if (report.ok) return toDomainState(name, report);
      }
      return null;
    },
  };
}

function toDomainState(name: string, { ok, diagnostics }: DiscoveryReport) {
  const wrong = diagnostics.find(({ level }) => level === 'problem');
  return { name, ok, ...(wrong ? { reason: `${name}: ${wrong.title}` } : {}) };
}

/** Returns the function that reads whether a session or cart of a store can still be bought. */
function createPurchaseCheck({ stores, carts, sessions }: Repositories, now: () => number): IsOpenPurchase {
  return async (slug, { resource, id }) => {
    const store = await stores.find(slug);
    if (!store) return false;
    const at = toIso(now());
    if (resource === 'carts') {
      const cart = await carts.find(store.id, id);
      return cart !== undefined && computeCartStatus(cart, at) === 'active';
    }
    const session = await sessions.find(store.id, id);
    return session !== undefined && isOpenAt(session, at);
  };
}

function createAlerting({ infrastructure, outbound, baseUrl }: WithOutboundClients): Alerting {
  const { repositories } = infrastructure;
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
