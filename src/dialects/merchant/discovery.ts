import { z } from 'zod';
import { checkDiscovery } from '../../merchants/discovery/check-discovery.ts';
import { domainsOf, hostOf } from '../../merchants/discovery/shop-domains.ts';
import { recipes } from '../../merchants/discovery/recipes.ts';
import { nowOf, type StoreVisit } from '../../merchants/visit.ts';
import { renderManifest } from '../contract/manifest.ts';
import { readManifest } from '../contract/read-manifest.ts';
import { manifestResponse } from '../contract/responses.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';

const recipe = z.object({
  id: z
    .string()
    .describe('Who answers for the domain: shopify, wordpress, nginx, apache, caddy, cloudflare or vercel.'),
  title: z.string(),
  kind: z
    .enum(['redirect', 'direct', 'advice'])
    .describe(
      'direct: every agent finds the store. redirect: only those that follow redirects. advice: nothing to paste.',
    ),
  language: z.string().describe('For colouring the text.'),
  text: z.string().describe('The whole configuration, with this store’s addresses filled in.'),
  note: z.string(),
});

const discoveryResponse = z.object({
  manifest_url: z.url().describe('Where agents read this store’s manifest.'),
  manifest: manifestResponse,
  strict_clients: z.string().describe('What agents that refuse redirects need.'),
  domains: z.array(z.string()).describe('The shop’s own domains, the main one first.'),
  recipes: z.array(recipe),
});

const finding = z.object({
  check: z.string().describe('What was looked at: address, connection, redirect, status, content_type, …'),
  level: z.enum(['ok', 'warning', 'problem']),
  title: z.string(),
  cause: z.string().optional(),
  remedy: z.string().optional(),
});

const checkResponse = z.object({
  ok: z.boolean().describe('Agents find the store on this domain: at least those that follow a redirect.'),
  strict: z.boolean().describe('So do agents that refuse redirects.'),
  url: z.url().describe('The address that was asked.'),
  findings: z.array(finding),
});

const STRICT_CLIENTS =
  'Agents that keep to the official UCP release do not follow redirects from /.well-known/ucp. A direct recipe answers with the manifest itself, and is found by all agents.';

export const discoveryEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/discovery',
    summary: 'The store’s manifest, its address, and how to let the shop’s own domain lead to it.',
    tag: 'store',
    input: z.object({}),
    output: discoveryResponse,
    async run(visit) {
      const { manifest, manifestUrl } = manifestOf(visit);
      const domains = domainsOf(visit.store.description);
      const [domain = 'shop.example.com'] = domains;
      return {
        body: {
          manifest_url: manifestUrl,
          manifest,
          strict_clients: STRICT_CLIENTS,
          domains,
          recipes: recipes({ manifestUrl, domain, platform: visit.store.platform }),
        },
      };
    },
  }),
  forStore({
    rest: 'POST /stores/{slug}/discovery/check',
    summary: 'Asks a domain for the manifest as agents do, and says what is wrong and how to mend it.',
    tag: 'store',
    input: z.object({
      domain: z.string().min(1).max(300).optional().describe('The shop’s main domain when left out.'),
    }),
    output: checkResponse,
    async run(visit, { domain }) {
      const { desk, store } = visit;
      const host = hostOf(domain ?? domainsOf(store.description)[0] ?? '');
      const { manifest, manifestUrl } = manifestOf(visit);
      const { version, capabilities } = readManifest(manifest);
      const expected = { manifestUrl, storeUrl: manifestUrl, version: version ?? '', capabilities };
      const check = { probe: desk.probe, readManifest, expected, platform: store.platform };
      const { ok, strict, url, findings } = await checkDiscovery(check, host);
      if (ok) await desk.milestones.reach(store.id, 'discovery_reachable', nowOf(visit));
      return { body: { ok, strict, url, findings } };
    },
  }),
];

function manifestOf({ desk, store }: StoreVisit) {
  const baseUrl = desk.baseUrl();
  const manifestUrl = `${baseUrl}/api/ucp/${store.slug}`;
  return { manifestUrl, manifest: renderManifest({ store, baseUrl, storeUrl: manifestUrl }) };
}
