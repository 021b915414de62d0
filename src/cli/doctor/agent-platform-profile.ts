import { parseJson } from '../../commerce/json/parse-json.ts';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import type { Probe, Probed } from '../../outbound/guarded-fetch/probe.ts';
import { readManifest } from '../../protocols/contract/read-manifest.ts';
import { CART } from '../../protocols/ucp/capabilities.ts';
import { fine, problem } from './answers.ts';
import type { CartClient } from './cart-client.ts';
import { refusedInFront } from './refused-in-front.ts';
import { unanswered } from './unanswered.ts';

type Answer = Extract<Probed, { kind: 'answer' }>;

interface FoundEndpoint {
  diagnostics: Diagnostic[];
  endpoint?: string;
}

/** Reads the profile of the client's version, which an older one's leaf may hold. */
export async function findEndpoint(ask: Probe, client: CartClient, url: string): Promise<FoundEndpoint> {
  const root = await readProfile(ask, client, url);
  if ('diagnostic' in root) return { diagnostics: [root.diagnostic] };
  const leaf = root.manifest.olderVersions[client.version];
  if (root.manifest.version === client.version || leaf === undefined)
    return diagnoseProfile(client, url, root.manifest);
  const older = await readProfile(ask, client, leaf);
  return 'diagnostic' in older
    ? { diagnostics: [older.diagnostic] }
    : diagnoseProfile(client, leaf, older.manifest);
}

async function readProfile(
  ask: Probe,
  client: CartClient,
  url: string,
): Promise<{ manifest: ReadManifest } | { diagnostic: Diagnostic }> {
  const probed = await ask(url, { headers: { accept: 'application/json' } });
  if (probed.kind === 'failure') return { diagnostic: unanswered('profile', url, probed) };
  const diagnostic = wrongProfile(url, client, probed);
  return diagnostic ? { diagnostic } : { manifest: readManifest(parseJson(probed.text)) };
}

function wrongProfile(url: string, { title }: CartClient, probed: Answer): Diagnostic | undefined {
  const { status, headers, text } = probed;
  if (status >= 300 && status < 400) {
    return problem(
      'profile',
      'The profile is behind a redirect.',
      `${url} answers ${status} and leads to ${headers.get('location') ?? 'nowhere'}. ${title} follows no redirect there.`,
      'Serve the profile itself at this address with 200: the recipes marked “direct” do that.',
    );
  }
  const inFront = refusedInFront('profile', 'The profile', probed);
  if (inFront) return inFront;
  if (status === 200 && readManifest(parseJson(text)).form === 'official') return undefined;
  return problem(
    'profile',
    status === 200 ? 'There is no profile of official UCP.' : `The profile answers ${status} instead of 200.`,
    `Seen at ${url}.`,
    'Serve the official profile there: the console shows it on the store’s Discovery page.',
  );
}

function diagnoseProfile({ title, version }: CartClient, url: string, manifest: ReadManifest): FoundEndpoint {
  if (manifest.version !== version) {
    return {
      diagnostics: [
        problem(
          'profile',
          `The profile does not speak ${version}.`,
          `It names ${manifest.version}, and no address for ${version} under supported_versions. ${title} speaks ${version}.`,
          `Publish the profile of ${version} too, and name it under supported_versions.`,
        ),
      ],
    };
  }
  const { rest } = manifest.transports;
  const missing = [
    ...(rest === undefined ? ['a REST endpoint'] : []),
    ...(manifest.capabilities.includes(CART) ? [] : [CART]),
  ];
  if (missing.length === 0 && rest !== undefined)
    return {
      diagnostics: [fine('profile', `The profile at ${url} offers carts in ${version}.`)],
      endpoint: rest,
    };
  const remedy = 'Switch carts on for the store: Capabilities, in the console.';
  return {
    diagnostics: [
      problem('profile', 'The profile offers no carts.', `It lacks ${missing.join(' and ')}.`, remedy),
    ],
  };
}
