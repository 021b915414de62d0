import type { JobContext } from '../jobs/job-context.ts';
import { getDomains } from '../merchant/discovery/described-domains.ts';
import type { DiscoveryReport } from '../merchant/discovery/diagnostic.ts';
import { checkShopDomain, getDomains } from '../merchant/discovery/discovery.ts';
import type { ManifestSource } from '../merchant/discovery/official-discovery.ts';
import type { Milestones } from '../storage/repositories/activity/milestones.ts';

const MAX_DOMAINS = 3;

/** Checks the shop's domain as agents do. Once found, the same domain is watched. */
export function createShopDomainCheck(
  context: ManifestSource['context'] & { milestones: Milestones },
): JobContext['checkShopDomain'] {
  return async (store, lastDomain) => {
    const check = (name: string) => checkShopDomain({ context, store }, name);
    if (lastDomain !== null) return toResult(lastDomain, await check(lastDomain));
    if ((await context.milestones.listOfStore(store.id)).discovery_reachable === undefined) return null;
    for (const name of getDomains(store.description).slice(0, MAX_DOMAINS)) {
      const report = await check(name);
      if (report.ok) return toResult(name, report);
    }
    return null;
  };
}

function toResult(name: string, { ok, diagnostics }: DiscoveryReport) {
  const wrong = diagnostics.find(({ level }) => level === 'problem');
  return { name, ok, ...(wrong ? { reason: `${name}: ${wrong.title}` } : {}) };
}
