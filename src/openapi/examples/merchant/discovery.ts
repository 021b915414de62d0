import { examples as ofAgents } from '../contract.ts';
import type { Example } from '../../description.ts';
import { CLIENTS, STRICT_CLIENTS } from '../../../api/merchant/clients.ts';

const SERVICE = 'https://agents.example.com';
const MANIFEST = `${SERVICE}/api/ucp/demo-shopify`;
const PROFILE = `${SERVICE}/ucp/demo-shopify/.well-known/ucp`;
const OWN = 'agents.shop.example';

const profile = {
  ucp: {
    version: '2026-08-25',
    services: {
      'dev.ucp.shopping': [
        {
          version: '2026-08-25',
          spec: 'https://ucp.dev/2026-08-25/specification/overview',
          transport: 'rest',
          endpoint: `${SERVICE}/ucp/demo-shopify`,
          schema: 'https://ucp.dev/2026-08-25/services/shopping/rest.openapi.json',
        },
      ],
    },
    capabilities: {
      'dev.ucp.shopping.checkout': [
        {
          version: '2026-08-25',
          spec: 'https://ucp.dev/2026-08-25/specification/shopping/checkout',
          schema: 'https://ucp.dev/2026-08-25/schemas/shopping/checkout.json',
        },
      ],
    },
    payment_handlers: {},
  },
};

const claimed = {
  domain: OWN,
  state: 'unverified',
  record: { type: 'TXT', name: `_ucp-host.${OWN}`, value: 'ucp-host=R4y88o6HiiFrSBN602qO25DhEJTvX3qD' },
  profile_url: `https://${OWN}/.well-known/ucp`,
  obstacle: null,
  created_at: '2026-11-21T09:00:00.000Z',
  verified_at: null,
  checked_at: null,
  served_until: null,
};
const looked = '2026-11-21T09:20:00.000Z';
const live = { ...claimed, state: 'live', verified_at: looked, checked_at: looked };

/** How agents find a store: what stands where, and the domains that lead there. */
export const ofDiscovery: Record<string, Example> = {
  'GET /stores/{slug}/discovery': {
    input: {},
    output: {
      manifest_url: MANIFEST,
      manifest: ofAgents['GET /']?.output,
      official: {
        profile_url: PROFILE,
        on_own_host: false,
        addresses: [PROFILE],
        profiles: [{ version: '2026-08-25', url: PROFILE, profile }],
      },
      clients: CLIENTS,
      strict_clients: STRICT_CLIENTS,
      domains: ['shop.example.com'],
      recipes: [
        {
          id: 'caddy',
          title: 'Caddy',
          kind: 'redirect',
          language: 'text',
          text: `# In the site block of shop.example.com.\nredir /.well-known/ucp "${MANIFEST}" 302`,
          note: 'Agents that refuse redirects will not find the store.',
        },
      ],
      profile_recipes: [],
    },
  },
  'POST /stores/{slug}/discovery/check': {
    input: { domain: 'shop.example.com' },
    output: {
      ok: false,
      strict: false,
      url: 'https://shop.example.com/.well-known/ucp',
      found: null,
      findings: [
        {
          check: 'address',
          level: 'problem',
          title: 'The name shop.example.com is not known.',
          cause: 'The domain name system has no address for it (ENOTFOUND).',
          remedy:
            'Check the spelling. If the domain is new, add an A, AAAA or CNAME record for shop.example.com at your DNS provider and wait until it is known everywhere, which can take some hours.',
        },
      ],
    },
  },
  'GET /stores/{slug}/domains': { input: {}, output: { items: [live] } },
  'POST /stores/{slug}/domains': { input: { domain: OWN }, output: { domain: claimed } },
  'POST /stores/{slug}/domains/{domain}/verify': {
    input: { domain: OWN },
    output: {
      domain: live,
      findings: [
        { check: 'proof', level: 'ok', title: `The DNS record proves that ${OWN} is yours.` },
        { check: 'status', level: 'ok', title: `${OWN} answers with 200.` },
      ],
    },
  },
  'DELETE /stores/{slug}/domains/{domain}': { input: { domain: OWN }, output: {} },
};
