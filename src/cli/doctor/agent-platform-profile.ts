import { parseJson } from '../../commerce/json/parse-json.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import { type Diagnostic, toOkDiagnostic, toProblemDiagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe } from '../../outbound/guarded-fetch/ask-whole.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { CART } from '../../protocols/ucp/profile/capabilities.ts';
import type { CartClient } from './cart-client.ts';
import { type Answer, diagnoseRefusedInFront, diagnoseUnanswered } from './not-reached.ts';

/** Diagnostic of a profile, and its endpoint when the client can use it. */
interface FoundEndpoint {
  diagnostic: Diagnostic;
  endpoint?: string;
}

/** Reads the profile of the client's version, which an older one's leaf may hold. */
export async function findEndpoint(ask: Probe, client: CartClient, url: string): Promise<FoundEndpoint> {
  const root = await readProfile(ask, client, url);
  if ('diagnostic' in root) return root;
  const leaf = root.olderVersions[client.version];
  if (root.version === client.version || leaf === undefined) return pickEndpoint(root, client, url);
  const older = await readProfile(ask, client, leaf);
  return 'diagnostic' in older ? older : pickEndpoint(older, client, leaf);
}

async function readProfile(
  ask: Probe,
  client: CartClient,
  url: string,
): Promise<ReadManifest | { diagnostic: Diagnostic }> {
  const probed = await ask(url, { headers: { accept: 'application/json' } });
  if (probed.kind === 'failure') return { diagnostic: diagnoseUnanswered('profile', url, probed.code) };
  const manifest = readManifest(parseJson(probed.text));
  const diagnostic =
    diagnoseRedirect(client, url, probed) ?? diagnoseRefusedInFront('profile', 'The profile', probed);
  if (diagnostic) return { diagnostic };
  if (probed.status === 200 && manifest.form === 'official') return manifest;
  return { diagnostic: diagnoseNoProfile(url, probed.status) };
}

function diagnoseRedirect(
  { title }: CartClient,
  url: string,
  { status, headers }: Answer,
): Diagnostic | undefined {
  if (status < 300 || status >= 400) return undefined;
  return toProblemDiagnostic('profile', {
    title: 'The profile is behind a redirect.',
    cause: `${url} answers ${status} and leads to ${headers.get('location') ?? 'nowhere'}. ${title} follows no redirect there.`,
    remedy: 'Serve the profile itself at this address with 200: the recipes marked “direct” do that.',
  });
}

function diagnoseNoProfile(url: string, status: number): Diagnostic {
  const isThere = status === 200;
  return toProblemDiagnostic('profile', {
    title: isThere ? 'There is no profile of official UCP.' : `The profile answers ${status} instead of 200.`,
    cause: `Seen at ${url}.`,
    remedy: 'Serve the official profile there: the console shows it on the store’s Discovery page.',
  });
}

function pickEndpoint(manifest: ReadManifest, { title, version }: CartClient, url: string): FoundEndpoint {
  if (manifest.version !== version) {
    const diagnostic = toProblemDiagnostic('profile', {
      title: `The profile does not speak ${version}.`,
      cause: `It names ${manifest.version}, and no address for ${version} under supported_versions. ${title} speaks ${version}.`,
      remedy: `Publish the profile of ${version} too, and name it under supported_versions.`,
    });
    return { diagnostic };
  }
  const { rest } = manifest.transports;
  const missing = [
    ...(rest === undefined ? ['a REST endpoint'] : []),
    ...(manifest.capabilities.includes(CART) ? [] : [CART]),
  ];
  if (missing.length === 0 && rest !== undefined)
    return {
      diagnostic: toOkDiagnostic('profile', `The profile at ${url} offers carts in ${version}.`),
      endpoint: rest,
    };
  const diagnostic = toProblemDiagnostic('profile', {
    title: 'The profile offers no carts.',
    cause: `It lacks ${missing.join(' and ')}.`,
    remedy: 'Switch carts on for the store: Capabilities, in the console.',
  });
  return { diagnostic };
}
