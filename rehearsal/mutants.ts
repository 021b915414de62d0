import { randomUUID } from 'node:crypto';
import { isObject } from '../src/commerce/json/is-object.ts';
import type { Call, RehearsedEndpoint, Reply } from './endpoint.ts';
import { readFailure } from './failure.ts';
import { type Json, objectsIn, textIn, valueAt, withValueAt } from './paths.ts';

/** A defect in the answers of an endpoint, which the rehearsal must notice. */
export interface Mutant {
  name: string;
  /** Endpoints whose answers can have it; all when absent. */
  isPossible?(endpoint: RehearsedEndpoint): boolean;
  /** Wraps the exchange with an endpoint. */
  mutate(endpoint: RehearsedEndpoint): RehearsedEndpoint['exchange'];
}

const isShopping = ({ name }: RehearsedEndpoint) => name === 'shopping';

/** Changes what an endpoint answers. */
function inAnswer(
  name: string,
  change: (reply: Reply, endpoint: RehearsedEndpoint, call: Call) => Reply,
  extras: Partial<Mutant> = {},
): Mutant {
  return {
    name,
    mutate: (endpoint) => async (call) => change(await endpoint.exchange(call), endpoint, call),
    ...extras,
  };
}

/** Changes failures alone. */
function inFailure(name: string, change: (body: Json) => Json, extras: Partial<Mutant> = {}): Mutant {
  return inAnswer(
    name,
    (reply) => (reply.failed ? { ...reply, body: change(structuredClone(reply.body)) } : reply),
    extras,
  );
}

/** Changes carts and checkouts alone. */
function inSale(
  name: string,
  change: (body: Json, endpoint: RehearsedEndpoint) => Json,
  extras: Partial<Mutant> = {},
): Mutant {
  const changed = (reply: Reply, endpoint: RehearsedEndpoint) =>
    reply.failed || !endpoint.sale(reply.body)
      ? reply
      : { ...reply, body: change(structuredClone(reply.body), endpoint) };
  return inAnswer(name, changed, extras);
}

/** Replaces each text of the given members, at any depth. */
function withTexts(value: unknown, names: readonly string[], change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withTexts(each, names, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.includes(name) && typeof member === 'string' ? change(member) : withTexts(member, names, change),
    ]),
  );
}

/** Removes members at any depth. */
function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, member]) => [name, without(member, names)]),
  );
}

const asJson = (value: unknown): Json => (isObject(value) ? value : {});

const MESSAGES = ['message', 'content', 'error'];

/** Adds a unit to an amount in minor units, or to a decimal text. */
function dearer(amount: unknown): unknown {
  return typeof amount === 'string'
    ? amount.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    : Number(amount) + 1;
}

function linesOf(body: Json): Json[] {
  return objectsIn(body.line_items ?? body.items);
}

