import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toConflictError, toNotFoundError } from '../../commerce/errors.ts';
import {
  computeServedUntil,
  DOMAIN_STATES,
  MAX_DOMAINS,
  normalizeDomainName,
  type StoreDomain,
  toDomainState,
  toProofName,
} from '../../commerce/store/store-domain.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { formatMinute } from '../../commerce/time/time.ts';
import { buildAddressesOn } from '../../protocols/ucp/profile/links.ts';
import { HOSTING_DOMAINS } from '../../store-platforms/presentations.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { checkCustomDomain } from '../discovery/check-custom-domain.ts';
import { diagnostic } from '../discovery/diagnostic.ts';
import { createTooManyError, instantOrNull, textOrNull } from '../fields.ts';
import { listForStore } from '../lists.ts';
import { type DomainOf, toWire } from '../to-wire.ts';
import { type AtStore, getNow, type MerchantContext, mustBeConnected } from '../visit.ts';

const domainWire = nameObject('CustomDomain', {
  domain: z.string().describe('In lower case and ASCII.'),
  state: z
    .enum(DOMAIN_STATES)
    .describe(
      'unverified: the DNS record has not been seen. verified: it has, and the domain does not lead here yet. live: agents find the store there. proof_missing: the record is gone, and the domain is served until `served_until`. lost: it is served no longer.',
    ),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .describe('DNS record that must exist while the domain is served.'),
  profile_url: z.url().describe('URL of the official profile once the domain is live.'),
  error: textOrNull.describe('Why a verified domain did not lead here at the last check.'),
  created_at: z.iso.datetime(),
  verified_at: instantOrNull,
  checked_at: instantOrNull.describe('Time of the name servers’ last answer.'),
  served_until: instantOrNull,
});

const domain = z
  .string()
  .min(1, 'must be a domain name')
  .max(300)
  .describe('A domain of the merchant’s own, without a port, such as agents.shop.example.');

const DOMAIN_ARGUMENT = ['<domain>', 'without a port, such as agents.shop.example'] as const;

const domainReply = z.object({ domain: domainWire });

export const domainEndpoints = [
  listForStore({
    id: 'listStoreDomains',
    route: 'GET /stores/{slug}/domains',
    summary: 'Lists the store’s custom domains, on which it is or will be served in official UCP.',
    row: domainWire,
    command: {
      name: 'stores domains list',
      summary: 'List the domains of a store',
      prints: {
        columns: {
          DOMAIN: ({ domain }) => domain,
          STATE: ({ state }) => state,
          'LAST CHECKED': ({ checked_at: at }) => (at === null ? 'never' : formatMinute(at)),
          'TXT RECORD AT _ucp-host.<domain>': ({ record }) => record.value,
        },
        none: 'The store has no custom domain.',
      },
    },
    listItems: async ({ context, store }) =>
      (await context.customDomains.listOfStore(store.id)).map((each) => withRecord(context, each)),
  }),

  forStore({
    id: 'addStoreDomain',
    route: 'POST /stores/{slug}/domains',
    created: true,
    summary: `Adds a custom domain, and returns the DNS record that proves it; a repeat returns the same record. ${MAX_DOMAINS} of a store at most.`,
    input: z.object({ domain }),
    output: domainReply,
    command: {
      name: 'stores domains add',
      summary: 'Add a domain, and show the DNS record that verifies it',
      examples: ['stores domains add my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { details: formatDomainDetails },
    },
    /** Idempotent, also when raced: there is one claim with one token. Other stores may claim the domain until one verifies it. */
    async reply(visit, { domain: typed }) {
      mustBeConnected(visit);
      const { context, store, actor } = visit;
      const name = nameOfDomain(visit, typed);
      const token = `ucp-host=${randomBytes(24).toString('base64url')}`;
      const claim = { id: context.newId(), storeId: store.id, name, token };
      const outcome = await context.customDomains.add(claim, { actor, now: getNow(visit), max: MAX_DOMAINS });
      if (outcome === 'gone') throw toConflictError('The store has just been disconnected.');
      if (outcome === 'too_many') throw createTooManyError('domain', MAX_DOMAINS, 'custom domains');
      const domain = withRecord(context, await requireDomain(visit, name));
      if (outcome === 'added') context.wake();
      return { body: toWire(domainReply, { domain }), isRepeated: outcome !== 'added' };
    },
  }),

  forStore({
    id: 'verifyStoreDomain',
    route: 'POST /stores/{slug}/domains/{domain}/verify',
    outbound: true,
    summary:
      'Checks now for the DNS record and whether the domain leads here, and reports what is still wrong. The service also checks regularly.',
    input: z.object({ domain }),
    output: domainReply.extend({ diagnostics: z.array(diagnostic) }),
    command: {
      name: 'stores domains verify',
      summary: 'Check the DNS record now, and whether the domain points here',
      examples: ['stores domains verify my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { details: formatDomainDetails },
    },
    async run(visit, { domain: typed }) {
      mustBeConnected(visit);
      const { context, store, actor } = visit;
      const claim = await requireDomain(visit, nameOfDomain(visit, typed));
      const check = await checkCustomDomain(context, store, claim, actor);
      if (!check) throw createNoDomainError(claim.name);
      return { domain: withRecord(context, check.domain), diagnostics: check.diagnostics };
    },
  }),

  forStore({
    id: 'deleteStoreDomain',
    route: 'DELETE /stores/{slug}/domains/{domain}',
    summary: 'Removes a custom domain: agents no longer find the store there.',
    input: z.object({ domain }),
    command: {
      name: 'stores domains remove',
      summary: 'Remove a domain',
      examples: ['stores domains remove my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { done: (_, __, { typed }) => `${typed.domain} is removed.` },
    },
    async run(visit, { domain: typed }) {
      const { context, store, actor } = visit;
      const name = nameOfDomain(visit, typed);
      if (!(await context.customDomains.remove(store.id, name, actor, getNow(visit))))
        throw createNoDomainError(name);
    },
  }),
];

async function requireDomain({ context, store }: AtStore, name: string): Promise<StoreDomain> {
  const domain = await context.customDomains.find(store.id, name);
  if (!domain) throw createNoDomainError(name);
  return domain;
}

function nameOfDomain({ context }: AtStore, typed: string): string {
  return normalizeDomainName(typed, { ...context.tenantHosts.names(), hosting: HOSTING_DOMAINS });
}

function createNoDomainError(name: string) {
  return toNotFoundError(`This store has no domain ${quoteInput(name, 255)}. Add it first.`);
}

function formatDomainDetails({ domain }: z.output<typeof domainReply>) {
  const { state, record } = domain;
  const pointing = ['', `and a CNAME or A record of ${domain.domain} to this service`] as const;
  return [
    [domain.domain, ''],
    ['state', state],
    ['DNS record', `${record.name}  ${record.type}  ${record.value}`],
    ...(state === 'live' ? [] : [pointing]),
    ['profile', domain.profile_url],
  ] as const;
}

function withRecord({ tenantHosts }: MerchantContext, domain: StoreDomain): DomainOf<typeof domainWire> {
  const { name, token } = domain;
  return {
    ...domain,
    domain: name,
    state: toDomainState(domain),
    record: { type: 'TXT', name: toProofName(name), value: token },
    profileUrl: buildAddressesOn(tenantHosts.originOf(name)).profile,
    servedUntil: computeServedUntil(domain),
  };
}
