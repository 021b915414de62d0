import type { KeyObject } from 'node:crypto';
import { serializeInnerList } from 'structured-headers';
import { buildSignatureBase, type CoveredComponents, computeContentDigest } from './base.ts';
import { signText } from './keys.ts';
import type { Message, MessageHeaders } from './message.ts';

/** Private key (ES256) with its published id. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

export function signResponse(
  { status, contentType, body }: { status: number; contentType: string; body: Uint8Array | string },
  key: SigningKey,
  nowMs: number,
): Record<'content-digest' | 'signature-input' | 'signature', string> {
  const digest = computeContentDigest(body);
  const headers = { 'content-type': contentType, 'content-digest': digest };
  const covered = ['@status', 'content-digest', 'content-type'];
  return {
    'content-digest': digest,
    ...signMessage({ kind: 'response', status, headers }, covered, key, nowMs),
  };
}

/** Returns the headers of a signed POST with a JSON body: all of `headers` are covered. */
export function signPost(
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
  key: SigningKey,
  nowMs: number,
): Record<string, string> {
  const { host, pathname, search, protocol } = new URL(url);
  const toSend: MessageHeaders & Record<string, string> = {
    ...headers,
    'content-type': 'application/json',
    'content-digest': computeContentDigest(body),
  };
  const request: Message = {
    kind: 'request',
    method: 'POST',
    scheme: protocol === 'http:' ? 'http' : 'https',
    authority: host,
    target: pathname + search,
    headers: toSend,
    body: undefined,
  };
  const addressed = ['@method', '@authority', '@path', ...(search === '' ? [] : ['@query'])];
  return { ...toSend, ...signMessage(request, [...addressed, ...Object.keys(toSend)], key, nowMs) };
}

function signMessage(
  message: Message,
  components: readonly string[],
  { kid, privateKey }: SigningKey,
  nowMs: number,
) {
  const covered: CoveredComponents = [
    components.map((name) => [name, new Map()]),
    new Map<string, string | number>([
      ['created', Math.floor(nowMs / 1000)],
      ['keyid', kid],
    ]),
  ];
  const text = buildSignatureBase(message, covered);
  if (text === undefined) throw new Error('A component that is to be signed is not there.');
  return {
    'signature-input': `sig1=${serializeInnerList(covered)}`,
    signature: `sig1=:${signText(text, privateKey).toString('base64')}:`,
  };
}
