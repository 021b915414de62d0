import colors from 'picocolors';
import { typed } from '../command-name.ts';
import type { StoreDomain } from '../commerce/store-domain.ts';
import { toDomainWire } from '../api/merchant/domains.ts';
import type { AtStore } from '../merchants/at-store.ts';
import { addDomain, removeDomain, verifyDomain } from '../merchants/discovery/custom-domains.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import type { Config } from '../config.ts';
import type { JsonOption } from './declare.ts';
import { asOperator, onService } from './on-service.ts';
import { inColumns, minute } from './table.ts';
import { say } from './terminal.ts';

export async function listDomains(config: Config, slug: string, { json }: JsonOption): Promise<void> {
  await atStore(config, slug, async (at) => {
    const all = await at.context.customDomains.ofStore(at.store.id);
    said(
      json,
      all.map((each) => wire(at, each)),
      () => table(at, all),
    );
  });
}

export async function addCustomDomain(
  config: Config,
  slug: string,
  domain: string,
  { json }: JsonOption,
): Promise<void> {
  await atStore(config, slug, async (at) => {
    const added = await addDomain(at, domain);
    said(json, wire(at, added.domain), () => inWords(at, added.domain));
  });
}

/** Sets exit code 1 when the domain is not verified or does not point here. */
export async function verifyCustomDomain(
  config: Config,
  slug: string,
  domain: string,
  { json }: JsonOption,
): Promise<void> {
  await atStore(config, slug, async (at) => {
    const { domain: seen, findings } = await verifyDomain(at, domain);
    if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
    const words = () => `${inWords(at, seen)}\n\n${printDiagnostics(findings)}`;
    said(json, { ...wire(at, seen), findings }, words);
  });
}

export async function removeCustomDomain(
  config: Config,
  slug: string,
  domain: string,
  { json }: JsonOption,
): Promise<void> {
  await atStore(config, slug, async (at) => {
    await removeDomain(at, domain);
    said(json, { domain }, () => `${colors.green('✓')} ${colors.bold(domain)} is removed.`);
  });
}

function atStore(config: Config, slug: string, work: (at: AtStore) => Promise<void>): Promise<void> {
  return onService({ ...config, logLevel: 'silent' }, async (service) =>
    work(await asOperator(service, slug)),
  );
}

function said(json: boolean | undefined, data: object, words: () => string): void {
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
  if (all.length === 0) return `The store has no custom domain. See: ${typed('stores domains --help')}`;
  const rows = all.map((each) => {
    const { domain, state, record, checked_at: checked } = wire(at, each);
    return [domain, state, checked ? minute(checked) : 'never', record.value];
  });
  return inColumns(['DOMAIN', 'STATE', 'LAST CHECKED', 'TXT RECORD AT _ucp-host.<domain>'], rows);
}
