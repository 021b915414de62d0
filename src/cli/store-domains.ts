import type { StoreDomain } from '../commerce/store/store-domain.ts';
import type { AtStore } from '../merchant/at-store.ts';
import { minute } from '../merchant/command.ts';
import { addDomain, removeDomain, verifyDomain } from '../merchant/discovery/custom-domains.ts';
import { toDomainWire } from '../merchant/stores/domains.ts';
import { typed } from './command-name.ts';
import { withStore } from './on-service.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { inColumns } from './table.ts';
import { done, paint } from './terminal.ts';

export const listDomains = withStore(async (at) => {
  const all = await at.context.customDomains.ofStore(at.store.id);
  return { data: all.map((each) => wire(at, each)), text: table(at, all) };
});

export const addCustomDomain = withStore(async (at, _service, name: string) => {
  const { domain } = await addDomain(at, name);
  return { data: wire(at, domain), text: domainText(at, domain) };
});

/** Sets exit code 1 when the domain is not verified or does not point here. */
export const verifyCustomDomain = withStore(async (at, _service, name: string) => {
  const { domain, findings } = await verifyDomain(at, name);
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
  const text = `${domainText(at, domain)}\n\n${printDiagnostics(findings)}`;
  return { data: { ...wire(at, domain), findings }, text };
});

export const removeCustomDomain = withStore(async (at, _service, domain: string) => {
  await removeDomain(at, domain);
  return done({ domain }, `${paint('bold', domain)} is removed.`);
});

function wire({ context }: AtStore, domain: StoreDomain) {
  return toDomainWire(context, domain);
}

function domainText(at: AtStore, domain: StoreDomain): string {
  const { domain: name, state, record, profile_url: profile } = wire(at, domain);
  const rows = [
    ['state', state],
    ['DNS record', `${record.name}  ${record.type}  ${record.value}`],
    ['profile', profile],
  ];
  return inColumns([name, ''], rows);
}

function table(at: AtStore, all: readonly StoreDomain[]): string {
  if (all.length === 0) return `The store has no custom domain. See: ${typed('stores domains --help')}`;
  const rows = all.map((each) => {
    const { domain, state, record, checked_at: checked } = wire(at, each);
    return [domain, state, checked ? minute(checked) : 'never', record.value];
  });
  return inColumns(['DOMAIN', 'STATE', 'LAST CHECKED', 'TXT RECORD AT _ucp-host.<domain>'], rows);
}
