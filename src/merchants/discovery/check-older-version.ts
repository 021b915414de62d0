import type { Probed } from '../../outbound/guarded-fetch/probe.ts';
import type { DiscoveryCheck, Diagnostic } from './check-discovery.ts';

interface Leaf {
  version: string;
  at: string;
}

/** The profile of an older version, where the newest one says that it is. */
export function diagnoseOlderVersion(
  { readManifest }: Pick<DiscoveryCheck, 'readManifest'>,
  { version, at }: Leaf,
  probed: Probed,
): Diagnostic {
  const problem = (cause: string): Diagnostic => ({
    check: 'older_version',
    level: 'problem',
    title: `Agents of version ${version} do not find their profile.`,
    cause: `The profile sends them to ${at}, and ${cause}`,
    remedy: 'Let that address through to this service as well, without a redirect.',
  });
  if (probed.kind === 'failure') return problem(`nothing answers there (${probed.code}).`);
  if (probed.status !== 200) return problem(`the answer there is ${probed.status}.`);
  const found = probed.tooLarge ? undefined : readManifest(parsed(probed.text));
  if (found?.form !== 'official') return problem('what is answered there is no profile.');
  if (found.version !== version) return problem(`the profile there is of version ${found.version}.`);
  return {
    check: 'older_version',
    level: 'ok',
    title: `Agents of version ${version} find their profile too.`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
