import { hash, randomInt } from 'node:crypto';
import { sum, toDecimal } from '../../../commerce/money/money.ts';
import type { Product } from '../../../commerce/product/products.ts';
import type { StoreDescription } from '../../../commerce/store/store.ts';
import { type AtStore, toFreshCaller } from '../../../merchant/at-store.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../../merchant/discovery/diagnostic.ts';
import { withoutHidden } from '../../../operations/catalog/hidden-products.ts';
import { countText } from '../../shell/count-text.ts';
import {
  compareReading,
  type Fault,
  type OfferState,
  type Reading,
  type Surface,
  toOffers,
  UnreadSurface,
} from './offers.ts';
import type { SurfaceContext } from './read-answer.ts';
import { listSurfaces } from './surfaces.ts';

interface ParityOptions extends Pick<SurfaceContext, 'ask' | 'baseUrl'> {
  products: number;
  seed?: number | undefined;
}

/**
 * Compares random products on every surface with the shop. A fault is reported when a second comparison finds it too: the shop may
 * change during the first.
 */
export async function checkParity(
  at: AtStore,
  { products: limit, seed = randomInt(1_000_000_000), ...address }: ParityOptions,
): Promise<Diagnostic[]> {
  const { context, store } = at;
  const sample = await pickSample(at, limit, seed);
  const surfaces = listSurfaces(createSurfaceContext(at, address));
  const first = await compareSurfaces(at, surfaces, sample);
  const doubtful = first.flatMap(({ faults }) => faults.map(({ id }) => id));
  const { products } = await context.products.findByIds(store.id, [...new Set(doubtful)]);
  const faults = (await compareSurfaces(at, surfaces, products)).flatMap((each) => each.faults);
  const isConfirmed = (fault: Fault) => faults.some((each) => toKey(each) === toKey(fault));
  const sampled = `${countText(sample.length, 'product')} compared; --seed ${seed} repeats the choice.`;
  return [
    toOkDiagnostic('sample', sampled),
    ...first.flatMap((each) =>
      diagnose({ ...each, faults: each.faults.filter(isConfirmed) }, store.description),
    ),
  ];
}

const toKey = ({ surface, id, field }: Fault) => [surface, id, field].join(' ');

/** Describes where the surfaces of a store are. */
export function createSurfaceContext(
  { context, store }: AtStore,
  address: Pick<SurfaceContext, 'ask' | 'baseUrl'>,
): SurfaceContext {
  const newest = { sort: 'created_at', direction: 'desc', limit: 1, offset: 0 } as const;
  return {
    ...address,
    ...{ store, now: context.now },
    findNewestSession: async () => (await context.activity.listSessions(store.id, {}, newest)).items[0]?.id,
  };
}

/** Picks products of the copy; the same seed picks the same ones. */
async function pickSample({ context, store }: AtStore, limit: number, seed: number): Promise<Product[]> {
  const ids = await context.products.listIds(store.id);
  const rank = new Map(ids.map((id) => [id, hash('sha256', `${seed} ${id}`)]));
  const first = ids.toSorted((one, other) => ((rank.get(one) ?? '') < (rank.get(other) ?? '') ? -1 : 1));
  return (await context.products.findByIds(store.id, first.slice(0, limit))).products;
}

interface Comparison {
  surface: string;
  faults: Fault[];
  /** Compared values. */
  count: number;
  /** Why the surface could not be read. */
  unread?: string;
}

/** Reads the shop before and after all surfaces: what it showed at either time is right in between. */
async function compareSurfaces(
  at: AtStore,
  surfaces: readonly Surface[],
  sample: readonly Product[],
): Promise<Comparison[]> {
  if (sample.length === 0) return [];
  const from = at.context.now();
  const before = await readShop(at, sample);
  const present = new Map(before.map((product) => [product.id, product]));
  const products = sample.map((product) => present.get(product.id) ?? product);
  const read: { surface: string; readings: Reading[]; unread?: string }[] = [];
  for (const { name: surface, read: readOffers } of surfaces)
    read.push({ surface, ...(await readOffers(products).then((readings) => ({ readings }), toUnread)) });
  const states = [before, await readShop(at, sample)].map(
    (sold) => new Map(sold.flatMap(toOffers).map((offer) => [offer.id, offer])),
  );
  const former = new Map(sample.flatMap(toOffers).map((offer) => [offer.id, offer]));
  const history = new Map(
    [former, ...states].flatMap((each) =>
      [...each.keys()].map((id): [string, OfferState[]] => [
        id,
        states.map((state) => ({ from, until: Infinity, offer: state.get(id) })),
      ]),
    ),
  );
  return read.map(({ surface, readings, unread }) => {
    const compared = readings.map((reading) => compareReading(surface, reading, history));
    const faults = compared.flatMap((each) => each.faults);
    return { surface, faults, count: sum(compared.map(({ count }) => count)), ...(unread && { unread }) };
  });
}

function toUnread(error: unknown): { readings: Reading[]; unread: string } {
  if (error instanceof UnreadSurface) return { readings: [], unread: error.message };
  throw error;
}

async function readShop(at: AtStore, products: readonly Product[]): Promise<Product[]> {
  const context = await at.context.openStore(at.store, toFreshCaller(at));
  const ids = products.map(({ id }) => id);
  return withoutHidden(context, await context.platform.lookupProducts(ids, context.caller));
}

function diagnose(
  { surface, faults, count, unread }: Comparison,
  { currency }: Pick<StoreDescription, 'currency'>,
): Diagnostic[] {
  if (unread !== undefined)
    return [
      toWarningDiagnostic(surface, {
        title: `The ${surface} could not be compared.`,
        cause: `It ${unread}.`,
        remedy: 'Check the store without --parity: that says why.',
      }),
    ];
  // Not every platform has every surface.
  if (count === 0) return [];
  if (faults.length === 0)
    return [toOkDiagnostic(surface, `${countText(count, 'value')} of the ${surface} agree.`)];
  return faults.map(({ id, field, value, expected, ageMs }) => {
    const toText = (each: unknown) => (typeof each === 'number' ? toDecimal(each, currency) : String(each));
    return toProblemDiagnostic(surface, {
      title: `The ${surface} differs from the shop: ${field} of ${id}.`,
      cause: `It shows ${toText(value)}, and the shop ${[...new Set(expected.map(toText))].join(' or ')}. The answer says that it is ${Math.round(ageMs / 1_000)} s old.`,
      remedy:
        'A cache in front of this surface shows an older answer than it states: empty it, or let it pass these paths.',
    });
  });
}
