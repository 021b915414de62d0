import {
  type Dictionary,
  type InnerList,
  type Item,
  type Parameters,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';
import { derivedComponent, type Message } from './message.ts';

/** Covered components with their parameters: a member of `Signature-Input`. */
export type CoveredComponents = InnerList;

/** Returns the text to sign (RFC 9421, 2.5); undefined when a component is absent or repeated. */
export function signatureBase(message: Message, covered: CoveredComponents): string | undefined {
  const [components] = covered;
  const lines = new Map<string, string>();
  const dictionaries = dictionariesOf(message);
  for (const component of components) {
    const identifier = serializeItem(component);
    const value = componentValue(message, dictionaries, component);
    if (value === undefined || lines.has(identifier)) return undefined;
    lines.set(identifier, value);
  }
  const text = [...lines].map(([identifier, value]) => `${identifier}: ${value}`);
  return [...text, `"@signature-params": ${serializeInnerList(covered)}`].join('\n');
}

type Dictionaries = (header: string) => Dictionary | undefined;

/** Parses each header once: a signature may cover hundreds of members of one. */
function dictionariesOf({ headers }: Message): Dictionaries {
  const parsed = new Map<string, Dictionary | undefined>();
  return (header) => {
    if (!parsed.has(header)) parsed.set(header, dictionaryOf(headers[header]));
    return parsed.get(header);
  };
}

/** `;key="…"` selects one member of a dictionary (RFC 9421, 2.1.2); other parameters are not supported. */
function componentValue(
  message: Message,
  dictionaries: Dictionaries,
  [name, parameters]: Item,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  const { size } = parameters;
  if (name.startsWith('@')) return size === 0 ? derivedComponent(message, name) : undefined;
  if (size === 0) return message.headers[name]?.trim();
  return size === 1 ? memberOf(dictionaries(name), parameters) : undefined;
}

function memberOf(dictionary: Dictionary | undefined, parameters: Parameters): string | undefined {
  const key = parameters.get('key');
  const member = typeof key === 'string' ? dictionary?.get(key) : undefined;
  if (member === undefined) return undefined;
  return Array.isArray(member[0]) ? serializeInnerList(member as InnerList) : serializeItem(member as Item);
}

/** Parses RFC 8941; undefined when invalid. */
export function dictionaryOf(header: string | undefined): Dictionary | undefined {
  if (header === undefined) return undefined;
  try {
    return parseDictionary(header);
  } catch {
    return undefined;
  }
}
