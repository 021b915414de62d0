import { hash, randomInt } from 'node:crypto';
import { sum, toDecimal } from '../../../commerce/money/money.ts';
import type { Gid, Product } from '../../../commerce/product/products.ts';
import {
  type Diagnostic,
  toOkDiagnostic,
  toProblemDiagnostic,
  toWarningDiagnostic,
} from '../../../merchant/discovery/diagnostic.ts';
import { type AtStore, toFreshCaller } from '../../../merchant/visit.ts';
import { withoutHidden } from '../../../operations/catalog/hidden-products.ts';
import { createProbe } from '../../../outbound/guarded-fetch/ask-whole.ts';
import { countText } from '../../shell/format.ts';
import { ANSWER_LIMITS } from '../answers.ts';
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

type Address = Pick<SurfaceContext, 'fetch' | 'baseUrl'>;

interface ParityOptions extends Address {
  products: number;
  seed?: number | undefined;
}

/** Compares random products on all surfaces with the shop; twice where they differ: it may have changed. */
export async function checkParity(at: AtStore, options: ParityOptions): Promise<Diagnostic[]> {
  const { products: limit, seed = randomInt(1_000_000_000), ...address } = options;
  const copy = await pickSample(at, limit, seed);
  const sample = copy.products;
  const sampled = `${countText(sample.length, 'product')} compared; --seed ${seed} repeats the choice.`;
  const diagnostics = [toOkDiagnostic('sample', sampled)];
  if (sample.length === 0) return diagnostics;
  const readings = [copy];
  await readShop(at, sample, readings);
  for (const surface of listSurfaces(createSurfaceContext(at, address))) {
    const first = await compareSurface(at, surface, sample, readings);
    const second = first.faults.length > 0 ? await compareSurface(at, surface, sample, readings) : first;
    const confirmed = new Set(second.faults.map(toKey));
    const faults = first.faults.filter((fault) => confirmed.has(toKey(fault)));
    diagnostics.push(...diagnose({ ...first, faults }, at.store.description.currency));
  }
  return diagnostics;
}

const toKey = ({ id, field }: Fault) => `${id} ${field}`;

export function createSurfaceContext({ context, store }: AtStore, { fetch, baseUrl }: Address) {
  const ask = createProbe(fetch, ANSWER_LIMITS);
  const newest = { sort: 'created_at', direction: 'desc', limit: 1, offset: 0 } as const;
  return {
    ...{ fetch, ask, baseUrl, store, now: context.now },
    findFeedToken: () => context.stores.findFeedToken(store.id),
    findNewestSession: async () => (await context.activity.listSessions(store.id, {}, newest)).items[0]?.id,
  };
}

/** Products of the shop; `at` in epoch milliseconds. */
interface ShopReading {
  at: number;
  products: readonly Product[];
}

/** Picks products of the copy, read by `at`; the same seed picks the same ones. */
async function pickSample({ context, store }: AtStore, limit: number, seed: number): Promise<ShopReading> {
  const ids = await context.products.listIds(store.id);
  const rank = new Map(ids.map((id) => [id, hash('sha256', `${seed} ${id}`)]));
  const first = ids.toSorted((one, other) => ((rank.get(one) ?? '') < (rank.get(other) ?? '') ? -1 : 1));
  const copied = await context.products.readings(store.id, first.slice(0, limit));
  return {
    at: Math.max(...copied.map(({ readAt }) => Date.parse(readAt))),
    products: copied.map(({ product }) => product),
  };
}

type Comparison = Awaited<ReturnType<typeof compareSurface>>;

/** Reads a surface, then the shop, which was read before too. */
async function compareSurface(at: AtStore, of: Surface, sample: readonly Product[], readings: ShopReading[]) {
  const { name: surface, read, isOfCopy = false } = of;
  const present = new Map(readings.at(-1)?.products.map((product) => [product.id, product]));
  const products = sample.map((product) => present.get(product.id) ?? product);
  let unread: string | undefined;
  const answers = await read(products).catch((error: unknown): Reading[] => {
    if (!(error instanceof UnreadSurface)) throw error;
    unread = error.message;
    return [];
  });
  await readShop(at, sample, readings);
  const history = toHistory(readings, isOfCopy);
  const compared = answers.map((answer) => compareReading(surface, answer, history));
  const count = sum(compared.map((each) => each.count));
  return { surface, faults: compared.flatMap(({ faults }) => faults), count, unread };
}

/** The shop showed what either of two readings has; a surface of the copy what the copy has, however old. */
function toHistory(readings: readonly ShopReading[], isOfCopy: boolean): Map<Gid, OfferState[]> {
  const since = isOfCopy ? 0 : (readings[0]?.at ?? 0);
  const states = readings.map(({ products }, place) => ({
    from: place > 1 ? (readings[place - 1]?.at ?? since) : since,
    until: readings[place + 1]?.at ?? Infinity,
    offers: new Map(products.flatMap(toOffers).map((offer) => [offer.id, offer])),
  }));
  const ids = new Set(states.flatMap(({ offers }) => [...offers.keys()]));
  return new Map(
    [...ids].map((id) => [id, states.map(({ offers, ...time }) => ({ ...time, offer: offers.get(id) }))]),
  );
}

async function readShop(at: AtStore, products: readonly Product[], readings: ShopReading[]): Promise<void> {
  const context = await at.context.openStore(at.store, toFreshCaller(at));
  const askedAt = context.now();
  const ids = products.map(({ id }) => id);
  const sold = withoutHidden(context, await context.platform.lookupProducts(ids, context.caller));
  readings.push({ at: askedAt, products: sold });
}

function diagnose({ surface, faults, count, unread }: Comparison, currency: string): Diagnostic[] {
  if (unread !== undefined) {
    const remedy = 'Check the store without --parity: that says why.';
    const title = `The ${surface} could not be compared.`;
    return [toWarningDiagnostic(surface, { title, cause: `It ${unread}.`, remedy })];
  }
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
