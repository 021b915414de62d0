import { isEqualAddress } from './check-manifest.ts';
import {
  type Diagnostic,
  type DiscoveryCheck,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from './diagnostic.ts';

interface Redirect {
  from: string;
  /** Absent without a usable Location. */
  to: string | undefined;
  status: number;
}

/** Effect of a redirect on agents; `before` counts the redirects before it. */
export function diagnoseRedirect({ expected }: DiscoveryCheck, redirect: Redirect, before: number) {
  const { from, to, status } = redirect;
  if (to === undefined)
    return toProblemDiagnostic('redirect', {
      title: 'The redirect has no target.',
      cause: `The response is ${status} without a valid Location.`,
      remedy: 'Set the redirect’s target to the manifest’s URL, as the recipes show.',
    });
  const [source, target] = [new URL(from), new URL(to)];
  if (source.protocol === 'https:' && target.protocol === 'http:' && target.host === source.host)
    return TO_PLAIN_HTTP;
  if (/^\/(password|login|wp-login\.php|account\/login|my-account)\/?$/.test(target.pathname))
    return toLogin(target);
  if (target.pathname === source.pathname) return toOtherHost(source, target);
  const isThere = [expected?.own, expected?.official].some(
    (each) => each !== undefined && isEqualAddress(to, new URL(each.manifestUrl).href),
  );
  const steps = before > 0 ? 'A further redirect' : 'A redirect';
  const permanent = [301, 308].includes(status)
    ? ` Status ${status} is permanent, and browsers and agents cache it; use 302 to be able to change it.`
    : '';
  return toWarningDiagnostic('redirect', {
    title: isThere
      ? 'The domain redirects to this store’s manifest. Agents that follow redirects find it; strict agents do not.'
      : `${steps} points to ${target.host}. Strict agents stop here.`,
    cause: `The response is ${status} with Location ${shortenUrl(target)}. Official UCP forbids redirects here, and its clients reject them.${permanent}`,
    remedy:
      'To be found by every agent, serve the manifest itself (200). The recipes marked “direct” do that.',
  });
}

const TO_PLAIN_HTTP = toProblemDiagnostic('redirect', {
  title: 'The domain redirects from https to http.',
  cause: 'Agents do not follow redirects to an unencrypted connection.',
  remedy:
    'Set the site’s URL to https (in WordPress: Settings → General, both addresses) and serve it there.',
});

function toLogin(target: URL): Diagnostic {
  return toProblemDiagnostic('redirect', {
    title: 'The site asks visitors for a password.',
    cause: `The URL redirects to ${shortenUrl(target)}.`,
    remedy:
      'Open the shop to the public (Shopify: Online Store → Preferences → Password protection; WordPress: the plugin that shows a login or “coming soon” page), or exempt /.well-known/ucp.',
  });
}

function toOtherHost(source: URL, target: URL): Diagnostic {
  return toWarningDiagnostic('redirect', {
    title: `${source.host} redirects to ${target.host}. Strict agents stop here.`,
    cause: `The shop’s main URL is ${target.origin}, and every page of ${source.host} redirects there, including this one.`,
    remedy: `Check ${target.host} as well: that is the domain to give to agents. To be found on both, serve /.well-known/ucp on ${source.host} before the redirect.`,
  });
}

/** Leaves out the query, which may hold a secret. */
function shortenUrl({ origin, pathname }: URL): string {
  return origin + pathname;
}
