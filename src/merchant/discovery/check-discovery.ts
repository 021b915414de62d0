import { parseJson } from '../../commerce/json/parse-json.ts';
import { toScheme } from '../../commerce/network/local-hosts.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import type { Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { diagnoseFailure } from './check-failure.ts';
import { diagnoseHeaders, diagnoseManifest, isEqualAddress, isExpected } from './check-manifest.ts';
import {
  detectHostingPlatform,
  diagnosePage,
  diagnoseServedByPlatform,
  diagnoseStatus,
  isHtml,
} from './check-pages.ts';
import {
  type Answered,
  type Diagnostic,
  type DiscoveryCheck,
  type DiscoveryReport,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from './diagnostic.ts';

const MAX_HOPS = 3;
const MAX_LEAVES = 4;
const ACCEPT = { accept: 'application/json', origin: 'https://agent.example' };

/** Asks a domain for its manifest. */
export async function checkDiscovery(check: DiscoveryCheck, host: string): Promise<DiscoveryReport> {
  return checkManifestAt(check, `${toScheme(host)}://${host}/.well-known/ucp`);
}

/** Asks for a manifest at its own URL as a strict agent does, then follows redirects as a lenient one. */
export async function checkManifestAt(check: DiscoveryCheck, url: string): Promise<DiscoveryReport> {
  const diagnostics: Diagnostic[] = [];
  let at = url;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const probed = await check.probe(at, { headers: ACCEPT });
    if (probed.kind === 'failure')
      return reportOf(url, [...diagnostics, diagnoseFailure(probed, new URL(at), hop)]);
    if (!REDIRECTS.includes(probed.status)) {
      const { diagnostics: last, manifest } = diagnoseAnswer(check, { ...probed, url: at });
      const report = reportOf(url, [...diagnostics, ...last], manifest);
      return report.ok ? withOlderVersions(check, report) : report;
    }
    const to = readTarget(probed.headers.get('location'), at);
    const redirect = diagnoseRedirect(check, { from: at, to, status: probed.status }, diagnostics.length);
    diagnostics.push(redirect);
    if (to === undefined || redirect.level === 'problem') return reportOf(url, diagnostics);
    at = to;
  }
  return reportOf(url, [...diagnostics, TOO_MANY_REDIRECTS]);
}

const TOO_MANY_REDIRECTS = toProblemDiagnostic('redirect', {
  title: 'Too many redirects.',
  cause: `There were more than ${MAX_HOPS} redirects in a row.`,
  remedy: 'Redirect /.well-known/ucp directly to the manifest’s URL.',
});

async function withOlderVersions(check: DiscoveryCheck, report: DiscoveryReport): Promise<DiscoveryReport> {
  const leaves = Object.entries(report.manifest?.olderVersions ?? {}).slice(0, MAX_LEAVES);
  const looks = leaves.map(async ([version, at]) =>
    diagnoseOlderVersion(version, at, await check.probe(at, { headers: ACCEPT })),
  );
  const diagnostics = [...report.diagnostics, ...(await Promise.all(looks))];
  return reportOf(report.url, diagnostics, report.manifest);
}

function reportOf(url: string, diagnostics: Diagnostic[], manifest?: ReadManifest): DiscoveryReport {
  const ok = diagnostics.every(({ level }) => level !== 'problem');
  const strict = ok && diagnostics.every(({ check }) => check !== 'redirect');
  return { ok, strict, url, diagnostics, ...(manifest && { manifest }) };
}

const REDIRECTS = [301, 302, 303, 307, 308];

function readTarget(location: string | null, from: string): string | undefined {
  return location === null ? undefined : URL.parse(location, from)?.href;
}

/** `to` is undefined where the redirect names no usable target. */
type Redirect = { from: string; to: string | undefined; status: number };

/** Effect of a redirect on agents; `before` counts the redirects before it. */
function diagnoseRedirect({ expected }: DiscoveryCheck, redirect: Redirect, before: number) {
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

function diagnoseOlderVersion(version: string, at: string, probed: Probed): Diagnostic {
  const diagnoseWrong = (cause: string) =>
    toProblemDiagnostic('older_version', {
      title: `Agents of version ${version} cannot find their profile.`,
      cause: `The profile sends them to ${at}, and ${cause}`,
      remedy: 'Forward that URL to this service as well, without a redirect.',
    });
  if (probed.kind === 'failure') return diagnoseWrong(`it cannot be reached (${probed.code}).`);
  if (probed.status !== 200) return diagnoseWrong(`it returns ${probed.status}.`);
  const manifest = probed.tooLarge ? undefined : readManifest(parseJson(probed.text));
  if (manifest?.form !== 'official') return diagnoseWrong('it returns no profile.');
  if (manifest.version !== version)
    return diagnoseWrong(`it returns a profile of version ${manifest.version}.`);
  return toOkDiagnostic('older_version', `Agents of version ${version} find their profile.`);
}

function diagnoseAnswer(check: DiscoveryCheck, answer: Answered) {
  if (answer.status !== 200) return { diagnostics: [diagnoseStatus(check, answer)] };
  const status = toOkDiagnostic('status', `${new URL(answer.url).host} returns 200.`);
  if (answer.tooLarge) return { diagnostics: [status, TOO_LARGE] };
  const body = parseJson(answer.text.replace(/^\uFEFF/, ''));
  if (body === undefined)
    return { diagnostics: [status, isHtml(answer) ? diagnosePage(check, answer) : diagnoseNotJson(answer)] };
  const manifest = readManifest(body);
  const host = detectHostingPlatform(answer);
  if (host && !isExpected(check, manifest))
    return {
      diagnostics: [status, diagnoseServedByPlatform(host, answer.url, manifest.endpoints)],
      manifest,
    };
  const diagnostics = [status, ...diagnoseManifest(check, manifest), ...diagnoseHeaders(answer)];
  return { diagnostics, manifest };
}

const TOO_LARGE = toProblemDiagnostic('size', {
  title: 'The response is too large for a manifest.',
  cause: 'It has more than 256 KB; a manifest has about 2 KB.',
  remedy:
    'Something else is served at this URL. Compare it with the manifest’s own URL, and use one of the recipes.',
});

function diagnoseNotJson({ text }: Answered): Diagnostic {
  const [title, cause] =
    text.trim() === ''
      ? ['The response is empty.', 'The server returns 200 without a body.']
      : [
          'The response is not valid JSON.',
          'It is cut off, was edited by hand, or a plugin adds text to it.',
        ];
  const remedy = 'Copy the manifest again from its URL, or use a recipe that fetches it automatically.';
  return toProblemDiagnostic('body', { title, cause, remedy });
}
