import type { ExpectedManifest, ReadManifest } from '../../commerce/store/published-manifest.ts';
import {
  type Answered,
  type Diagnostic,
  type DiscoveryCheck,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from './diagnostic.ts';

/** Checks that the response is a manifest, this store's, and up to date. */
export function diagnoseManifest(check: DiscoveryCheck, manifest: ReadManifest): Diagnostic[] {
  const { expected } = check;
  if (manifest.form === 'none') return [diagnoseNoManifest(manifest)];
  const version = manifest.version ?? 'unknown';
  const shape = toOkDiagnostic('manifest', `It is ${NAMES[manifest.form]} of version ${version}.`);
  if (expected === undefined) return [shape];
  const target = expected[manifest.form];
  if (target === undefined) return [diagnoseOtherForm(manifest.form, expected)];
  if (!isExpected(check, manifest)) return [shape, diagnoseOtherStore(manifest, target)];
  if (!(target.keyIds?.some((keyId) => manifest.keyIds.includes(keyId)) ?? true))
    return [shape, diagnoseOtherKeys(target)];
  return [shape, toOkDiagnostic('store', 'It is this store’s own.'), diagnoseAge(manifest, target)];
}

type Expected = NonNullable<DiscoveryCheck['expected']>;

const NAMES = { own: 'a manifest', official: 'an official UCP profile' } as const;

/** True when the manifest points agents to this store; without an expected store, when it has this service's form. */
export function isExpected({ expected }: DiscoveryCheck, { form, endpoints }: ReadManifest): boolean {
  if (expected === undefined || form === 'none') return form === 'own';
  const target = expected[form];
  return target?.storeUrls.some((url) => endpoints.some((each) => isEqualAddress(each, url))) ?? false;
}

function diagnoseOtherKeys({ manifestUrl }: ExpectedManifest): Diagnostic {
  return toProblemDiagnostic('store', {
    title: 'This profile comes from another installation.',
    cause: 'The profile names the right URLs, but publishes keys that are not this service’s.',
    remedy: `Point the domain’s DNS record at this service. The correct profile is at ${manifestUrl}`,
  });
}

function diagnoseOtherForm(form: 'own' | 'official', expected: Expected): Diagnostic {
  const other = form === 'own' ? 'official' : 'own';
  return toProblemDiagnostic('manifest', {
    title: `This is ${NAMES[form]} instead of ${NAMES[other]}.`,
    cause: 'Each kind of agent reads one of the two forms.',
    remedy: `Serve the content of ${expected[other]?.manifestUrl ?? ''} here.`,
  });
}

function diagnoseNoManifest({ problems }: ReadManifest): Diagnostic {
  return toProblemDiagnostic('manifest', {
    title: 'The response is JSON, but not a manifest.',
    cause: problems.slice(0, 3).join('; ') || 'It has no “ucp” member with services.',
    remedy: 'Copy the whole manifest again from its URL, or use a recipe that fetches it automatically.',
  });
}

function diagnoseOtherStore({ endpoints }: ReadManifest, { storeUrls, manifestUrl }: ExpectedManifest) {
  const [endpoint = 'nowhere'] = endpoints;
  const [storeUrl = manifestUrl] = storeUrls;
  const isNeighbour = URL.canParse(endpoint) && new URL(endpoint).origin === new URL(storeUrl).origin;
  return toProblemDiagnostic('store', {
    title: isNeighbour
      ? 'This is the manifest of another store of this service.'
      : 'This manifest sends agents to another service.',
    cause: `Its endpoint is ${endpoint}; this store’s is ${storeUrl}.`,
    remedy: `Point /.well-known/ucp to ${manifestUrl}. If you mean the other store, check the domain from there. After this service moves to a new URL, copy the manifest again.`,
  });
}

function diagnoseAge(manifest: ReadManifest, expected: ExpectedManifest): Diagnostic {
  const more = manifest.capabilities.filter((each) => !expected.capabilities.includes(each));
  const fewer = expected.capabilities.filter((each) => !manifest.capabilities.includes(each));
  const differences = [
    manifest.version === expected.version
      ? []
      : [`its version is ${manifest.version}, the current one is ${expected.version}`],
    more.length === 0 ? [] : [`it still lists ${shortenNames(more)}`],
    fewer.length === 0 ? [] : [`it does not list ${shortenNames(fewer)}`],
  ].flat();
  if (differences.length === 0) return toOkDiagnostic('version', 'It is up to date.');
  return toWarningDiagnostic('version', {
    title: 'It is an outdated copy of the manifest.',
    cause: `It differs from the current manifest: ${differences.join('; ')}.`,
    remedy:
      'If you changed something in the last few minutes, wait and check again. Otherwise copy the manifest again, or use a recipe that fetches it automatically.',
  });
}

function shortenNames(capabilities: readonly string[]): string {
  return capabilities.map((name) => name.replace('dev.ucp.shopping.', '')).join(', ');
}

export function isEqualAddress(one: string, other: string): boolean {
  return one.replace(/(?<!\/)\/+$/, '') === other.replace(/(?<!\/)\/+$/, '');
}

/** Checks content type, caching and CORS. */
export function diagnoseHeaders({ headers }: Answered): Diagnostic[] {
  return [diagnoseType(headers), diagnoseCaching(headers.get('cache-control')), diagnoseOrigins(headers)];
}

function diagnoseType(headers: Headers): Diagnostic {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(json|[\w.-]+\+json)$/.test(type))
    return toOkDiagnostic('content_type', `The content type is JSON (${type}).`);
  return toProblemDiagnostic('content_type', {
    title: type === '' ? 'The response has no content type.' : `The content type is ${type}, not JSON.`,
    cause:
      'Files without an extension are served as plain text or as a download. The content is right, but strict agents check Content-Type first.',
    remedy:
      'Send “Content-Type: application/json” for /.well-known/ucp (nginx: default_type application/json; Apache: ForceType application/json).',
  });
}

