import { z } from 'zod';
import type { AuditLog } from '../storage/repositories/identity/audit.ts';
import { nameSchema } from '../wire/named.ts';
import { forStore, type MerchantEndpoint, type MerchantReply } from './action.ts';
import { formatAuditText } from './audit-text.ts';
import { format } from './csv.ts';
import { pageOf, paging, replyWithPage, span } from './lists.ts';
import type { MerchantContext } from './visit.ts';

export const auditEntryWire = nameSchema(
  'AuditEntry',
  z.object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.string().describe('An e-mail address, “command line” or “plugin”.'),
    actor_name: z.string().nullable().describe('Name of the person; null where no person did it.'),
    actor_token: z
      .string()
      .nullable()
      .describe('Name of the person’s API token that did it; null for what no token did.'),
    action: z.string().describe('For example store.connected, capability.switched.'),
    summary: z.string().describe('The change as a sentence, for example “Carts switched off”.'),
    store: z
      .string()
      .nullable()
      .describe('Slug of the store that it is about; null for none, or a deleted one.'),
    page: z
      .string()
      .nullable()
      .describe('Path below `/console` of the page on what it is about; null without one.'),
    details: z.record(z.string(), z.unknown()).describe('Without secrets.'),
  }),
);

export const auditListing = z.object({
  ...format,
  ...paging,
  actor: z.string().max(254).optional().describe('Only changes by this person, by e-mail address.'),
  ...span,
});

export const auditEndpoints: MerchantEndpoint[] = [
  forStore({
    id: 'listStoreAuditEntries',
    route: 'GET /stores/{slug}/audit',
    summary: 'Lists the changes of this store with their authors, newest first.',
    input: auditListing,
    output: pageOf(auditEntryWire),
    reply: ({ context, store }, input) =>
      replyWithAudit(context, { storeId: store.id }, `${store.slug}-audit`, input),
  }),
];

/** Answers with one page of a log, or with a file of that name. */
export function replyWithAudit(
  context: Pick<MerchantContext, 'audit'>,
  of: AuditLog['of'],
  file: string,
  input: z.output<typeof auditListing>,
): Promise<MerchantReply> {
  const { actor, since, until } = input;
  return replyWithPage(input, {
    file,
    row: auditEntryWire,
    async read(page) {
      const listed = await context.audit.list({ of, actor, since, until }, page);
      const items = listed.items.map((entry) => ({
        ...entry,
        actorToken: entry.tokenName,
        summary: formatAuditText(entry),
        page: toAuditPage(entry, 'organizationId' in of ? of.organizationId : undefined),
      }));
      return { ...listed, items };
    },
  });
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

const ACCOUNT_ACTIONS = ['account', 'token'];
const TEAM_ACTIONS = ['member', 'organization'];

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
  if (TEAM_ACTIONS.includes(kind) && organizationId !== undefined) return `/team/${organizationId}`;
  return ACCOUNT_ACTIONS.includes(kind) ? '/account' : null;
}
