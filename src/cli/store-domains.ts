import colors from 'picocolors';
import { typed } from '../command-name.ts';
import type { StoreDomain } from '../commerce/store-domain.ts';
import { toDomainWire } from '../api/merchant/domains.ts';
import type { AtStore } from '../merchants/at-store.ts';
import { addDomain, removeDomain, verifyDomain } from '../merchants/discovery/custom-domains.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';

/** Arguments of `stores domains <slug>`. */
export type DomainWords = [what?: string, domain?: string, ...more: string[]];

/** False for unknown arguments. */
export function understandsDomains([what, domain, ...more]: DomainWords): boolean {
  if (what === undefined) return true;
  return ['add', 'verify', 'remove'].includes(what) && domain !== undefined && more.length === 0;
}

/** Runs `stores domains`. Sets exit code 1 when a verified domain does not point here. */
export async function changeDomains(
  at: AtStore,
  [what, domain = '']: DomainWords,
  json: boolean,
): Promise<void> {
  if (what === 'add') {
    const added = await addDomain(at, domain);
    return said(json, wire(at, added.domain), () => inWords(at, added.domain));
  }
  if (what === 'verify') {
    const { domain: seen, findings } = await verifyDomain(at, domain);
    if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
    return said(
      json,
      { ...wire(at, seen), findings },
      () => `${inWords(at, seen)}\n\n${printDiagnostics(findings)}`,
    );
  }
  if (what === 'remove') {
    await removeDomain(at, domain);
    return said(json, { domain }, () => `${colors.green('✓')} ${colors.bold(domain)} is removed.`);
  }
  const all = await at.context.customDomains.ofStore(at.store.id);
  said(
    json,
    all.map((each) => wire(at, each)),
    () => table(at, all),
  );
}

function said(json: boolean, data: object, words: () => string): void {
  say(json ? JSON.stringify(data, null, 2) : words());
}

function wire({ context }: AtStore, domain: StoreDomain) {
  return toDomainWire(context, domain);
}

function inWords(at: AtStore, domain: StoreDomain): string {
  const { domain: name, state, record, profile_url: profile } = wire(at, domain);
  const rows = [
    ['state', state],
    ['DNS record', `${record.name}  ${record.type}  ${record.value}`],
    ['profile', profile],
  ];
  return inColumns([name, ''], rows);
}

function table(at: AtStore, all: readonly StoreDomain[]): string {
  if (all.length === 0) return `The store has no custom domain. See: ${typed('stores --help')}`;
  const rows = all.map((each) => {
    const { domain, state, record, checked_at: checked } = wire(at, each);
    return [domain, state, checked?.slice(0, 16).replace('T', ' ') ?? 'never', record.value];
  });
  return inColumns(['DOMAIN', 'STATE', 'LAST CHECKED', 'TXT RECORD AT _ucp-host.<domain>'], rows);
}
