import { z } from 'zod';
import { createMemberError } from '../../commerce/errors.ts';
import type { ExpectedManifest } from '../../commerce/store/published-manifest.ts';
import type { StoreDescription } from '../../commerce/store/store.ts';
import { renderManifest } from '../../protocols/contract/manifest.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { manifestResponse } from '../../protocols/contract/responses.ts';
import { RECIPE_KINDS } from '../../store-platforms/presentation.ts';
import { getLentName } from '../../store-platforms/presentations.ts';
import { forStore } from '../action.ts';
import { getNow } from '../visit.ts';
import { checkDiscovery, checkManifestAt } from './check-discovery.ts';
import { type DiscoveryReport, diagnostic, toProblemDiagnostic } from './diagnostic.ts';
import {
  buildServiceAddresses,
  checkProfileAt,
  findExpectedAnywhere,
  findOfficialDiscovery,
  findOwnAddresses,
  listShoppingUrls,
  type ManifestSource,
  officialWire,
  pickCheckContext,
} from './official-discovery.ts';
import { buildRecipes } from './recipes.ts';

/** Agents that read each form of the manifest, as tested or as the protocol requires. */
const CLIENTS = {
  contract: [
    'Agents written for this service’s own interface, over REST.',
    'MCP clients that are given the MCP address below: those built on the official MCP SDKs, and the MCP inspector.',
    'Not Shopify’s “ucp” command line: it reads official profiles only.',
  ],
  official: [
    'Agent platforms that keep to the published UCP, versions 2026-08-25 and 2026-04-08. They look at the root of a host, over HTTPS, and follow no redirects.',
    'Shopify’s “ucp” command line, over MCP, in both versions. It needs a dedicated hostname, because it ignores the URL’s path.',
  ],
} as const;

const STRICT_CLIENTS =
  'Agents that keep to the official UCP release do not follow redirects from /.well-known/ucp. A direct recipe answers with the manifest itself, and is found by all agents.';

const recipe = z.object({
  id: z
    .string()
    .describe('Server behind the domain: shopify, wordpress, nginx, apache, caddy, cloudflare or vercel.'),
  title: z.string(),
  kind: z
    .enum(RECIPE_KINDS)
    .describe(
      'direct: every agent finds the store. redirect: only those that follow redirects. advice: nothing to paste.',
    ),
  language: z.string().describe('Language for syntax highlighting.'),
  text: z.string().describe('The whole configuration, with this store’s addresses filled in.'),
  note: z.string(),
});

const discoveryResponse = z.object({
  manifest_url: z.url().describe('URL at which agents read this store’s manifest.'),
  manifest: manifestResponse,
  official: officialWire.describe('The store in official UCP.'),
  shopping_urls: z
    .array(z.url())
    .describe('MCP endpoints at which any client shops, without a key or a profile; hand out the first.'),
  clients: z
    .object({ contract: z.array(z.string()), official: z.array(z.string()) })
    .describe('Names the agents that read the manifest, and those that read the official profiles.'),
  strict_clients: z.string().describe('Steps for agents that refuse redirects.'),
  domains: z.array(z.string()).describe('The shop’s own domains, the main one first.'),
  recipes: z.array(recipe).describe('Configurations that make the domain lead to the manifest.'),
  profile_recipes: z
    .array(recipe)
    .describe(
      'Configurations that make the domain answer with the official profile, which is never redirected.',
    ),
});

const discoveryCheckWire = z.object({
  ok: z
    .boolean()
    .describe('True when agents find the store on this domain, at least those that follow redirects.'),
  strict: z.boolean().describe('True when agents that refuse redirects find it as well.'),
  url: z.url().describe('URL that was requested.'),
  found: z
    .enum(['manifest', 'profile'])
    .nullable()
    .describe('Kind of document: the manifest or an official profile, which different agents read.'),
  diagnostics: z.array(diagnostic),
});

