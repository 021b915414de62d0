import { attempt } from './attempt.ts';
import type { Call, Door } from './door.ts';
import { type Json, objectsIn, type Path, valueAt, withValueAt } from './paths.ts';
import { idOf } from './shopper.ts';
import type { Mistake, Trial } from './trial.ts';

type Spoil = (call: Call, trial: Trial) => Call;

/** Mistake in the call that creates the checkout. */
function inCreate(name: string, spoil: Spoil, extras: Partial<Mistake> = {}): Mistake {
  return {
    name,
    async play(trial) {
      await trial.find();
      return trial.handOff(spoil(trial.door.create(trial.order({ email: trial.shopper.want.email })), trial));
    },
    ...extras,
  };
}

/** Mistake in the first search. */
function inSearch(name: string, spoil: Spoil, extras: Partial<Mistake> = {}): Mistake {
  return {
    name,
    async play(trial) {
      const searched = await attempt(trial.shopper, spoil(trial.shopper.searchFor(0), trial));
      return trial.buyAfter(searched);
    },
    ...extras,
  };
}

function set(call: Call, path: Path, value: unknown): Call {
  return { ...call, arguments: withValueAt(call.arguments, path, value) };
}

/** Changes the first item of a call. */
function inItem(change: (item: Json, door: Door) => unknown): Spoil {
  return (call, { door }) => {
    const items = objectsIn(valueAt(call.arguments, door.items));
    const [first = {}] = items;
    return set(call, [...door.items, 0], change(first, door));
  };
}

const withId = (id: string | ((own: string) => string)) =>
  inItem((item, door) => withValueAt(item, door.itemId, typeof id === 'string' ? id : id(idOf(door, item))));

const isNested = ({ itemId }: Door) => itemId.length > 1;
const isMcp = ({ name }: Door) => !name.endsWith('REST');
const hasProfile = ({ profile }: Door) => profile !== undefined;

/** Moves a member to another name. */
function renamed(path: (door: Door) => Path, names: readonly string[]): Spoil {
  return (call, { door }) => {
    const own = path(door);
    const other = names.find((name) => name !== own.at(-1)) ?? '';
    const value = valueAt(call.arguments, own);
    return set(set(call, own, undefined), [...own.slice(0, -1), other], value);
  };
}

const items = (door: Door) => door.items;

export const inArguments: Mistake[] = [
  inCreate('no mistake', (call) => call),
  inCreate(
    'quantity as text',
    inItem((item) => ({ ...item, quantity: String(item.quantity) })),
    { items: 2 },
  ),
  inCreate(
    'quantity of 0',
    inItem((item) => ({ ...item, quantity: 0 })),
    { items: 2 },
  ),
  inCreate(
    'quantity of a million',
    inItem((item) => ({ ...item, quantity: 1_000_000 })),
  ),
  inCreate('one object for the list', (call, { door }) =>
    set(call, door.items, valueAt(call.arguments, [...door.items, 0])),
  ),
  inCreate(
    'list as JSON text',
    (call, { door }) => set(call, door.items, JSON.stringify(valueAt(call.arguments, door.items))),
    { items: 2 },
  ),
  inCreate(
    'item without its wrapper',
    inItem(({ item, ...line }) => ({ ...(item as Json), ...line })),
    {
      isPossible: isNested,
      items: 2,
    },
  ),
  inCreate(
    'item in a wrapper',
    inItem(({ id, ...line }) => ({ item: { id }, ...line })),
    {
      isPossible: (door) => !isNested(door),
      items: 2,
    },
  ),
  inCreate(
    'text for an item',
    inItem((item, door) => idOf(door, item)),
  ),
  inCreate('other name for the list', renamed(items, ['items', 'line_items']), { items: 2 }),
  inCreate('arguments in another wrapper', (call) => ({ ...call, arguments: { order: call.arguments } })),
  inCreate(
    'number for an id',
    withId((id) => /\d+$/.exec(id)?.[0] ?? ''),
    { items: 2 },
  ),
  inCreate('id of another platform', withId('gid://magento/ProductVariant/7'), { items: 2 }),
  inCreate(
    'id that was never there',
    withId((id) => id.replace(/\d+$/, '999999999')),
    { items: 2 },
  ),
  inCreate('page of another shop', withId('https://other.example/products/mug'), { items: 2 }),
  inCreate('title for an id', withId('the blue one')),
  inCreate('e-mail that is none', (call, { door }) => set(call, door.email, 'ann at example')),
  inCreate('tool of another endpoint', (call) => ({ ...call, tool: otherTool(call.tool) }), {
    isPossible: isMcp,
  }),
  inCreate('idempotency key that is none', (call, { door }) => set(call, door.key, 'kéy €')),
  inCreate('no profile', (call, { door }) => set(call, door.profile ?? [], undefined), {
    isPossible: hasProfile,
  }),
  {
    name: 'product for a variant',
    async play(trial) {
      const { shopper, door } = trial;
      await findSeveral(trial);
      const call = door.create(trial.order());
      const id = shopper.pick(0)?.product;
      const { options: _, ...item } = shopper.items()[0] ?? {};
      return trial.handOff(set(call, [...door.items, 0], withValueAt(item, door.itemId, id)));
    },
  },
  inSearch('limit as text', (call, { door }) => set(call, door.limit, '5')),
  inSearch('limit of 5000', (call, { door }) => set(call, door.limit, 5_000)),
  inSearch('invented cursor', (call, { door }) => set(call, door.cursor, 'page-2')),
  inSearch(
    'other name for the words',
    renamed((door) => door.query, ['q', 'query']),
  ),
  inSearch('search without words', (call, { door }) => set(call, door.query, undefined)),
];

/** Searches until a product with several variants comes first. */
async function findSeveral(trial: Trial): Promise<void> {
  const { shopper, words } = trial;
  for (const each of words) {
    for (const item of shopper.want.items) item.words = each;
    shopper.forget();
    await trial.find();
    if (shopper.hasSeveral(0)) return;
  }
}

const CREATES = ['create_checkout', 'create_checkout_session'];

function otherTool(tool: string): string {
  return CREATES.find((name) => name !== tool) ?? tool;
}
