import type { CountProcesses } from '../commerce/call/rate-limits.ts';
import { catchUpAfterOutage } from '../jobs/after-outage.ts';
import { sendMessages } from '../jobs/send-messages.ts';
import { type Fetch, guardedFetch } from '../outbound/guarded-fetch/guarded-fetch.ts';
import { probing } from '../outbound/guarded-fetch/probe.ts';
import { untrustedNames } from '../outbound/name-lookup/untrusted-names.ts';
import { nameServers } from '../outbound/name-servers.ts';
import { identityProvider } from '../outbound/openid-connect/identity-provider.ts';
import { smtp } from '../outbound/smtp.ts';
import { processesAt } from '../rate-limiting/processes-at.ts';
import { connections } from '../store-platforms/connections.ts';
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
  const outgoing = guardedFetch({ allowPrivate, resolve: names.addresses });
  const untrusted = (nameServers = untrustedNames(names)) =>
    guardedFetch({ allowPrivate, resolve: nameServers.addresses, untrusted: true });
  const domains = untrustedNames(names, { timeoutMs: DOMAIN_LOOK_UP_TIMEOUT_MS });
  const processes = processesAt(counters, now);
  const shops = connectionsToShops(parts, outgoing, processes.at);
  return {
    /** Undefined without an identity provider. */
    identityProvider:
      config.singleSignOn &&
      identityProvider(config.singleSignOn, {
        fetch: outgoing,
        now,
        onFailure: (error) => log.error(error, 'The identity provider did not complete a sign-in'),
      }),
    messages: sendMessages({
      ...{ ...repositories, pairing: shops.pairing, now, newId, log },
      sendMail: config.mail && smtp(config.mail),
    }),
    /** Lookups of domains named by merchants. */
    names: domains,
    probe: probing(untrusted(domains)),
    agentPlatforms: { knownPlatforms: outgoing, profiles: untrusted(), events: untrusted() },
    /** Merchants' event endpoints. */
    endpoints: untrusted(),
    /** Gives this process's parts of the shops to the others. */
    leaveShops: processes.leave,
    shops,
  };
}

function connectionsToShops(
  { config, overrides, infrastructure, log }: WithInfrastructure,
  outgoing: Fetch,
  processesAt: (storeId: string) => CountProcesses,
) {
  const { watching, repositories, recorder, now } = infrastructure;
  return connections(overrides.platforms ?? platforms, {
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