export const MUTANTS: readonly Mutant[] = [
  inFailure('errors without their remedy', (body) => {
    const { next: _, ...others } = body;
    return asJson(withTexts(without(others, ['choices']), MESSAGES, () => 'The request was refused.'));
  }),
  inFailure('errors without their field', (body) => {
    const { field } = readFailure(body);
    const path = field?.map(String) ?? [];
    return asJson(
      withTexts(without(body, ['field', 'path']), MESSAGES, (text) =>
        text.replace(/^[\w.[\]-]+[:]? /, path.length > 0 ? '' : '$&'),
      ),
    );
  }),
  inFailure('errors that are alike', () => ({
    error: 'Something went wrong.',
    code: 'error',
    message: 'Something went wrong.',
  })),
  inFailure(
    'next call to a tool that is not there',
    (body) => withValueAt(body, ['next', 'tool'], 'fix_it'),
    { isPossible: isShopping },
  ),
  inFailure(
    'next call without its arguments',
    (body) => asJson(without(body, ['arguments', 'same_arguments'])),
    { isPossible: isShopping },
  ),
  inFailure('variants without choices', (body) => asJson(without(body, ['choices', 'next'])), {
    isPossible: isShopping,
  }),
  inFailure('a moment’s failure as a final one', (body) =>
    asJson(
      withTexts(without(body, ['same_arguments', 'next']), MESSAGES, (text) =>
        text.replace(/ Try again later\./, ''),
      ),
    ),
  ),
  inFailure(
    'unknown tool without the tools there are',
    (body) => asJson(withTexts(body, MESSAGES, (text) => text.replace(/ The tools are .*$/, ''))),
    { isPossible: ({ name }) => !name.endsWith('REST') },
  ),
  {
    name: 'a repetition that makes a second checkout',
    mutate: (endpoint) => (call) =>
      endpoint.exchange(
        valueAt(call.arguments, endpoint.key) === undefined || /cancel|complete/.test(call.tool)
          ? call
          : { ...call, arguments: withValueAt(call.arguments, endpoint.key, randomUUID()) },
      ),
  },
  inSale('a wrong total', (body) => {
    const entry = objectsIn(body.totals).find(({ type }) => type === 'total');
    if (entry) entry.amount = dearer(entry.amount);
    else if (isObject(body.totals)) body.totals.total = dearer(body.totals.total);
    else body.total = dearer(body.total);
    return body;
  }),
  inSale('no hand-off', (body) => asJson(without(body, ['continue_url', 'checkout_url']))),
  inSale('a hand-off to another site', (body) =>
    asJson(
      withTexts(body, ['continue_url', 'checkout_url'], (url) => url.replace(/\/\/[^/]+/, '//pay.example')),
    ),
  ),
  inSale('prices of before', (body) => {
    for (const line of linesOf(body)) {
      const holder = isObject(line.item) ? line.item : line;
      holder.price = dearer(holder.price);
    }
    return body;
  }),
  inSale('one piece of each item', (body) => {
    for (const line of linesOf(body)) line.quantity = 1;
    return body;
  }),
  inSale('no item but the first', (body) => {
    const list = Array.isArray(body.line_items) ? 'line_items' : 'items';
    return { ...body, [list]: linesOf(body).slice(0, 1) };
  }),
  inSale('codes passed over in silence', (body) =>
    asJson(without(body, ['discounts', 'discount_codes', 'messages'])),
  ),
  {
    name: 'the hand-off of an earlier checkout',
    mutate(endpoint) {
      let earlier: string | undefined;
      return async (call) => {
        const reply = await endpoint.exchange(call);
        const url = endpoint.sale(reply.body)?.url;
        if (reply.failed || url === undefined) return reply;
        earlier ??= url;
        return {
          ...reply,
          body: asJson(withTexts(reply.body, ['continue_url', 'checkout_url'], () => earlier ?? url)),
        };
      };
    },
  },
  {
    name: 'sold-out items accepted in silence',
    mutate(endpoint) {
      let sold: Reply | undefined;
      return async (call) => {
        const reply = await endpoint.exchange(call);
        if (!reply.failed && endpoint.sale(reply.body) && /create|POST \/checkout/.test(call.tool))
          sold = reply;
        const isStock =
          reply.failed && /stock|unavailable|does not sell|has no product/i.test(JSON.stringify(reply.body));
        return isStock && sold ? asIfSold(endpoint, call, sold) : reply;
      };
    },
  },
  {
    name: 'a cursor that repeats the page',
    mutate: (endpoint) => (call) =>
      endpoint.exchange({ ...call, arguments: withValueAt(call.arguments, endpoint.cursor, undefined) }),
    isPossible: ({ name }) => name !== 'contract MCP',
  },
  inAnswer('instructions of a product without a warning', (reply) => {
    const body = asJson(without(reply.body, ['content_warning']));
    const messages = objectsIn(body.messages).filter(({ code }) => code !== 'contains_instructions');
    return { ...reply, body: Array.isArray(body.messages) ? { ...body, messages } : body };
  }),
  inAnswer('canceled checkouts shown as open', (reply, _endpoint, call) =>
    /cancel/.test(call.tool)
      ? {
          ...reply,
          body: asJson(
            withTexts(reply.body, ['status'], (text) => (/canceled|failed/.test(text) ? 'open' : text)),
          ),
        }
      : reply,
  ),
];

/** An earlier checkout with the items of this call. */
function asIfSold(endpoint: RehearsedEndpoint, call: Call, { body, ...reply }: Reply): Reply {
  const items = objectsIn(valueAt(call.arguments, endpoint.items));
  const list = Array.isArray(body.line_items) ? 'line_items' : 'items';
  const lines = linesOf(structuredClone(body)).map((line, index) => {
    const id = textIn(valueAt(items[index], endpoint.itemId));
    return { ...withValueAt(line, endpoint.itemId, id), quantity: items[index]?.quantity ?? line.quantity };
  });
  return { ...reply, body: { ...body, [list]: lines } };
}
