import { isObject } from '../../commerce/json/is-object.ts';
import { cleanShopLine } from '../../commerce/text/shop-text.ts';
import { trimText } from '../../commerce/text/trim-text.ts';
import type { RawInput } from '../endpoint.ts';
import { parseJsonText } from '../lenient-input.ts';
import { LIMITS } from '../request-members.ts';

/** Reads a value that models send in several forms, and reports each form that is not as the schema says. */
export type ReadValue = (value: unknown, repaired: (how: string) => void) => unknown;

export interface Argument {
  aliases?: readonly string[];
  /** As a text, if absent. */
  read?: ReadValue;
}

/** Objects that models wrap arguments in, as the protocols of other endpoints do. */
const WRAPPERS = [
  ...['arguments', 'input', 'params', 'catalog', 'cart', 'checkout'],
  ...['destination', 'shipping_address', 'address', 'buyer', 'discounts', 'pagination'],
];

const MAX_NAME_LENGTH = 40;

/** Reads the arguments of a tool by its table: opens wrappers, renames aliases, drops empty and unknown members. */
export function readArguments(raw: RawInput, table: Readonly<Record<string, Argument>>, repairs: string[]) {
  const members = openWrappers(raw, repairs);
  const input: RawInput = {};
  // Members for the transport.
  const used = new Set(['meta', '_meta']);
  for (const [name, { aliases = [], read = readTextValue }] of Object.entries(table)) {
    const alias = [name, ...aliases].find((each) => isGiven(members[each]));
    if (alias === undefined) continue;
    used.add(alias);
    const reportRepair = (how: string) => void repairs.push(`${name}: ${how}`);
    if (alias !== name) reportRepair(`given as ${alias}`);
    input[name] = read(members[alias], reportRepair);
  }
  for (const name of Object.keys(members))
    if (!used.has(name)) repairs.push(`${cleanShopLine(name, MAX_NAME_LENGTH)}: ${NOT_USED}`);
  return input;
}

const NOT_USED = 'not used';

export function getUnused(repairs: readonly string[]): string[] {
  return repairs.filter((each) => each.endsWith(`: ${NOT_USED}`)).map((each) => each.split(':', 1)[0] ?? '');
}

function openWrappers(raw: RawInput, repairs: string[]): RawInput {
  const members: RawInput = { ...raw };
  for (const name of WRAPPERS) {
    const value = parseJsonText(members[name]);
    if (!isObject(value)) continue;
    delete members[name];
    repairs.push(`${name}: opened`);
    for (const [inner, member] of Object.entries(value)) members[inner] ??= member;
  }
  return members;
}

/** Models send null, an empty text or "null" for an optional argument that they leave out. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return !['', 'null'].includes(trimText(value));
  return value !== undefined && value !== null;
}

export function readTextValue(value: unknown, repaired: (how: string) => void): unknown {
  if (typeof value === 'string') return trimText(value);
  if (typeof value !== 'number') return value;
  repaired('number read as text');
  return String(value);
}

export const readInteger: ReadValue = (value, repaired) => {
  if (typeof value !== 'string' || !/^\s*\d{1,9}(?:\.0+)?\s*$/.test(value)) return value;
  repaired('text read as number');
  return Number(value);
};

export function createIntegerReader(max: number): ReadValue {
  return (value, repaired) => {
    const number = readInteger(value, repaired);
    if (typeof number !== 'number' || number <= max) return number;
    repaired(`cut to ${max}`);
    return max;
  };
}

/** Reads each entry of a list. A list that every schema refuses for its length stays unread. */
export function listOf(readValue: ReadValue): ReadValue {
  return (value, repaired) => {
    const list = readList(value, repaired);
    return list.length > LIMITS.lines ? list : list.map((each) => readValue(each, repaired));
  };
}

function readList(value: unknown, repaired: (how: string) => void): unknown[] {
  const list = parseJsonText(value);
  if (list !== value) repaired('JSON text read');
  if (Array.isArray(list)) return list;
  repaired(`${isObject(list) ? 'object' : 'value'} read as a list of one`);
  return [list];
}
