import { SHOPIFY_REMEDY } from './check-pages.ts';
import { apache, bothRecipes, caddy, cloudflare, nginx, type Recipe, vercel } from './server-recipes.ts';

export interface RecipeFor {
  manifestUrl: string;
  /** Domain of the shop. */
  domain: string;
  platform: string;
  /** True once the shop's plugin is paired with this service. */
  isPaired?: boolean;
}

/** Recipes for the shop's own platform come first. */
export function recipes({ manifestUrl, domain, platform, isPaired }: RecipeFor): Recipe[] {
  const at = { manifestUrl: safeUrl(manifestUrl), domain: safeHost(domain) };
  const servers = [...nginx(at), ...apache(at), ...caddy(at), ...cloudflare(at), ...vercel(at)];
  return platform === 'shopify'
    ? [shopify(at.manifestUrl), ...servers]
    : [...wordpress(isPaired ?? false), ...servers];
}

/** Keeps the URL one word in every configuration file: quotes, spaces, `$`, `;` and braces are encoded. */
export function safeUrl(address: string): string {
  return new URL(address).href.replaceAll(
    /[^\w:/.~%?&=+@,[\]-]/g,
    (each) => `%${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function safeHost(host: string): string {
  const address = `https://${host}`;
  return (
    (URL.canParse(address) ? new URL(address).host : '').replaceAll(/[^\w.:[\]-]/g, '') || 'shop.example.com'
  );
}

function shopify(manifestUrl: string): Recipe {
  return {
    id: 'shopify',
    title: 'A domain that Shopify hosts',
    kind: 'advice',
    language: 'text',
    text: `Give agents this URL: ${manifestUrl}`,
    note: `Shopify serves its own manifest at /.well-known/ucp; URL redirects in the admin do not apply to this path. ${SHOPIFY_REMEDY}`,
  };
}

function wordpress(isPaired: boolean): Recipe[] {
  const before = isPaired
    ? ['Open WooCommerce → Shopping agents.']
    : ['Install and activate the ucp-host plugin.', 'Open WooCommerce → Shopping agents and pair the shop.'];
  const steps = (last: string) =>
    [...before, last, 'Save.'].map((step, index) => `${index + 1}. ${step}`).join('\n');
  return bothRecipes(
    { id: 'wordpress', title: 'The WordPress plugin', language: 'text' },
    {
      text: steps(
        'Under “Discovery on your own domain” choose “The manifest itself”, or “The official UCP profile” for platforms that read that.',
      ),
      note: 'The plugin fetches the manifest and caches it for five minutes. Needs permalinks other than “Plain”, and a web server that passes unknown paths to WordPress.',
    },
    {
      text: steps('Under “Discovery on your own domain” choose “A redirect to the manifest”.'),
      note: 'Agents that reject redirects will not find the store.',
    },
  );
}
