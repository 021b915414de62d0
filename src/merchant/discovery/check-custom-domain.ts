import type { Store } from '../../commerce/store/store.ts';
import {
  computeFirstCheck,
  computeLostSince,
  SERVICE,
  type StoreDomain,
  toProofName,
} from '../../commerce/store/store-domain.ts';
import { toIso } from '../../commerce/time/time.ts';
import { buildAddressesOn } from '../../protocols/ucp/profile/links.ts';
import type { Actor } from '../../storage/repositories/identity/audit.ts';
import type { MerchantContext } from '../visit.ts';
import {
  type Diagnostic,
  type DiscoveryReport,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from './diagnostic.ts';
import { checkProfileAt, type ManifestSource } from './official-discovery.ts';

type Looking = ManifestSource['context'] & Pick<MerchantContext, 'customDomains' | 'milestones' | 'names'>;

/** Checks the domain's DNS record, then whether the domain points here. Undefined: it was removed in the meantime. */
export async function checkCustomDomain(
  looking: Looking,
  store: Store,
  claim: StoreDomain,
  actor: Actor = SERVICE,
) {
  const record = toProofName(claim.name);
  const answer = await looking.names.resolveTexts(record);
  const answered = 'texts' in answer;
  const diagnostics = [
    answered
      ? await diagnoseProof(looking, claim, answer.texts, actor)
      : diagnoseUnanswered(record, answer.unanswered),
  ];
  const proved = await looking.customDomains.findById(store.id, claim.id);
  if (!answered || !proved || proved.verifiedAt === null) return proved && { domain: proved, diagnostics };
  const addresses = buildAddressesOn(looking.tenantHosts.originOf(claim.name));
  const report = await checkProfileAt({ context: looking, store }, addresses);
  await looking.customDomains.recordPointing(claim, { leadsHere: report.strict, error: findError(report) });
  if (report.strict) await looking.milestones.reach(store.id, 'discovery_reachable', toIso(looking.now()));
  const domain = await looking.customDomains.findById(store.id, claim.id);
  return domain && { domain, diagnostics: [...diagnostics, ...report.diagnostics] };
}

async function diagnoseProof(looking: Looking, claim: StoreDomain, texts: readonly string[], actor: Actor) {
  const { customDomains } = looking;
  const at = looking.now();
  const now = toIso(at);
  if (!texts.includes(claim.token)) {
    await customDomains.miss(claim, { now, actor, lostSince: computeLostSince(at) });
    return diagnoseMissing(toProofName(claim.name), texts);
  }
  const seen = { texts, now, actor, service: SERVICE, checkAt: computeFirstCheck(at) };
  const outcome = await customDomains.prove(claim, seen);
  const { name } = claim;
  if (outcome !== 'taken') return toOkDiagnostic('proof', `The DNS record verifies that ${name} is yours.`);
  return toProblemDiagnostic('proof', {
    title: `Another store of this service has verified ${name}.`,
    cause: 'A domain belongs to one store, and the other store’s DNS record is next to yours.',
    remedy: `If the domain is yours alone, delete the other TXT record at ${toProofName(name)} and check again.`,
  });
}

function findError({ strict, diagnostics }: DiscoveryReport): string | null {
  const problem = diagnostics.find(({ level }) => level === 'problem');
  const wrong = strict ? undefined : (problem ?? diagnostics.find(({ check }) => check === 'redirect'));
  return wrong ? `${wrong.title} ${wrong.remedy ?? ''}`.trim() : null;
}

function diagnoseMissing(record: string, texts: readonly string[]): Diagnostic {
  return toProblemDiagnostic('proof', {
    title: 'The DNS record was not found.',
    cause:
      texts.length === 0
        ? `There is no TXT record at ${record}.`
        : `The TXT record at ${record} has a different value than shown here.`,
    remedy:
      'Add it at your DNS provider, exactly as shown. Changes take minutes to hours to reach all name servers; the record is checked again automatically.',
  });
}

function diagnoseUnanswered(record: string, code: string): Diagnostic {
  return toWarningDiagnostic('proof', {
    title: 'The name servers did not answer.',
    cause: `The lookup of the TXT record at ${record} failed (${code}). Nothing was changed.`,
    remedy: 'Try again in a few minutes. If it keeps failing, contact your DNS provider.',
  });
}
