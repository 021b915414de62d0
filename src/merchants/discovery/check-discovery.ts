import type { Probe, Probed } from '../../outbound/guarded-fetch/probe.ts';
import type { ExpectedManifest, ReadManifest } from '../../commerce/published-manifest.ts';
import { diagnoseAnswer } from './check-answer.ts';
import { diagnoseFailure } from './check-failure.ts';
import { diagnoseOlderVersion } from './check-older-version.ts';
import { diagnoseRedirect } from './check-redirect.ts';

export type Level = 'ok' | 'warning' | 'problem';

/** One thing that was looked at, in words for whoever owns the shop. */
export interface Diagnostic {
  check: string;
  level: Level;
  title: string;
  cause?: string;
  remedy?: string;
}

/** By the form that is found; one that is not expected is a problem. */
export type Expected = Partial<Record<'own' | 'official', ExpectedManifest>>;

export interface DiscoveryCheck {
  probe: Probe;
  readManifest(body: unknown): ReadManifest;
  /** Undefined: any store's manifest will do. */
  expected?: Expected;
  /** As the shop's software is known: it decides which remedy is told. */
  platform?: string;
}

export interface DiscoveryReport {
  /** Agents find the store: at least those that follow a redirect. */
  ok: boolean;
  /** So do those that follow none. */
  strict: boolean;
  url: string;
  findings: Diagnostic[];
  /** What was found at the end of the way. */
  manifest?: ReadManifest;
}

const MAX_HOPS = 3;
const MAX_LEAVES = 4;
const ACCEPT = { accept: 'application/json', origin: 'https://agent.example' };

type Answer = Extract<Probed, { kind: 'answer' }>;

/** Asks a domain for its manifest as a strict agent does, and then as a lenient one. `host` is as `hostOf` returns it. */
export async function checkDiscovery(check: DiscoveryCheck, host: string): Promise<DiscoveryReport> {
  return checkManifestAt(check, `${schemeOf(host)}://${host}/.well-known/ucp`);
}

/** The same for a manifest's own address. */
export async function checkManifestAt(check: DiscoveryCheck, url: string): Promise<DiscoveryReport> {
  const findings: Diagnostic[] = [];
  let at = url;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const probed = await check.probe(at, { headers: ACCEPT });
    if (probed.kind === 'failure') {
      return reportOf(url, [...findings, diagnoseFailure(probed, new URL(at), hop)]);
    }
    const next = redirectOf(probed, at);
    if (next === undefined) {
      const report = finalReport(check, { url, at, hop, findings }, probed);
      return report.ok ? withOlderVersions(check, report) : report;
    }
    const redirect = diagnoseRedirect(check, { from: at, to: next, status: probed.status }, findings.length);
    findings.push(redirect);
    if (next === null || redirect.level === 'problem') return reportOf(url, findings);
    at = next;
  }
  return reportOf(url, [...findings, TOO_MANY_REDIRECTS]);
}

const TOO_MANY_REDIRECTS: Diagnostic = {
  check: 'redirect',
  level: 'problem',
  title: 'The redirects do not end.',
  cause: `After ${MAX_HOPS} redirects there was still another one.`,
  remedy: 'Redirect /.well-known/ucp straight to the manifest’s address, in one step.',
};

interface Arrived {
  url: string;
  at: string;
  hop: number;
  findings: Diagnostic[];
}

function finalReport(check: DiscoveryCheck, way: Arrived, answer: Answer): DiscoveryReport {
  const { findings, manifest } = diagnoseAnswer(check, { ...answer, url: way.at, redirected: way.hop > 0 });
  const all = [...way.findings, ...findings];
  return { ...reportOf(way.url, all), ...(manifest ? { manifest } : {}) };
}

/** What a profile says of older versions is true: each stands where it says, by itself. */
async function withOlderVersions(check: DiscoveryCheck, report: DiscoveryReport): Promise<DiscoveryReport> {
  const leaves = Object.entries(report.manifest?.olderVersions ?? {}).slice(0, MAX_LEAVES);
  const looks = leaves.map(async ([version, at]) =>
    diagnoseOlderVersion(check, { version, at }, await check.probe(at, { headers: ACCEPT })),
  );
  const findings = [...report.findings, ...(await Promise.all(looks))];
  return { ...report, ...reportOf(report.url, findings) };
}

function reportOf(url: string, findings: Diagnostic[]): DiscoveryReport {
  const ok = findings.every(({ level }) => level !== 'problem');
  const strict = ok && findings.every(({ check }) => check !== 'redirect');
  return { ok, strict, url, findings };
}

/** Undefined when it is none; null when it leads nowhere. */
function redirectOf({ status, headers }: Answer, from: string): string | null | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const location = headers.get('location');
  return location !== null && URL.canParse(location, from) ? new URL(location, from).href : null;
}

/** A shop on this very machine is asked without TLS, as it is in development; everybody else by https, as agents do. */
function schemeOf(host: string): string {
  const { hostname } = new URL(`https://${host}`);
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? 'http' : 'https';
}
