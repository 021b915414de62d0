import { randomUUID } from 'node:crypto';
import { isObject } from '../src/commerce/json/is-object.ts';
import type { Call } from './endpoint.ts';
import { type Failure, nearestTool, piecesIn } from './failure.ts';
import { type Path, textIn, valueAt, withValueAt } from './paths.ts';
import type { Shopper } from './shopper.ts';

/** Calls that follow, each made when the ones before it were answered; undefined ends them. */
export type Plan = (() => Call | undefined)[];

/**
 * Plans the calls by which a failure leads to the answer of `target`: from the failure's own words and members, and from
 * what the shopper wants. Returns no call when they say nothing that can be followed.
 */
export function remedyOf(shopper: Shopper, call: Call, target: Call, failure: Failure): Plan {
  if (call !== target) return afterLook(shopper, target);
  const { next, message, choices } = failure;
  const [choice] = choices;
  const tool = nearestTool(failure, call);
  if (tool !== undefined) return [() => ({ ...call, tool })];
  if (choice) return [() => chosen(shopper, call, failure, choice.id)];
  if (next?.isSame || /\btry again later\b/i.test(message)) return [() => call];
  if (next?.arguments && next.tool === call.tool)
    return [() => shopper.accepted({ tool: next.tool, arguments: next.arguments ?? {} })];
  if (isOfItem(failure)) return itemAgain(shopper, call, failure);
  if (/\bfresh one\b/.test(message)) return [() => withKey(shopper, call)];
  if (/create a new/i.test(message) || isOther(next?.tool, 'create_checkout', call))
    return [() => shopper.createAgain()];
  if (next?.arguments) return [() => ({ tool: next.tool, arguments: next.arguments ?? {} })];
  return repaired(shopper, call, failure);
}

/** Searches where a look failed, then makes the call with what was found. */
function afterLook(shopper: Shopper, target: Call): Plan {
  return [() => shopper.searchAgain(), () => shopper.withItems(target)];
}

function isOther(tool: string | undefined, expected: string, call: Call): boolean {
  return tool === expected && call.tool !== expected;
}

function chosen(shopper: Shopper, call: Call, failure: Failure, id: string): Call {
  const place = shopper.placeOf(call, failure);
  if (place === undefined) return call;
  const { itemId } = shopper.endpoint;
  const item = valueAt(call.arguments, place);
  const { options: _, ...others } = isObject(item) ? item : {};
  return { ...call, arguments: withValueAt(call.arguments, place, withValueAt(others, itemId, id)) };
}

const ABOUT_ITEMS = /^(?:unknown|unknown_item|item_unavailable|out_of_stock|insufficient_stock|unbuyable)$/;

/** True when the item itself is wrong, not the form of the call. */
function isOfItem({ code, message, next }: Failure): boolean {
  return (
    ABOUT_ITEMS.test(code) ||
    /gid:\/\/|no id of this store/.test(message) ||
    (next?.tool === 'search_products' && /product|variant/i.test(message))
  );
}

/** Fewer pieces where the failure says how many there are; else another item, found by looking again. */
function itemAgain(shopper: Shopper, call: Call, failure: Failure): Plan {
  const place = shopper.placeOf(call, failure);
  if (place === undefined) return [];
  const left = piecesIn(failure.message);
  if (left)
    return [() => ({ ...call, arguments: withValueAt(call.arguments, [...place, 'quantity'], left) })];
  shopper.giveUp(textIn(valueAt(call.arguments, [...place, ...shopper.endpoint.itemId])), place.at(-1));
  const { next } = failure;
  const look = () =>
    next?.arguments ? { tool: next.tool, arguments: next.arguments } : shopper.searchAgain();
  return [look, () => shopper.withItems(call)];
}

function withKey({ endpoint }: Shopper, call: Call): Call {
  return { ...call, arguments: withValueAt(call.arguments, endpoint.key, randomUUID()) };
}

/** Puts the value that the member's name asks for, in the form that the message says. */
function repaired(shopper: Shopper, call: Call, failure: Failure): Plan {
  const { field, message } = failure;
  const path = field && absolute(call, field);
  if (!path) return /profile/.test(message) ? [() => shopper.withProfile(call)] : [];
  const form = FORMS.find(([pattern]) => pattern.test(message));
  const value = form?.[1](shopper, valueAt(call.arguments, path), message, path);
  if (value === undefined) return [];
  return [
    () => ({ ...call, arguments: withValueAt(call.arguments, path, value === REMOVED ? undefined : value) }),
  ];
}

/** UCP names members of the payload without its argument. */
function absolute({ arguments: input }: Call, field: Path): Path {
  const [first = ''] = field;
  if (first in input) return field;
  const payload = ['checkout', 'cart', 'catalog'].find((name) => isObject(input[name]) && 'meta' in input);
  return payload === undefined || payload === first || first === 'meta' || first === 'id'
    ? field
    : [payload, ...field];
}

const REMOVED = Symbol('removed');

type Form = (shopper: Shopper, value: unknown, message: string, path: Path) => unknown;

/** Forms that messages ask for, and the value in that form. */
const FORMS: readonly [RegExp, Form][] = [
  [/ISO 3166/, ({ want }) => want.country],
  [/e-mail address/, ({ want }) => want.email],
  [/cursor/, () => REMOVED],
  [/printable|fresh UUID/, () => randomUUID()],
  [/integer from (\d+) to (\d+)|not exceed (\d+)/, number],
  [/must be (?:a number|an integer|at (?:least|most) \d)/, number],
  [
    /words to search for|is required|must be a (?:string|text)/,
    (shopper, value, message, path) => named(shopper, value, message, path),
  ],
  [/an array|list of/, (shopper, value, message) => list(shopper, value, message)],
  [/must be an object/, (shopper, _, __, path) => itemAt(shopper, path)],
];

function number({ want }: Shopper, value: unknown, message: string, path: Path): number {
  if (path.at(-1) === 'quantity')
    return want.items[Number(path.at(-2))]?.quantity ?? want.items[0]?.quantity ?? 1;
  const max = Number(/ to (\d+)/.exec(message)?.[1] ?? value);
  return Math.min(Number(value) || 1, max);
}

/** Values of members that were missing. */
function named(shopper: Shopper, value: unknown, message: string, path: Path): unknown {
  if (/array|list of/.test(message)) return list(shopper, value, message);
  switch (path.at(-1)) {
    case 'q':
    case 'query':
      return shopper.want.items[0]?.words;
    case 'destination':
      return { country: shopper.want.country };
    case 'item':
      return itemAt(shopper, path);
    case 'id':
    case 'session_id':
    case 'checkout_id':
      return shopper.saleId;
    case 'checkout':
      return { line_items: shopper.items() };
    case 'catalog':
      return { query: shopper.want.items[0]?.words };
    default:
      return undefined;
  }
}

/** The list that was meant: JSON in a text, one element alone, or else all items. */
function list(shopper: Shopper, value: unknown, message: string): unknown {
  if (typeof value === 'string') {
    try {
      return JSON.parse(value);
    } catch {
      return [value];
    }
  }
  if (value !== undefined) return [value];
  return /\{|array/.test(message) ? shopper.items() : undefined;
}

/** The item at a path, or its inner object. */
function itemAt(shopper: Shopper, path: Path): unknown {
  return path.at(-1) === 'item'
    ? shopper.items()[Number(path.at(-2))]?.item
    : shopper.items()[Number(path.at(-1))];
}
