import type { ExpectedManifest, ReadManifest } from '../../commerce/published-manifest.ts';
import type { DiscoveryCheck, Diagnostic } from './check-discovery.ts';

/** Whether it is a manifest, this store's, and as it is now. */
export function diagnoseManifest(check: DiscoveryCheck, manifest: ReadManifest): Diagnostic[] {
  const { expected } = check;
  if (manifest.form === 'none') return [noManifest(manifest)];
  const shape: Diagnostic = {
    check: 'manifest',
    level: 'ok',
    title: `It is ${NAMES[manifest.form]} of version ${manifest.version ?? 'unknown'}.`,
  };
  if (expected === undefined) return [shape];
  const wanted = expected[manifest.form];
  if (wanted === undefined) return [otherForm(manifest.form, expected)];
  if (!isExpected(check, manifest)) return [shape, anothers(manifest, wanted)];
  if (!hasOurKeys(manifest, wanted)) return [shape, otherKeys(wanted)];
  const store: Diagnostic = { check: 'store', level: 'ok', title: 'It is this store’s own.' };
  return [shape, store, diagnoseAge(manifest, wanted)];
}

const NAMES = { own: 'a manifest', official: 'an official UCP profile' } as const;

/** Sends agents to this store; where any store will do, speaks as this service does. */
export function isExpected({ expected }: DiscoveryCheck, { form, endpoints }: ReadManifest): boolean {
  if (expected === undefined || form === 'none') return form === 'own';
  const wanted = expected[form];
  return wanted?.storeUrls.some((url) => endpoints.some((each) => same(each, url))) ?? false;
}

function hasOurKeys({ keyIds }: ReadManifest, wanted: ExpectedManifest): boolean {
  return wanted.keyIds === undefined || wanted.keyIds.some((keyId) => keyIds.includes(keyId));
}

function otherKeys({ manifestUrl }: ExpectedManifest): Diagnostic {
  return {
    check: 'store',
    level: 'problem',
    title: 'Another installation answers here.',
    cause: 'The profile names the right addresses, and publishes keys that are not this service’s.',
    remedy: `Let the domain’s DNS record lead to this service. The profile as it should be: ${manifestUrl}`,
  };
}

function otherForm(
  form: 'own' | 'official',
  { own, official }: NonNullable<DiscoveryCheck['expected']>,
): Diagnostic {
  const wanted = (form === 'own' ? official : own)?.manifestUrl ?? '';
  return {
    check: 'manifest',
    level: 'problem',
    title: `Here stands ${NAMES[form]}, in place of ${NAMES[form === 'own' ? 'official' : 'own']}.`,
    cause: 'Each kind of agent reads one of the two forms.',
    remedy: `What belongs here is what stands at ${wanted}.`,
  };
}

function noManifest({ problems }: ReadManifest): Diagnostic {
  return {
    check: 'manifest',
    level: 'problem',
    title: 'The answer is JSON, but no manifest.',
    cause: problems.slice(0, 3).join('; ') || 'It has no “ucp” member with services.',
    remedy: 'Copy the manifest again from its address, whole, or use a recipe that fetches it by itself.',
  };
}

function anothers({ endpoints }: ReadManifest, { storeUrls, manifestUrl }: ExpectedManifest): Diagnostic {
  const [endpoint = 'nowhere'] = endpoints;
  const [storeUrl = manifestUrl] = storeUrls;
  const isNeighbour = URL.canParse(endpoint) && new URL(endpoint).origin === new URL(storeUrl).origin;
  return {
    check: 'store',
    level: 'problem',
    title: isNeighbour
      ? 'This is the manifest of another store of this service.'
      : 'This manifest sends agents to another service.',
    cause: `Its endpoint is ${endpoint}; this store’s is ${storeUrl}.`,
    remedy: `Let /.well-known/ucp lead to ${manifestUrl}. If the other one is meant, check it from that store instead. After a move of this service, copies of the manifest have to be made anew.`,
  };
}

function diagnoseAge(manifest: ReadManifest, expected: ExpectedManifest): Diagnostic {
  const more = manifest.capabilities.filter((each) => !expected.capabilities.includes(each));
  const fewer = expected.capabilities.filter((each) => !manifest.capabilities.includes(each));
  const differences = [
    manifest.version === expected.version
      ? []
      : [`it is of version ${manifest.version}, now it is ${expected.version}`],
    more.length === 0 ? [] : [`it still promises ${short(more)}`],
    fewer.length === 0 ? [] : [`it does not know of ${short(fewer)}`],
  ].flat();
  if (differences.length === 0) return { check: 'version', level: 'ok', title: 'It is up to date.' };
  return {
    check: 'version',
    level: 'warning',
    title: 'It is an old copy of the manifest.',
    cause: `Something has changed since: ${differences.join('; ')}.`,
    remedy:
      'If you have changed something within the last minutes, wait and check again. Else copy the manifest anew, or use a recipe that fetches it by itself.',
  };
}

function short(capabilities: readonly string[]): string {
  return capabilities.map((name) => name.replace('dev.ucp.shopping.', '')).join(', ');
}

function same(one: string, other: string): boolean {
  return one.replace(/(?<!\/)\/+$/, '') === other.replace(/(?<!\/)\/+$/, '');
}
