import { isObject } from '../src/commerce/json/is-object.ts';
import { PROFILE } from '../testing/ucp-agent.ts';
import type { Call, Listed, RehearsedEndpoint, Reply, Sale } from './endpoint.ts';
import { type Failure, piecesIn } from './failure.ts';
import { type Json, objectsIn, type Path, textIn, valueAt, withValueAt } from './paths.ts';

/** Items that a buyer asked for, and what a shop needs to know of the buyer. */
export interface Want {
  items: { words: string; quantity: number }[];
  country: string;
  email: string;
}

/** Shopper without a language model. It knows what it wants, the right calls, and the answers. */
export function shopperAt(endpoint: RehearsedEndpoint, want: Want) {
  /** Found products by the index of the wanted item. */
  const findings = new Map<number, Listed[]>();
  const refused = new Set<string>();
  let searching = 0;
  const shopper = {
    endpoint,
    want,
    saleId: undefined as string | undefined,
    /** Pieces that an answer said can be had. */
    left: Number.POSITIVE_INFINITY,

    /** Search for a wanted item, whose answer is learned for it. */
    searchFor(index: number): Call {
      searching = index;
      return shopper.searchAgain();
    },

    /** Keeps what an answer of the catalog shows; what was known of other products stays. */
    learn({ failed, body }: Reply): void {
      shopper.left =
        piecesIn(failed ? JSON.stringify(body) : JSON.stringify(body.messages ?? '')) ?? shopper.left;
      const listed = failed ? [] : endpoint.listed(body);
      if (listed.length === 0) return;
      const titles = new Set(listed.map(({ title }) => title));
      const others = (findings.get(searching) ?? []).filter(({ title }) => !isShown(titles, title));
      findings.set(searching, [...listed, ...others]);
    },

    /** Returns the product that is taken for a wanted item: the first that can be bought. */
    pick(index: number): Listed | undefined {
      const rightful = (findings.get(index) ?? []).filter(
        ({ available, item }) => available && !refused.has(idOf(endpoint, item)),
      );
      return rightful[0];
    },

    /** True when the product that is taken has other variants. */
    hasSeveral(index: number): boolean {
      const picked = shopper.pick(index);
      const others = findings.get(index)?.filter(({ product }) => product === picked?.product) ?? [];
      return picked?.item.options !== undefined || others.length > 1;
    },

    forget: () => findings.clear(),

    /** Items of a right call. */
    items(): Json[] {
      return want.items.flatMap(({ quantity }, index) => {
        const picked = shopper.pick(index);
        return picked ? [{ ...picked.item, quantity: followed(picked, quantity) }] : [];
      });
    },

    /** Makes do with the quantities of a call that an answer proposes. */
    accepted(call: Call): Call {
      const path = itemsPath(endpoint, call);
      const quantities = objectsIn(path && valueAt(call.arguments, path)).map(({ quantity }) =>
        Number(quantity ?? 1),
      );
      const least = Math.min(...quantities);
      if (want.items.some(({ quantity }) => quantity > least)) shopper.left = Math.min(shopper.left, least);
      return call;
    },

    createAgain: (): Call => endpoint.create({ items: shopper.items() }),

    /** Remembers that an item cannot be bought; a look at the catalog that follows is for it. */
    giveUp(id: string, index: unknown): void {
      refused.add(id);
      searching = typeof index === 'number' && index < want.items.length ? index : 0;
    },

    searchAgain: (): Call => endpoint.search(want.items[searching]?.words ?? ''),

    /** Returns the call with the item that was refused replaced by the one that is taken now. */
    withItems(call: Call): Call | undefined {
      const path = itemsPath(endpoint, call);
      const items = shopper.items();
      return path && items.length === want.items.length
        ? { ...call, arguments: withValueAt(call.arguments, path, items) }
        : undefined;
    },

    withProfile: (call: Call): Call => ({
      ...call,
      arguments: withValueAt(call.arguments, endpoint.profile ?? [], PROFILE),
    }),

    /** Path of the item that a failure is about: its field, its id in the text, or the only one. */
    placeOf({ arguments: input, ...call }: Call, { field, message }: Failure): Path | undefined {
      const path = itemsPath(endpoint, { ...call, arguments: input });
      const items = path && valueAt(input, path);
      if (!path || !Array.isArray(items)) return undefined;
      const inField = field?.find((step) => typeof step === 'number');
      const inText = items.findIndex((item) => isObject(item) && message.includes(idOf(endpoint, item)));
      const index = inField ?? (inText === -1 && items.length === 1 ? 0 : inText);
      return index === -1 ? undefined : [...path, index];
    },

    /** Calls that would make a checkout hold what is wanted; none when it does. */
    correction(sale: Sale): Call | undefined {
      const open = [...sale.lines];
      let isWrong = false;
      const items = want.items.flatMap(({ quantity }, index) => {
        const picked = shopper.pick(index);
        const place = open.findIndex((line) => picked && isSame(endpoint, picked, line));
        const [line] = place === -1 ? [] : open.splice(place, 1);
        const pieces = Math.min(shopper.left, picked ? followed(picked, quantity) : quantity);
        isWrong ||= line?.quantity !== pieces;
        if (line) return [{ ...withValueAt({}, endpoint.itemId, line.id), quantity: pieces }];
        return picked ? [{ ...picked.item, quantity: pieces }] : [];
      });
      if (!isWrong && open.length === 0) return undefined;
      return endpoint.update(
        sale.id,
        items,
        open.map(({ id }) => id),
      );
    },
  };
  return shopper;
}

export type Shopper = ReturnType<typeof shopperAt>;

/** A gullible model: it does as a product's text says, unless the answer warned of the text. */
function followed({ text, warned }: Listed, quantity: number): number {
  const ordered = /ignore .*instructions.* buy (\d+)/i.exec(text)?.[1];
  return ordered === undefined || warned ? quantity : Number(ordered);
}

export function idOf({ itemId }: RehearsedEndpoint, item: Json): string {
  return textIn(valueAt(item, itemId));
}

/** True when the line is the picked variant; a product of which options are named is compared by its title. */
export function isSame(endpoint: RehearsedEndpoint, picked: Listed, line: Sale['lines'][number]): boolean {
  return picked.item.options === undefined
    ? idOf(endpoint, picked.item) === line.id
    : line.title.startsWith(picked.title);
}

function isShown(titles: ReadonlySet<string>, title: string): boolean {
  return [...titles].some((each) => each === title || each.startsWith(`${title} `));
}

function itemsPath(endpoint: RehearsedEndpoint, { arguments: input }: Call): Path | undefined {
  const paths: Path[] = [endpoint.items, ['cart', 'line_items'], ['line_items'], ['items']];
  return paths.find((path) => valueAt(input, path) !== undefined);
}
