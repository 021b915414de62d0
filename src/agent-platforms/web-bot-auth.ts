import { type CoveredComponents, readDictionary, readItem } from '../signatures/base.ts';
import { computeThumbprint } from '../signatures/keys.ts';
import type { RequestToVerify } from '../signatures/message.ts';
import { type Candidate, parseCandidates, type SignatureRules } from '../signatures/verify.ts';

/**
 * Web Bot Auth (draft-meunier-webbotauth-httpsig-protocol). Such a signature may be sent again within its time, with any body:
 * it identifies an agent, and authorizes nothing.
 */
export const WEB_BOT_AUTH: SignatureRules = {
  hasId: (key, keyId) => computeThumbprint(key) === keyId,
  acceptsTag: (tag) => tag === 'web-bot-auth',
  isCoverageEnough: (_request, [components]) =>
    components.some(([name, { size }]) => size === 0 && (name === '@authority' || name === '@target-uri')),
  maxAgeS: 24 * 60 * 60,
  needsTimes: true,
};

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Returns the first signature with that tag whose keys the request says where to find, and their address. */
export function pickBotSignature(
  request: RequestToVerify,
): { candidate: Candidate; keysUrl: string } | undefined {
  for (const candidate of parseCandidates(request) ?? []) {
    const [, parameters] = candidate.covered;
    if (!WEB_BOT_AUTH.acceptsTag(parameters.get('tag'), { kty: '' })) continue;
    const keysUrl = readKeysUrl(request.headers['signature-agent'], candidate.covered);
    if (keysUrl !== undefined) return { candidate, keysUrl };
  }
  return undefined;
}

/** Reads the member that the signature covers: any other may have been added on the way. */
function readKeysUrl(header: string | undefined, [components]: CoveredComponents): string | undefined {
  const [, parameters] = components.find(([name]) => name === 'signature-agent') ?? [];
  if (header === undefined || !parameters) return undefined;
  const key = parameters.get('key');
  // Agents of earlier drafts send one string.
  if (key === undefined) return toDirectory(readItem(header)?.[0]);
  const [value, { type } = NO_TYPE] = readMember(header, String(key));
  if (typeof value !== 'string') return undefined;
  return type === 'jwks_uri' ? value : type === 'directory' ? toDirectory(value) : undefined;
}

const NO_TYPE = { type: 'directory' };

function readMember(header: string, key: string): [unknown, { type: string }?] {
  const [value, parameters] = readDictionary(header)?.get(key) ?? [];
  const type = parameters?.get('type');
  return type === undefined ? [value] : [value, { type: String(type) }];
}

/** The directory belongs to an origin. */
function toDirectory(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && url.pathname === '/' && url.search === '' ? url.origin + DIRECTORY : undefined;
}
