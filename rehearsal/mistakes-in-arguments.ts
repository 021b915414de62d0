import { attempt } from './attempt.ts';
import type { Call, RehearsedEndpoint } from './endpoint.ts';
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
      return trial.handOff(
        spoil(trial.endpoint.create(trial.order({ email: trial.shopper.want.email })), trial),
      );
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
function inItem(change: (item: Json, endpoint: RehearsedEndpoint) => unknown): Spoil {
  return (call, { endpoint }) => {
    const items = objectsIn(valueAt(call.arguments, endpoint.items));
    const [first = {}] = items;
    return set(call, [...endpoint.items, 0], change(first, endpoint));
  };
}

const withId = (id: string | ((own: string) => string)) =>
  inItem((item, endpoint) =>
    withValueAt(item, endpoint.itemId, typeof id === 'string' ? id : id(idOf(endpoint, item))),
  );

const isNested = ({ itemId }: RehearsedEndpoint) => itemId.length > 1;
const isMcp = ({ name }: RehearsedEndpoint) => !name.endsWith('REST');
const hasProfile = ({ profile }: RehearsedEndpoint) => profile !== undefined;

/** Moves a member to another name. */
function renamed(path: (endpoint: RehearsedEndpoint) => Path, names: readonly string[]): Spoil {
  return (call, { endpoint }) => {
    const own = path(endpoint);
    const other = names.find((name) => name !== own.at(-1)) ?? '';
    const value = valueAt(call.arguments, own);
    return set(set(call, own, undefined), [...own.slice(0, -1), other], value);
  };
}

const items = (endpoint: RehearsedEndpoint) => endpoint.items;

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
  inCreate('one object for the list', (call, { endpoint }) =>
    set(call, endpoint.items, valueAt(call.arguments, [...endpoint.items, 0])),
  ),
  inCreate(
    'list as JSON text',
    (call, { endpoint }) =>
      set(call, endpoint.items, JSON.stringify(valueAt(call.arguments, endpoint.items))),
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
      isPossible: (endpoint) => !isNested(endpoint),
      items: 2,
    },
  ),
  inCreate(
    'text for an item',
    inItem((item, endpoint) => idOf(endpoint, item)),
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
  inCreate('e-mail that is none', (call, { endpoint }) => set(call, endpoint.email, 'ann at example')),
  inCreate('tool of another endpoint', (call) => ({ ...call, tool: otherTool(call.tool) }), {
    isPossible: isMcp,
  }),
  inCreate('idempotency key that is none', (call, { endpoint }) => set(call, endpoint.key, 'kéy €')),
  inCreate('no profile', (call, { endpoint }) => set(call, endpoint.profile ?? [], undefined), {
    isPossible: hasProfile,
  }),
  {
    name: 'product for a variant',
    async play(trial) {
      const { shopper, endpoint } = trial;
      await findSeveral(trial);
      const call = endpoint.create(trial.order());
      const id = shopper.pick(0)?.product;
      const { options: _, ...item } = shopper.items()[0] ?? {};
      return trial.handOff(set(call, [...endpoint.items, 0], withValueAt(item, endpoint.itemId, id)));
    },
  },
  inSearch('limit as text', (call, { endpoint }) => set(call, endpoint.limit, '5')),
  inSearch('limit of 5000', (call, { endpoint }) => set(call, endpoint.limit, 5_000)),
  inSearch('invented cursor', (call, { endpoint }) => set(call, endpoint.cursor, 'page-2')),
  inSearch(
    'other name for the words',
    renamed((endpoint) => endpoint.query, ['q', 'query']),
  ),
  inSearch('search without words', (call, { endpoint }) => set(call, endpoint.query, undefined)),
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
