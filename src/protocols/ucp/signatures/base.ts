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
  for (const component of components) {
    const identifier = serializeItem(component);
    const value = componentValue(message, component);
    if (value === undefined || lines.has(identifier)) return undefined;
    lines.set(identifier, value);
  }
  const text = [...lines].map(([identifier, value]) => `${identifier}: ${value}`);
  return [...text, `"@signature-params": ${serializeInnerList(covered)}`].join('\n');
}

/** `;key="…"` selects one member of a dictionary (RFC 9421, 2.1.2); other parameters are not supported. */
function componentValue(message: Message, [name, parameters]: Item): string | undefined {
  if (typeof name !== 'string') return undefined;
  const { size } = parameters;
  if (name.startsWith('@')) return size === 0 ? derivedComponent(message, name) : undefined;
  const value = message.headers[name];
  if (value === undefined || size === 0) return value?.trim();
  return size === 1 ? memberOf(value, parameters) : undefined;
}

function memberOf(value: string, parameters: Parameters): string | undefined {
  const key = parameters.get('key');
  const member = typeof key === 'string' ? dictionaryOf(value)?.get(key) : undefined;
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
