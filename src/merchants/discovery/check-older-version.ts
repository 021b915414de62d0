import { parseJson } from '../../commerce/parse-json.ts';
import type { Probed } from '../../outbound/guarded-fetch/probe.ts';
import type { DiscoveryCheck, Diagnostic } from './diagnostic.ts';

interface Leaf {
  version: string;
  at: string;
}

/** Checks the profile of an older version at the URL that the newest one lists. */
export function diagnoseOlderVersion(
  { readManifest }: Pick<DiscoveryCheck, 'readManifest'>,
  { version, at }: Leaf,
  probed: Probed,
): Diagnostic {
  const problem = (cause: string): Diagnostic => ({
    check: 'older_version',
    level: 'problem',
    title: `Agents of version ${version} cannot find their profile.`,
    cause: `The profile sends them to ${at}, and ${cause}`,
    remedy: 'Forward that URL to this service as well, without a redirect.',
  });
  if (probed.kind === 'failure') return problem(`it cannot be reached (${probed.code}).`);
  if (probed.status !== 200) return problem(`it returns ${probed.status}.`);
  const found = probed.tooLarge ? undefined : readManifest(parseJson(probed.text));
  if (found?.form !== 'official') return problem('it returns no profile.');
  if (found.version !== version) return problem(`it returns a profile of version ${found.version}.`);
  return {
    check: 'older_version',
    level: 'ok',
    title: `Agents of version ${version} find their profile.`,
  };
}
