import { z } from 'zod';
import type { AuditLog } from '../storage/repositories/identity/audit.ts';
import type { Page } from '../storage/repositories/rows/row-pages.ts';
import { nameObject } from '../wire/named.ts';
import { formatAuditText } from './audit-text.ts';
import { format } from './csv.ts';
import { textOrNull } from './fields.ts';
import { pagesForOrganization, pagesForStore, paging, span } from './lists.ts';
import type { MerchantContext } from './visit.ts';

const auditEntryWire = nameObject('AuditEntry', {
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().describe('An e-mail address, “command line” or “plugin”.'),
  actor_name: textOrNull.describe('Name of the person; null where no person did it.'),
  actor_token: textOrNull.describe('Name of the person’s API token that did it; null for what no token did.'),
  action: z.string().describe('For example store.connected, capability.switched.'),
  summary: z.string().describe('The change as a sentence, for example “Carts switched off”.'),
  store: textOrNull.describe('Slug of the store that it is about; null for none, or a deleted one.'),
  page: textOrNull.describe('Path below `/console` of the page on what it is about; null without one.'),
  details: z.record(z.string(), z.unknown()).describe('Without secrets.'),
});

const auditListing = z.object({
  ...format,
  ...paging,
  actor: z.string().max(254).optional().describe('Only changes by this person, by e-mail address.'),
  ...span,
});

export const auditEndpoints = [
  pagesForStore({
    id: 'listStoreAuditEntries',
    route: 'GET /stores/{slug}/audit',
    summary: 'Lists the changes of this store with their authors, newest first.',
    input: auditListing,
    row: auditEntryWire,
    read: ({ context, store }, filter, page) =>
      listAudit(context, { of: { storeId: store.id }, ...filter }, page),
  }),
];

export const organizationAudit = pagesForOrganization({
  id: 'listOrganizationAuditEntries',
  route: 'GET /organizations/{organization_id}/audit',
  summary: 'Lists changes of members and of ownership with their authors, newest first.',
  input: auditListing,
  row: auditEntryWire,
  file: { name: 'organization-audit' },
  read: ({ context, organization }, filter, page) =>
    listAudit(context, { of: { organizationId: organization.id }, ...filter }, page),
});

async function listAudit({ audit }: Pick<MerchantContext, 'audit'>, log: AuditLog, page: Page) {
  const { of, actor, since, until } = log;
  const listed = await audit.list({ of, actor, since, until }, page);
  const items = listed.items.map((entry) => ({
    ...entry,
    actorToken: entry.tokenName,
    summary: formatAuditText(entry),
    page: toAuditPage(entry, 'organizationId' in of ? of.organizationId : undefined),
  }));
  return { ...listed, items };
}

type Details = Record<string, unknown>;

/** Pages of a store by the first part of an action; the whole action goes first. */
const STORE_PAGES: Readonly<Record<string, string>> = {
  'store.credentials_changed': '/settings',
  'store.policy_changed': '/policy',
  'store.settings_changed': '/settings',
  capability: '/capabilities',
  catalog: '/products',
  domain: '/discovery',
  event_endpoint: '/events',
  webhooks: '/webhooks',
};

/** Returns the path below /console of the page on what an entry is about; null for what is gone, or has no page. */
function toAuditPage(
  { action, store, details }: { action: string; store: string | null; details: Details },
  organizationId?: string,
): string | null {
  const [kind = ''] = action.split('.');
  if (store !== null) {
    const page = `/stores/${store}${STORE_PAGES[action] ?? STORE_PAGES[kind] ?? ''}`;
    const endpoint = kind === 'event_endpoint' && details.endpoint;
    return typeof endpoint === 'string' ? `${page}?endpoint_id=${encodeURIComponent(endpoint)}` : page;
  }
  const isOfTeam = kind === 'member' || kind === 'organization';
  if (isOfTeam && organizationId !== undefined) return `/team/${organizationId}`;
  return kind === 'account' || kind === 'token' ? '/account' : null;
}
