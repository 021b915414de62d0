import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type Dictionary,
  type InnerList,
  type Item,
  type Parameters,
  parseDictionary,
  parseItem,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';
import { getDerivedComponent, type Message, parseQueryParameters } from './message.ts';

/** Covered components with their parameters: a member of `Signature-Input`. */
export type CoveredComponents = InnerList;

/** Returns the text to sign (RFC 9421, 2.5); undefined when a component is absent or repeated. */
export function buildSignatureBase(message: Message, covered: CoveredComponents): string | undefined {
  const [components] = covered;
  const lines = new Map<string, string>();
  const parsed = parseOnce(message);
  for (const component of components) {
    const identifier = serializeItem(component);
    const value = getComponentValue(message, parsed, component);
    if (value === undefined || lines.has(identifier)) return undefined;
    lines.set(identifier, value);
  }
  const text = [...lines].map(([identifier, value]) => `${identifier}: ${value}`);
  return [...text, `"@signature-params": ${serializeInnerList(covered)}`].join('\n');
}

interface Parsed {
  getDictionary(header: string): Dictionary | undefined;
  getQueryParameter(name: string): string | undefined;
}

/** Parses each header and the query once: a signature may cover hundreds of their members. */
function parseOnce(message: Message): Parsed {
  const dictionaries = new Map<string, Dictionary | undefined>();
  let query: ReadonlyMap<string, string> | undefined;
  return {
    getDictionary(header) {
      if (!dictionaries.has(header)) dictionaries.set(header, readDictionary(message.headers[header]));
      return dictionaries.get(header);
    },
    getQueryParameter(name) {
      if (message.kind === 'response') return undefined;
      query ??= parseQueryParameters(message);
      return query.get(name);
    },
  };
}

/** `;key="…"` selects one member of a dictionary (RFC 9421, 2.1.2); other parameters of headers are not supported. */
function getComponentValue(message: Message, parsed: Parsed, [name, parameters]: Item): string | undefined {
  if (typeof name !== 'string') return undefined;
  const { size } = parameters;
  if (size === 0)
    return name.startsWith('@') ? getDerivedComponent(message, name) : message.headers[name]?.trim();
  if (size > 1) return undefined;
  if (name === '@query-param') return parsed.getQueryParameter(String(parameters.get('name')));
  return name.startsWith('@') ? undefined : getMember(parsed.getDictionary(name), parameters);
}

function getMember(dictionary: Dictionary | undefined, parameters: Parameters): string | undefined {
  const key = parameters.get('key');
  const member = typeof key === 'string' ? dictionary?.get(key) : undefined;
  if (member === undefined) return undefined;
  return Array.isArray(member[0]) ? serializeInnerList(member as InnerList) : serializeItem(member as Item);
}

/** Parses RFC 8941; undefined when invalid. */
export function readDictionary(header: string | undefined): Dictionary | undefined {
  return readField(header, parseDictionary);
}

export function readItem(header: string | undefined): Item | undefined {
  return readField(header, parseItem);
}

function readField<Field>(header: string | undefined, parse: (text: string) => Field): Field | undefined {
  if (header === undefined) return undefined;
  try {
    return parse(header);
  } catch {
    return undefined;
  }
}

/** RFC 9530, over the bytes as sent. */
export function computeContentDigest(body: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** True when the header's sha-256 matches the body. Other algorithms are ignored. */
export function hasMatchingDigest(header: string | undefined, body: Uint8Array): boolean {
  const [stated] = readDictionary(header)?.get('sha-256') ?? [];
  if (!(stated instanceof ArrayBuffer)) return false;
  const actual = createHash('sha256').update(body).digest();
  const digest = Buffer.from(stated);
  return digest.length === actual.length && timingSafeEqual(digest, actual);
}
