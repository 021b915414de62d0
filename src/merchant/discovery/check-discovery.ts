import { toScheme } from '../../commerce/network/local-hosts.ts';
import type { Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { diagnoseAnswer } from './check-answer.ts';
import { diagnoseFailure } from './check-failure.ts';
import { diagnoseOlderVersion } from './check-older-version.ts';
import { diagnoseRedirect } from './check-redirect.ts';
import {
  type Diagnostic,
  type DiscoveryCheck,
  type DiscoveryReport,
  toProblemDiagnostic,
} from './diagnostic.ts';

const MAX_HOPS = 3;
const MAX_LEAVES = 4;
const ACCEPT = { accept: 'application/json', origin: 'https://agent.example' };

type Answer = Extract<Probed, { kind: 'answer' }>;

/** Asks a domain for its manifest as a strict agent does, then follows redirects as a lenient one. `host` comes from `hostOf`. */
export async function checkDiscovery(check: DiscoveryCheck, host: string): Promise<DiscoveryReport> {
  return checkManifestAt(check, `${toScheme(host)}://${host}/.well-known/ucp`);
}

/** Checks a manifest at its own URL. */
export async function checkManifestAt(check: DiscoveryCheck, url: string): Promise<DiscoveryReport> {
  const diagnostics: Diagnostic[] = [];
  let at = url;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const probed = await check.probe(at, { headers: ACCEPT });
    if (probed.kind === 'failure') {
      return reportOf(url, [...diagnostics, diagnoseFailure(probed, new URL(at), hop)]);
    }
    if (!REDIRECTS.includes(probed.status)) {
      const report = buildFinalReport(check, { url, at, hop, diagnostics }, probed);
      return report.ok ? withOlderVersions(check, report) : report;
    }
    const to = readTarget(probed, at);
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

interface Arrived {
  url: string;
  at: string;
  hop: number;
  diagnostics: Diagnostic[];
}

function buildFinalReport(check: DiscoveryCheck, way: Arrived, answer: Answer): DiscoveryReport {
  const { diagnostics, manifest } = diagnoseAnswer(check, {
    ...answer,
    url: way.at,
    redirected: way.hop > 0,
  });
  const all = [...way.diagnostics, ...diagnostics];
  return { ...reportOf(way.url, all), ...(manifest ? { manifest } : {}) };
}

/** Checks that each older version that the profile lists is served at its URL. */
async function withOlderVersions(check: DiscoveryCheck, report: DiscoveryReport): Promise<DiscoveryReport> {
  const leaves = Object.entries(report.manifest?.olderVersions ?? {}).slice(0, MAX_LEAVES);
  const looks = leaves.map(async ([version, at]) =>
    diagnoseOlderVersion({ version, at }, await check.probe(at, { headers: ACCEPT })),
  );
  const diagnostics = [...report.diagnostics, ...(await Promise.all(looks))];
  return { ...report, ...reportOf(report.url, diagnostics) };
}

function reportOf(url: string, diagnostics: Diagnostic[]): DiscoveryReport {
  const ok = diagnostics.every(({ level }) => level !== 'problem');
  const strict = ok && diagnostics.every(({ check }) => check !== 'redirect');
  return { ok, strict, url, diagnostics };
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Undefined where the redirect names no usable target. */
function readTarget({ headers }: Answer, from: string): string | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, from) ? new URL(location, from).href : undefined;
}
