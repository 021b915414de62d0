import type { Store } from '../commerce/store/store.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { checkDiscovery } from '../merchant/discovery/check-discovery.ts';
import { domainsOf } from '../merchant/discovery/described-domains.ts';
import type { DiscoveryReport } from '../merchant/discovery/diagnostic.ts';
import { expectedManifest } from '../merchant/discovery/discovery.ts';
import { expectedAnywhere, type ManifestSource } from '../merchant/discovery/official-discovery.ts';
import type { Probe } from '../outbound/guarded-fetch/probe.ts';
import { readManifest } from '../protocols/contract/read-manifest.ts';
import type { Milestones } from '../storage/repositories/milestones.ts';

const MAX_DOMAINS = 3;

/** Checks the shop's domain as agents do. Once found, the same domain is watched. */
export function shopDomains(
  { milestones, probe }: { milestones: Milestones; probe: Probe },
  context: ManifestSource['context'],
): JobContext['checkShopDomain'] {
  async function check(store: Store, name: string): Promise<DiscoveryReport> {
    const source = { context, store };
    const expected = { own: expectedManifest(source), official: await expectedAnywhere(source) };
    return checkDiscovery({ probe, readManifest, platform: store.platform, expected }, name);
  }

  return async (store, lastDomain) => {
    if (lastDomain !== null) return resultOf(lastDomain, await check(store, lastDomain));
    if ((await milestones.ofStore(store.id)).discovery_reachable === undefined) return null;
    for (const name of domainsOf(store.description).slice(0, MAX_DOMAINS)) {
      const report = await check(store, name);
      if (report.ok) return resultOf(name, report);
    }
    return null;
  };
}

function resultOf(name: string, { ok, diagnostics }: DiscoveryReport) {
  const wrong = diagnostics.find(({ level }) => level === 'problem');
  return { name, ok, ...(wrong ? { reason: `${name}: ${wrong.title}` } : {}) };
}