export const discoveryEndpoints = [
  forStore({
    id: 'getStoreDiscovery',
    route: 'GET /stores/{slug}/discovery',
    summary:
      'Returns the store’s manifest and official profiles, their addresses, and how to make the shop’s own domain lead to them.',
    output: discoveryResponse,
    async reply(visit) {
      const { manifest, manifestUrl } = buildManifest(visit);
      const domains = getDomains(visit.store.description);
      const [domain = 'shop.example.com'] = domains;
      const { platform, id } = visit.store;
      const at = { domain, platform, isPaired: (await visit.context.pairings.findByStore(id)) !== undefined };
      const profileRecipes = buildRecipes({ manifestUrl: buildServiceAddresses(visit).profile, ...at });
      const body = {
        manifest_url: manifestUrl,
        manifest,
        official: await findOfficialDiscovery(visit),
        shopping_urls: await listShoppingUrls(visit),
        clients: CLIENTS,
        strict_clients: STRICT_CLIENTS,
        domains,
        recipes: buildRecipes({ manifestUrl, ...at }),
        profile_recipes: profileRecipes.filter(({ kind }) => kind !== 'redirect'),
      };
      return { body };
    },
  }),
  forStore({
    id: 'checkStoreDiscovery',
    route: 'POST /stores/{slug}/discovery/check',
    outbound: true,
    summary:
      'Requests a domain, or an address of this service, as agents do, and reports what is wrong and how to fix it.',
    input: z.object({
      domain: z.string().min(1).max(300).optional().describe('Omitted: the shop’s main domain.'),
      address: z
        .enum(['manifest', 'profile'])
        .optional()
        .describe('Instead of a domain: URL of the manifest, or that by which official UCP knows the store.'),
    }),
    output: discoveryCheckWire,
    async run(visit, { domain, address }) {
      const { context, store } = visit;
      if (address !== undefined && domain !== undefined)
        throw createMemberError('domain', 'and address exclude each other: send one of them');
      if (address === 'profile') return withKind(await checkProfileAt(visit, await findOwnAddresses(visit)));
      if (address === 'manifest') {
        const expected = { own: buildExpectedManifest(visit) };
        const { manifestUrl } = expected.own;
        return withKind(await checkManifestAt({ ...pickCheckContext(visit), expected }, manifestUrl));
      }
      const host = parseHost(domain ?? getDomains(store.description)[0] ?? '');
      const report = await checkShopDomain(visit, host);
      if (!report.ok) {
        const [ownHost] = await context.tenantHosts.listHosts(store);
        const folder = diagnoseFolder(store.description, host, ownHost);
        return withKind({ ...report, diagnostics: [...folder, ...report.diagnostics] });
      }
      await context.milestones.reach(store.id, 'discovery_reachable', getNow(visit));
      return withKind(report);
    },
  }),
];

export async function checkShopDomain(source: ManifestSource, host: string): Promise<DiscoveryReport> {
  const expected = { own: buildExpectedManifest(source), official: await findExpectedAnywhere(source) };
  return checkDiscovery({ ...pickCheckContext(source), expected }, host);
}

function buildExpectedManifest(visit: ManifestSource): ExpectedManifest {
  const { manifest, manifestUrl } = buildManifest(visit);
  const { version, capabilities } = readManifest(manifest);
  return { manifestUrl, storeUrls: [manifestUrl], version: version ?? '', capabilities };
}

function withKind(report: DiscoveryReport) {
  return { ...report, found: FOUND[report.manifest?.form ?? 'none'] };
}

const FOUND = { own: 'manifest', official: 'profile', none: null } as const;

export function buildManifest({ context, store }: ManifestSource) {
  const baseUrl = context.baseUrl();
  const manifestUrl = `${baseUrl}/api/ucp/${store.slug}`;
  return { manifestUrl, manifest: renderManifest({ store, baseUrl, storeUrl: manifestUrl }) };
}

/** Names the cause why a shop in a folder is not found on its domain. `ownHost`: the store's own, where agents find it. */
function diagnoseFolder({ hosts, folder = '' }: StoreDescription, host: string, ownHost: string | undefined) {
  if (folder === '' || !hosts.includes(host)) return [];
  const own =
    ownHost === undefined
      ? 'Give the store a domain of its own under “Custom domains”'
      : `Give agents ${ownHost}, where this store answers`;
  return [
    toProblemDiagnostic('folder', {
      title: 'A shop in a folder cannot answer at the root of its domain.',
      cause: `Agents ask ${host}/.well-known/ucp, which belongs to the site at the root. The shop is at ${host}${folder}.`,
      remedy: `${own}. Or let the site at the root serve the manifest, by one of the recipes.`,
    }),
  ];
}

/** Reads `shop.example` from `https://Shop.Example/some/page`, keeping a port. Throws `invalid_input` for anything else. */
export function parseHost(typed: string): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  // Development shops may have a host without a dot, also an IPv6 address of another machine.
  const isDomain = url !== null && url.username === '' && /\.|^localhost$|^\[/.test(url.hostname);
  if (!isDomain) throw createMemberError('domain', 'must be a domain name, for example shop.example.com');
  return url.host;
}

/** Lists the shop's domains, custom domains before the platform's. */
export function getDomains({ hosts }: StoreDescription): string[] {
  const isLent = (host: string) => Number(getLentName(host) !== undefined);
  return hosts.toSorted((a, b) => isLent(a) - isLent(b));
}