/** Agents cache a manifest for at least a minute. */
const MIN_MAX_AGE_SECONDS = 60;
const MAX_MAX_AGE_SECONDS = 86_400;

function diagnoseCaching(header: string | null): Diagnostic {
  const texts = (header ?? '').toLowerCase().split(',');
  const directives = texts.map((each) => each.trim());
  const forbidding = directives.find((each) => ['no-store', 'no-cache', 'private'].includes(each));
  const seconds = readSeconds(directives, 's-maxage') ?? readSeconds(directives, 'max-age');
  const warn = (title: string, cause: string) =>
    toWarningDiagnostic('caching', { title, cause, remedy: CACHING_REMEDY });
  if (forbidding !== undefined)
    return warn(
      `The response forbids caching (${forbidding}).`,
      'Agents fetch it for every request, and strict agents treat this as an error.',
    );
  if (seconds === undefined)
    return warn(
      'The response does not say how long it may be cached.',
      'There is no Cache-Control header with a max-age, so each agent decides for itself.',
    );
  if (seconds < MIN_MAX_AGE_SECONDS)
    return warn(`It may be cached for only ${seconds} seconds.`, 'Agents expect at least 60 seconds.');
  if (seconds > MAX_MAX_AGE_SECONDS)
    return warn(
      `It may be cached for ${formatSeconds(seconds)}.`,
      'Agents use the old version for this long after you change something.',
    );
  return toOkDiagnostic('caching', `It may be cached for ${formatSeconds(seconds)}.`);
}

const CACHING_REMEDY =
  'Send “Cache-Control: public, max-age=300” for /.well-known/ucp; where a cache plugin or CDN sets the header, make an exception for this path.';

function readSeconds(directives: readonly string[], name: string): number | undefined {
  const seconds = directives
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replaceAll('"', '');
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
}

function formatSeconds(seconds: number): string {
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} days`;
  if (seconds >= 7_200) return `${Math.round(seconds / 3_600)} hours`;
  return seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
}

function diagnoseOrigins(headers: Headers): Diagnostic {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === 'https://agent.example')
    return toOkDiagnostic('cors', 'Agents that run in a browser can read it.');
  return toWarningDiagnostic('cors', {
    title: 'Agents that run in a browser cannot read it.',
    cause:
      'There is no Access-Control-Allow-Origin header that allows any origin. Agents on servers are not affected.',
    remedy: 'Send “Access-Control-Allow-Origin: *” for /.well-known/ucp: the manifest is public anyway.',
  });
}
