import type { ReadManifest } from '../../commerce/published-manifest.ts';
import type { DiscoveryCheck, Diagnostic } from './check-discovery.ts';
import type { Answered } from './check-answer.ts';

/** Who stands at the door, as far as the answer shows it. */
export function isShopify({ headers, url }: Answered): boolean {
  return (
    ['x-shopid', 'x-shardid', 'x-sorting-hat-shopid', 'x-shopify-stage'].some((name) => headers.has(name)) ||
    /shopify/i.test(headers.get('powered-by') ?? '') ||
    new URL(url).hostname.endsWith('.myshopify.com')
  );
}

function isWordPress({ headers, text }: Answered): boolean {
  return (
    /api\.w\.org/.test(headers.get('link') ?? '') ||
    /wordpress/i.test(headers.get('x-redirect-by') ?? headers.get('x-powered-by') ?? '') ||
    /\/wp-(content|includes|json)\//.test(text)
  );
}

/** A check on whether a person is there, which no agent can pass. */
function isChallenge({ headers, text }: Answered): boolean {
  return (
    headers.get('cf-mitigated') === 'challenge' || /<title>(Just a moment|Attention Required)/i.test(text)
  );
}

export function isHtml({ headers, text }: Answered): boolean {
  return /html/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text);
}

export const SHOPIFY_REMEDY =
  'You cannot change what Shopify answers on this domain, and need not: agents that speak to Shopify’s own service buy there. To be found through this service, give agents the manifest’s own address, or answer on a domain that Shopify does not host: a subdomain of yours, a headless storefront, or your own Cloudflare zone in front of the shop (see the recipes).';

/** Shopify describes its own service at this path of every shop it hosts. */
export function servedByShopify({ url }: Answered, { endpoints }: ReadManifest): Diagnostic {
  const endpoint = endpoints[0] === undefined ? '' : ` It sends agents to ${endpoints[0]}.`;
  return {
    check: 'store',
    level: 'problem',
    title: 'Shopify itself answers here.',
    cause: `${new URL(url).host} is hosted by Shopify, which serves a manifest of its own at /.well-known/ucp.${endpoint}`,
    remedy: SHOPIFY_REMEDY,
  };
}

/** Anything but 200. */
export function diagnoseStatus(check: DiscoveryCheck, answer: Answered): Diagnostic {
  const { status } = answer;
  const problem = (title: string, cause: string, remedy: string): Diagnostic => ({
    check: 'status',
    level: 'problem',
    title,
    cause,
    remedy,
  });
  if (isChallenge(answer)) return challenged();
  if (isShopify(answer)) {
    return problem(
      `Shopify answers with ${status}.`,
      'The domain is hosted by Shopify, which decides alone what is answered at /.well-known/ucp.',
      SHOPIFY_REMEDY,
    );
  }
  if (status === 404 || status === 410) return notFound(check, answer);
  if (status === 401 || status === 403) {
    return problem(
      `The server refuses to answer (${status}).`,
      'A login wall, a firewall, a security plugin or a rule against paths that begin with a dot stands before it.',
      'Let everybody read /.well-known/ucp: make an exception in the security plugin or at your host; in nginx, put the recipe before any “location ~ /\\.” rule that denies.',
    );
  }
  if (status === 429) {
    return problem(
      'The server asks for fewer requests (429).',
      'A firewall or host limits how often it is asked.',
      'Check again in some minutes. If it goes on, let /.well-known/ucp pass without a limit.',
    );
  }
  if (status >= 500) {
    return problem(
      `The server has failed (${status}).`,
      status === 502 || status === 504
        ? 'The server in front does not reach the one behind it.'
        : 'The site, or a plugin of it, broke while it answered.',
      'Look into the server’s error log at this minute. With a “direct” recipe, make sure that your server reaches the manifest’s address.',
    );
  }
  return problem(
    `The server answers with ${status} instead of 200.`,
    'Agents read a manifest only from an answer with status 200.',
    'Use one of the recipes for /.well-known/ucp.',
  );
}

function notFound({ platform }: DiscoveryCheck, answer: Answered): Diagnostic {
  if (isWordPress(answer)) {
    return {
      check: 'status',
      level: 'problem',
      title: 'WordPress says that there is no such page (404).',
      cause:
        'The request reaches WordPress, but nobody answers it: the ucp-host plugin is not active, its discovery switch is off, or permalinks are set to “Plain”.',
      remedy:
        'See that the plugin is active and the shop is paired, choose an answer under “Discovery on your own domain” in WooCommerce → Shopping agents, and save Settings → Permalinks once with anything but “Plain”.',
    };
  }
  const server = answer.headers.get('server')?.split(/[/ ]/)[0];
  const wordpress = platform === 'woocommerce' ? ', before WordPress sees the request' : '';
  return {
    check: 'status',
    level: 'problem',
    title: `The web server says that there is no such file (${answer.status}).`,
    cause: `${server ? `“${server}”` : 'The web server'} looks for a file at /.well-known/ucp${wordpress}, and there is none.`,
    remedy: 'Put the recipe for your web server, CDN or host into its configuration and reload it.',
  };
}

/** 200, but a page for people. */
export function diagnosePage({ platform }: DiscoveryCheck, answer: Answered): Diagnostic {
  if (isChallenge(answer)) return challenged();
  const title = /<title[^<>]*>([^<]{1,80})/i.exec(answer.text)?.[1]?.trim();
  const called = title ? ` It is called “${title}”.` : '';
  if (
    /coming.?soon|maintenance|under construction|opening soon/i.test(
      `${title} ${answer.text.slice(0, 20_000)}`,
    )
  ) {
    return {
      check: 'body',
      level: 'problem',
      title: 'The shop shows a “coming soon” page.',
      cause: `Whatever is asked for, that page is answered.${called}`,
      remedy:
        'Launch the shop (WooCommerce: Settings → Site visibility → Live), or let /.well-known/ucp pass.',
    };
  }
  return {
    check: 'body',
    level: 'problem',
    title: 'A web page is answered, not a manifest.',
    cause: `The site shows a page of its own for an address that it does not know.${called}`,
    remedy:
      platform === 'woocommerce' || isWordPress(answer)
        ? 'Activate the ucp-host plugin and its discovery switch, or put a recipe before the rule that hands everything to the site.'
        : 'Put a recipe before the rule that hands every address to the site (single-page apps do that).',
  };
}

function challenged(): Diagnostic {
  return {
    check: 'status',
    level: 'problem',
    title: 'A bot protection stops agents at the door.',
    cause: 'The answer is a page that checks whether a person is there.',
    remedy:
      'Make an exception for /.well-known/ucp (Cloudflare: Security → WAF → a custom rule “URI Path equals /.well-known/ucp” with the action Skip).',
  };
}
