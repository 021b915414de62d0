import type { ExpectedManifest, ReadManifest } from '../../commerce/store/published-manifest.ts';
import {
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
  if (!hasOurKeys(manifest, target)) return [shape, diagnoseOtherKeys(target)];
  return [shape, toOkDiagnostic('store', 'It is this store’s own.'), diagnoseAge(manifest, target)];
}

const NAMES = { own: 'a manifest', official: 'an official UCP profile' } as const;

/** True when the manifest points agents to this store; without an expected store, when it has this service's form. */
export function isExpected({ expected }: DiscoveryCheck, { form, endpoints }: ReadManifest): boolean {
  if (expected === undefined || form === 'none') return form === 'own';
  const target = expected[form];
  return target?.storeUrls.some((url) => endpoints.some((each) => isEqualAddress(each, url))) ?? false;
}

function hasOurKeys({ keyIds }: ReadManifest, target: ExpectedManifest): boolean {
  return target.keyIds === undefined || target.keyIds.some((keyId) => keyIds.includes(keyId));
}

function diagnoseOtherKeys({ manifestUrl }: ExpectedManifest): Diagnostic {
  return toProblemDiagnostic('store', {
    title: 'This profile comes from another installation.',
    cause: 'The profile names the right URLs, but publishes keys that are not this service’s.',
    remedy: `Point the domain’s DNS record at this service. The correct profile is at ${manifestUrl}`,
  });
}

function diagnoseOtherForm(
  form: 'own' | 'official',
  { own, official }: NonNullable<DiscoveryCheck['expected']>,
): Diagnostic {
  const manifestUrl = (form === 'own' ? official : own)?.manifestUrl ?? '';
  return toProblemDiagnostic('manifest', {
    title: `This is ${NAMES[form]} instead of ${NAMES[form === 'own' ? 'official' : 'own']}.`,
    cause: 'Each kind of agent reads one of the two forms.',
    remedy: `Serve the content of ${manifestUrl} here.`,
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
