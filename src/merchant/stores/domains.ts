import { z } from 'zod';
import {
  DOMAIN_STATES,
  domainStateOf,
  MAX_DOMAINS,
  proofName,
  type StoreDomain,
  servedUntil,
} from '../../commerce/store/store-domain.ts';
import { minute } from '../../commerce/time.ts';
import { addressesOn } from '../../protocols/ucp/links.ts';
import { named } from '../../wire/named.ts';
import { atStore, type MerchantEndpoint } from '../action.ts';
import { addDomain, removeDomain, verifyDomain } from '../discovery/custom-domains.ts';
import { diagnostic } from '../discovery/diagnostic.ts';
import { wholeList } from '../lists.ts';
import { type DomainOf, toWire } from '../to-wire.ts';
import type { MerchantContext } from '../visit.ts';

const domainWire = named(
  'CustomDomain',
  z.object({
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
    error: z.string().nullable().describe('Why a verified domain did not lead here at the last check.'),
    created_at: z.iso.datetime(),
    verified_at: z.iso.datetime().nullable(),
    checked_at: z.iso.datetime().nullable().describe('Time of the name servers’ last answer.'),
    served_until: z.iso.datetime().nullable(),
  }),
);

const domain = z
  .string()
  .min(1, 'must be a domain name')
  .max(300)
  .describe('A domain of the merchant’s own, without a port, such as agents.shop.example.');

const DOMAIN_ARGUMENT = ['<domain>', 'without a port, such as agents.shop.example'] as const;

const domainReply = z.object({ domain: domainWire });
const domainCheckWire = domainReply.extend({ diagnostics: z.array(diagnostic) });

export const domainEndpoints: MerchantEndpoint[] = [
  atStore(
    wholeList({
      id: 'listStoreDomains',
      rest: 'GET /stores/{slug}/domains',
      summary: 'Lists the store’s custom domains, on which it is or will be served in official UCP.',
      row: domainWire,
      command: {
        name: 'stores domains list',
        summary: 'List the domains of a store',
        examples: ['stores domains list my-store'],
        prints: {
          columns: {
            DOMAIN: ({ domain }) => domain,
            STATE: ({ state }) => state,
            'LAST CHECKED': ({ checked_at: at }) => (at === null ? 'never' : minute(at)),
            'TXT RECORD AT _ucp-host.<domain>': ({ record }) => record.value,
          },
          none: 'The store has no custom domain.',
        },
      },
      items: async ({ context, store }) =>
        (await context.customDomains.ofStore(store.id)).map((each) => withRecord(context, each)),
    }),
  ),

  atStore({
    id: 'addStoreDomain',
    rest: 'POST /stores/{slug}/domains',
    created: true,
    summary: `Adds a custom domain, and returns the DNS record that proves it; a repeat returns the same record. ${MAX_DOMAINS} of a store at most.`,
    input: z.object({ domain }),
    output: domainReply,
    command: {
      name: 'stores domains add',
      summary: 'Add a domain, and show the DNS record that verifies it',
      examples: ['stores domains add my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { details: domainDetails },
    },
    async reply(visit, { domain: typed }) {
      const claimed = await addDomain(visit, typed);
      const body = toWire(domainReply, { domain: withRecord(visit.context, claimed.domain) });
      return { body, isRepeated: !claimed.added };
    },
  }),

  atStore({
    id: 'verifyStoreDomain',
    rest: 'POST /stores/{slug}/domains/{domain}/verify',
    outbound: true,
    summary:
      'Checks now for the DNS record and whether the domain leads here, and reports what is still wrong. The service also checks regularly.',
    input: z.object({ domain }),
    output: domainCheckWire,
    command: {
      name: 'stores domains verify',
      summary: 'Check the DNS record now, and whether the domain points here',
      examples: ['stores domains verify my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { details: domainDetails },
    },
    async run(visit, { domain: typed }) {
      const { domain, diagnostics } = await verifyDomain(visit, typed);
      return { domain: withRecord(visit.context, domain), diagnostics };
    },
  }),

  atStore({
    id: 'deleteStoreDomain',
    rest: 'DELETE /stores/{slug}/domains/{domain}',
    summary: 'Removes a custom domain: agents no longer find the store there.',
    input: z.object({ domain }),
    command: {
      name: 'stores domains remove',
      summary: 'Remove a domain',
      examples: ['stores domains remove my-store agents.shop.example'],
      members: { domain: DOMAIN_ARGUMENT },
      prints: { done: (_, __, { typed }) => `${typed.domain} is removed.` },
    },
    run: (visit, { domain: typed }) => removeDomain(visit, typed),
  }),
];

function domainDetails({ domain }: z.output<typeof domainReply>): [string, string][] {
  const { state, record, profile_url: profile } = domain;
  return [
    [domain.domain, ''],
    ['state', state],
    ['DNS record', `${record.name}  ${record.type}  ${record.value}`],
    ...(state === 'live'
      ? []
      : [['', `and a CNAME or A record of ${domain.domain} to this service`] as [string, string]]),
    ['profile', profile],
  ];
}

/** Adds what a merchant needs to prove the domain and to use it. */
function withRecord(
  { tenantHosts }: Pick<MerchantContext, 'tenantHosts'>,
  domain: StoreDomain,
): DomainOf<typeof domainWire> {
  return {
    ...domain,
    domain: domain.name,
    state: domainStateOf(domain),
    record: { type: 'TXT', name: proofName(domain.name), value: domain.token },
    profileUrl: addressesOn(tenantHosts.originOf(domain.name)).profile,
    servedUntil: servedUntil(domain),
  };
}
