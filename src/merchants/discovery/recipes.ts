import { SHOPIFY_REMEDY } from './check-pages.ts';
import { apache, caddy, cloudflare, nginx, vercel } from './server-recipes.ts';

/** How to let a shop's own domain answer `/.well-known/ucp`. */
export interface Recipe {
  id: string;
  title: string;
  /** `redirect`: agents that follow redirects find the store. `direct`: all do. `advice`: nothing to paste. */
  kind: 'redirect' | 'direct' | 'advice';
  /** For colouring: `nginx`, `apache`, `javascript`, `json`, `text`. */
  language: string;
  text: string;
  note: string;
}

export interface RecipeFor {
  manifestUrl: string;
  /** The shop's own domain. */
  domain: string;
  platform: string;
  /** True for a shop whose plugin is paired with this service already. */
  isPaired?: boolean;
}

/** Those for the shop's own platform come first. */
export function recipes({ manifestUrl, domain, platform, isPaired }: RecipeFor): Recipe[] {
  const at = { manifestUrl: safeUrl(manifestUrl), domain: safeHost(domain) };
  const servers = [...nginx(at), ...apache(at), ...caddy(at), ...cloudflare(at), ...vercel(at)];
  return platform === 'shopify'
    ? [shopify(at.manifestUrl), ...servers]
    : [...wordpress(isPaired ?? false), ...servers];
}

/** Whatever the address holds, it stays one word in every configuration: no quote, space, `$`, `;` or brace is left. */
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
    text: `Give agents this address: ${manifestUrl}`,
    note: `Shopify answers /.well-known/ucp itself, with a manifest of its own service; URL redirects in the admin do not reach this path. ${SHOPIFY_REMEDY}`,
  };
}

function wordpress(isPaired: boolean): Recipe[] {
  const before = isPaired
    ? ['Open WooCommerce → Shopping agents.']
    : ['Install and activate the ucp-host plugin.', 'Open WooCommerce → Shopping agents and pair the shop.'];
  const steps = (last: string) =>
    [...before, last, 'Save.'].map((step, index) => `${index + 1}. ${step}`).join('\n');
  return [
    {
      id: 'wordpress',
      title: 'The WordPress plugin',
      kind: 'direct',
      language: 'text',
      text: steps(
        'Under “Discovery on your own domain” choose “The manifest itself”, or “The official UCP profile” for platforms that read that.',
      ),
      note: 'The plugin fetches the manifest and keeps it for five minutes. Needs permalinks other than “Plain”, and a web server that hands unknown paths to WordPress.',
    },
    {
      id: 'wordpress',
      title: 'The WordPress plugin',
      kind: 'redirect',
      language: 'text',
      text: steps('Under “Discovery on your own domain” choose “A redirect to the manifest”.'),
      note: 'Agents that refuse redirects will not find the store.',
    },
  ];
}
