import type { Config } from '../config.ts';
import { connections } from '../platforms/connections.ts';
import { guardedFetch } from '../platforms/guarded-fetch/guarded-fetch.ts';
import { probing } from '../platforms/guarded-fetch/probe.ts';
import { platforms } from '../platforms/index.ts';
import { strangersLookUp } from '../platforms/name-lookup/strangers.ts';
import { nameServers } from '../platforms/name-servers.ts';
import type { Opened } from './opened.ts';
import type { Outside } from './outside.ts';

export type Reach = ReturnType<typeof reachOut>;

/** Every way out of the service: to shops, to name servers, and to addresses that others have named. */
export function reachOut(config: Config, outside: Outside, { watching }: Opened) {
  const { allowPrivateAddresses: allowPrivate } = config;
  const names = nameServers(config.dnsServers, { allowPrivate });
  const outgoing = guardedFetch({ allowPrivate, resolve: names.addresses });
  const strangers = () =>
    guardedFetch({ allowPrivate, resolve: strangersLookUp(names.addresses), strangers: true });
  return {
    names,
    /** Domains that merchants name. */
    probe: probing(strangers()),
    agentPlatforms: { vouchedFor: outgoing, profiles: strangers(), events: strangers() },
    shops: connections(outside.platforms ?? platforms, {
      fetch: outside.fetch ?? outgoing,
      timeoutMs: config.platformTimeoutMs,
      aroundCalls: watching.aroundCalls,
      ...(outside.onUpstreamCall ? { onCall: outside.onUpstreamCall } : {}),
    }),
  };
}
