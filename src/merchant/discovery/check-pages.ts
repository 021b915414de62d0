import type { Presentation } from '../../store-platforms/presentation.ts';
import { getPresentation, presentations } from '../../store-platforms/presentations.ts';
import { type Answered, type Diagnostic, type DiscoveryCheck, toProblemDiagnostic } from './diagnostic.ts';

/** Returns the platform whose own servers have answered, if any. */
export function detectHostingPlatform(answer: Answered): HostingPlatform | undefined {
  const platforms: readonly Presentation[] = Object.values(presentations);
  const host = platforms.find(({ hosting }) => hosting?.isServedBy(answer));
  return host?.hosting && { title: host.title, remedy: host.hosting.remedy };
}

type HostingPlatform = Record<'title' | 'remedy', string>;

function isWordPress({ headers, text }: Answered): boolean {
  return (
    /api\.w\.org/.test(headers.get('link') ?? '') ||
    /wordpress/i.test(headers.get('x-redirect-by') ?? headers.get('x-powered-by') ?? '') ||
    /\/wp-(content|includes|json)\//.test(text)
  );
}

function isWordPressShop({ platform }: DiscoveryCheck): boolean {
  return platform !== undefined && getPresentation(platform).isWordPress;
}

/** Bot challenge, which no agent can pass. */
function isChallenge({ headers, text }: Answered): boolean {
  return (
    headers.get('cf-mitigated') === 'challenge' || /<title>(Just a moment|Attention Required)/i.test(text)
  );
}

export function isHtml({ headers, text }: Answered): boolean {
  return /html/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(text);
}

/** Such a platform serves its own manifest at this path of every shop it hosts. */
export function diagnoseServedByPlatform(host: HostingPlatform, url: string, [endpoint]: readonly string[]) {
  const { title, remedy } = host;
  const sends = endpoint === undefined ? '' : ` It sends agents to ${endpoint}.`;
  return toProblemDiagnostic('store', {
    title: `${title} serves its own manifest here.`,
    cause: `${new URL(url).host} is hosted by ${title}, which serves a manifest of its own at /.well-known/ucp.${sends}`,
    remedy,
  });
}

/** Diagnoses any status but 200. */
export function diagnoseStatus(check: DiscoveryCheck, answer: Answered): Diagnostic {
  const { status } = answer;
  const diagnoseWrong = (title: string, cause: string, remedy: string) =>
    toProblemDiagnostic('status', { title, cause, remedy });
  if (isChallenge(answer)) return diagnoseChallenge();
  const host = detectHostingPlatform(answer);
  if (host) {
    const { title, remedy } = host;
    const cause = `The domain is hosted by ${title}, which controls /.well-known/ucp.`;
    return diagnoseWrong(`${title} returns ${status}.`, cause, remedy);
  }
  if (status === 404 || status === 410) return diagnoseNotFound(check, answer);
  if (status === 401 || status === 403)
    return diagnoseWrong(
      `The server denies access (${status}).`,
      'A login page, a firewall, a security plugin or a rule against paths that start with a dot blocks it.',
      'Make /.well-known/ucp public: add an exception in the security plugin or at your host; in nginx, put the recipe before any “location ~ /\\.” rule that denies.',
    );
  if (status === 429)
    return diagnoseWrong(
      'The server limits requests (429).',
      'A firewall or your host limits how many requests it accepts.',
      'Check again in a few minutes. If it keeps failing, exempt /.well-known/ucp from the limit.',
    );
  if (status >= 500)
    return diagnoseWrong(
      `The server failed (${status}).`,
      status === 502 || status === 504
        ? 'The proxy cannot reach the server behind it.'
        : 'The site or one of its plugins crashed.',
      'Check the server’s error log. With a “direct” recipe, make sure your server can reach the manifest’s URL.',
    );
  return diagnoseWrong(
    `The server returns ${status} instead of 200.`,
    'Agents accept a manifest only with status 200.',
    'Use one of the recipes for /.well-known/ucp.',
  );
}

function diagnoseNotFound(check: DiscoveryCheck, answer: Answered): Diagnostic {
  if (isWordPress(answer))
    return toProblemDiagnostic('status', {
      title: 'WordPress returns “not found” (404).',
      cause:
        'The request reaches WordPress, but nothing handles it: the ucp-host plugin is not active, its discovery switch is off, or permalinks are set to “Plain”.',
      remedy:
        'Make sure the plugin is active and the shop is paired, choose a response under “Discovery on your own domain” in WooCommerce → Shopping agents, and save Settings → Permalinks once with anything but “Plain”.',
    });
  const server = answer.headers.get('server')?.split(/[/ ]/)[0];
  const wordpress = isWordPressShop(check) ? ', before WordPress sees the request' : '';
  return toProblemDiagnostic('status', {
    title: `The web server returns “not found” (${answer.status}).`,
    cause: `${server ? `“${server}”` : 'The web server'} looks for a file at /.well-known/ucp${wordpress}, and there is none.`,
    remedy: 'Put the recipe for your web server, CDN or host into its configuration and reload it.',
  });
}

/** Diagnoses an HTML page with status 200. */
export function diagnosePage(check: DiscoveryCheck, answer: Answered): Diagnostic {
  if (isChallenge(answer)) return diagnoseChallenge();
  const title = /<title[^<>]*>([^<]{1,80})/i.exec(answer.text)?.[1]?.trim();
  const called = title ? ` Its title is “${title}”.` : '';
  const words = `${title} ${answer.text.slice(0, 20_000)}`;
  if (/coming.?soon|maintenance|under construction|opening soon/i.test(words))
    return toProblemDiagnostic('body', {
      title: 'The site shows a “coming soon” page.',
      cause: `It is served for every URL.${called}`,
      remedy: 'Launch the shop (WooCommerce: Settings → Site visibility → Live), or exempt /.well-known/ucp.',
    });
  return toProblemDiagnostic('body', {
    title: 'The response is a web page, not a manifest.',
    cause: `The site serves a page for URLs it does not know.${called}`,
    remedy:
      isWordPressShop(check) || isWordPress(answer)
        ? 'Activate the ucp-host plugin and its discovery switch, or put a recipe before the rule that passes everything to the site.'
        : 'Put a recipe before the rule that passes every URL to the site (as single-page apps do).',
  });
}

function diagnoseChallenge(): Diagnostic {
  return toProblemDiagnostic('status', {
    title: 'Bot protection blocks agents.',
    cause: 'The response is a page that checks for a human visitor.',
    remedy:
      'Add an exception for /.well-known/ucp (Cloudflare: Security → WAF → a custom rule “URI Path equals /.well-known/ucp” with the action Skip).',
  });
}
