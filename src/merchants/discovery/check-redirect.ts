import type { DiscoveryCheck, Diagnostic } from './check-discovery.ts';
import { problem } from './diagnostic.ts';

interface Redirect {
  from: string;
  /** Null: the answer does not say where to. */
  to: string | null;
  status: number;
}

const PERMANENT = [301, 308];

/** What a redirect means to agents; `before` is how many there were already. */
export function diagnoseRedirect(
  { expected }: DiscoveryCheck,
  redirect: Redirect,
  before: number,
): Diagnostic {
  const { from, to, status } = redirect;
  if (to === null) return leadsNowhere(status);
  const [source, target] = [new URL(from), new URL(to)];
  if (source.protocol === 'https:' && target.protocol === 'http:' && target.host === source.host)
    return toPlainHttp;
  if (looksLikeLogin(target)) return toLogin(target);
  if (target.pathname === source.pathname) return toOtherHost(source, target);
  const isThere = [expected?.own, expected?.official].some(
    (each) => each !== undefined && sameAddress(to, each.manifestUrl),
  );
  const steps = before > 0 ? 'A further redirect' : 'A redirect';
  const permanent = PERMANENT.includes(status)
    ? ` Status ${status} says “for ever”, and browsers and agents remember it: 302 lets you change your mind.`
    : '';
  return {
    check: 'redirect',
    level: 'warning',
    title: isThere
      ? 'The domain redirects to this store’s manifest: agents that follow redirects find it, strict ones do not.'
      : `${steps} leads to ${target.host}: strict agents stop here.`,
    cause: `The answer is ${status} with Location ${shown(target)}. The official UCP release forbids redirects here, and its clients refuse them.${permanent}`,
    remedy:
      'To be found by every agent, let the domain answer with the manifest itself (200). The recipes marked “direct” do that.',
  };
}

function leadsNowhere(status: number): Diagnostic {
  return problem('redirect', {
    title: 'The redirect leads nowhere.',
    cause: `The answer is ${status}, without a Location that can be read.`,
    remedy: 'Set the redirect’s target to the manifest’s address, as the recipes show.',
  });
}

const toPlainHttp: Diagnostic = problem('redirect', {
  title: 'The domain leads from https to plain http.',
  cause: 'Agents do not leave an encrypted connection.',
  remedy:
    'Set the site’s address to https (in WordPress: Settings → General, both addresses) and answer there.',
});

function toLogin(target: URL): Diagnostic {
  return problem('redirect', {
    title: 'The shop asks visitors for a password.',
    cause: `The address leads to ${shown(target)}.`,
    remedy:
      'Open the shop to the public (Shopify: Online Store → Preferences → Password protection; WordPress: the plugin that shows a login or “coming soon” page), or let /.well-known/ucp pass.',
  });
}

function toOtherHost(source: URL, target: URL): Diagnostic {
  return {
    check: 'redirect',
    level: 'warning',
    title: `${source.host} sends visitors on to ${target.host}: strict agents stop here.`,
    cause: `The shop’s main address is ${target.origin}, and every page of ${source.host} leads there, this one too.`,
    remedy: `Check ${target.host} as well: that is the domain to give to agents. To be found under both, answer /.well-known/ucp on ${source.host} before the redirect.`,
  };
}

function looksLikeLogin({ pathname }: URL): boolean {
  return /^\/(password|login|wp-login\.php|account\/login|my-account)\/?$/.test(pathname);
}

function sameAddress(one: string, other: string): boolean {
  return one.replace(/(?<!\/)\/+$/, '') === new URL(other).href.replace(/(?<!\/)\/+$/, '');
}

/** Without its query, which may hold somebody's secret. */
function shown({ origin, pathname }: URL): string {
  return origin + pathname;
}
