import { catchUpAfterOutage } from '../jobs/background.ts';
import { sendMessages } from '../jobs/send-messages.ts';
import { type CountProcesses, createProcessCounts } from '../limits/processes-at.ts';
import { createProbe } from '../outbound/guarded-fetch/ask-whole.ts';
import { createGuardedFetch, type Fetch } from '../outbound/guarded-fetch/guarded-fetch.ts';
import { nameServers } from '../outbound/name-servers.ts';
import { createIdentityProvider } from '../outbound/openid-connect/identity-provider.ts';
import { createSmtpSender } from '../outbound/smtp.ts';
import { createUntrustedNames } from '../outbound/untrusted-names.ts';
import { createConnections } from '../store-platforms/connections.ts';
import { platforms } from '../store-platforms/index.ts';
import type { WithInfrastructure } from './infrastructure.ts';

export interface WithOutboundClients extends WithInfrastructure {
  outbound: ReturnType<typeof createOutboundClients>;
}

/** Longer than for agents' requests, since a merchant waits for the check of a domain. */
const DOMAIN_LOOK_UP_TIMEOUT_MS = 4_000;

/** Creates the clients for shops, name servers and URLs named by third parties. */
export function createOutboundClients(parts: WithInfrastructure) {
  const { config, infrastructure, log } = parts;
  const { repositories, counters, now, newId } = infrastructure;
  const { allowPrivateAddresses: allowPrivate } = config;
  const names = nameServers(config.dnsServers, { allowPrivate });
  const outgoing = createGuardedFetch({ allowPrivate, resolve: names.resolveAddresses });
  const createUntrustedFetch = (nameServers = createUntrustedNames(names)) =>
    createGuardedFetch({ allowPrivate, resolve: nameServers.resolveAddresses, untrusted: true });
  const domains = createUntrustedNames(names, { timeoutMs: DOMAIN_LOOK_UP_TIMEOUT_MS });
  const processes = createProcessCounts(counters, now);
  const shops = createShopConnections(parts, outgoing, processes.bindStore);
  return {
    /** Undefined without an identity provider. */
    identityProvider:
      config.singleSignOn &&
      createIdentityProvider(config.singleSignOn, {
        fetch: outgoing,
        now,
        onFailure: (error) => log.error(error, 'The identity provider did not complete a sign-in'),
      }),
    messages: sendMessages({
      ...{ ...repositories, pairing: shops.createPairing, now, newId, log },
      sendMail: config.mail && createSmtpSender(config.mail),
    }),
    /** Lookups of domains named by merchants. */
    names: domains,
    probe: createProbe(createUntrustedFetch(domains)),
    agentPlatforms: {
      knownPlatforms: outgoing,
      profiles: createUntrustedFetch(),
      events: createUntrustedFetch(),
    },
    endpoints: createUntrustedFetch(),
    /** Gives this process's parts of the shops to the others. */
    leaveShops: processes.leave,
    shops,
  };
}

function createShopConnections(
  { config, overrides, infrastructure, log }: WithInfrastructure,
  outgoing: Fetch,
  processesAt: (storeId: string) => CountProcesses,
) {
  const { watching, repositories, recorder, now } = infrastructure;
  return createConnections(overrides.platforms ?? platforms, {
    fetch: overrides.fetch ?? outgoing,
    timeoutMs: config.platformTimeoutMs,
    ...(overrides.wait ? { wait: overrides.wait } : {}),
    aroundCalls: watching.aroundCalls,
    processesAt,
    onCatalogCall: (call) => recorder.recordCatalogCall({ ...call, at: now() }),
    onRecovered: (storeId) => {
      catchUpAfterOutage(repositories.jobs, storeId, now()).catch((error: unknown) =>
        log.error(error, 'An outage could not be noted as over'),
      );
    },
    ...(overrides.onUpstreamCall ? { onCall: overrides.onUpstreamCall } : {}),
  });
}
