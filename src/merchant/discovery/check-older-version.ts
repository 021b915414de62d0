import { parseJson } from '../../commerce/json/parse-json.ts';
import type { Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { type Diagnostic, toOkDiagnostic, toProblemDiagnostic } from './diagnostic.ts';

interface Leaf {
  version: string;
  at: string;
}

/** Checks the profile of an older version at the URL that the newest one lists. */
export function diagnoseOlderVersion({ version, at }: Leaf, probed: Probed): Diagnostic {
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
