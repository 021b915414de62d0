import { type Gid, hasPrice, type Product } from '../../../commerce/product/products.ts';

const FIELDS = ['title', 'price', 'highest price', 'currency', 'available'] as const;

/** Offer of a product or variant in the words of a report; prices are in minor units, and a member that is not shown is undefined. */
export interface Offer {
  id: Gid;
  title?: string | undefined;
  price?: number | undefined;
  'highest price'?: number | undefined;
  currency?: string | undefined;
  available?: boolean | undefined;
}

/** Answer of a surface; instants are epoch milliseconds. */
export interface Reading {
  offers: readonly Offer[];
  /** Instant that the answer states for itself, or else the instant of the request. */
  asOf: number;
  readAt: number;
  /** Offers that the answer must hold. */
  ids: readonly Gid[];
}

export interface Surface {
  name: string;
  /** True for a surface that shows the copy and never asks the shop. */
  isOfCopy?: boolean;
  /** Throws `UnreadSurface`. */
  read(products: readonly Product[]): Promise<Reading[]>;
}

/** The message continues the name of the surface. */
export class UnreadSurface extends Error {}

/** State of an offer at the shop within a time; undefined while there was none. */
export interface OfferState {
  from: number;
  until: number;
  offer: Offer | undefined;
}

type History = ReadonlyMap<Gid, readonly OfferState[]>;

export interface Fault {
  surface: string;
  id: Gid;
  field: (typeof FIELDS)[number] | 'presence';
  value: unknown;
  expected: readonly unknown[];
  ageMs: number;
}

/** Returns what every surface must show of a product and of its variants with a price. */
export function toOffers({ id, title, priceRange, availability, variants }: Product): Offer[] {
  const { currency, min, max } = priceRange;
  const priced = variants.filter(hasPrice);
  const isPlain = variants.every(({ restriction }) => restriction === undefined);
  return [
    {
      ...{ id, title, currency, available: isPlain ? availability === 'in_stock' : undefined },
      ...(priced.length === variants.length ? { price: min, 'highest price': max } : {}),
    },
    ...priced.map((variant) => ({
      ...{ id: variant.id, price: variant.price, currency: variant.currency },
      // Surfaces name a product's only variant in different ways.
      title: priced.length > 1 ? variant.title : undefined,
      available: variant.restriction === undefined ? variant.available : undefined,
    })),
  ];
}

/** A difference to every state that the shop had within the age of the answer is a fault. */
export function compareReading(surface: string, { offers, asOf, readAt, ids }: Reading, history: History) {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const values = [...new Set([...byId.keys(), ...ids])].flatMap((id) => {
    const states = history.get(id) ?? [];
    if (states.every(({ from }) => from > asOf)) return [];
    const sold = states
      .filter(({ from, until }) => from <= readAt && until >= asOf)
      .map(({ offer }) => offer);
    const offer = byId.get(id);
    // A refusal to sell does not say whether there is an offer.
    const isRefusal = offer?.available === false && offer.price === undefined;
    const presence = {
      field: 'presence' as const,
      value: isRefusal ? undefined : offer !== undefined,
      expected: sold.map((each) => each !== undefined),
    };
    const fields = FIELDS.map((field) => ({
      field,
      value: offer?.[field],
      // The shop refuses to sell what it does not have.
      expected: sold.flatMap((each) => (isRefusal && !each ? false : each?.[field]) ?? []),
    }));
    return [presence, ...fields]
      .filter(({ value, expected }) => value !== undefined && expected.length > 0)
      .map((each) => ({ ...each, surface, id, ageMs: readAt - asOf }));
  });
  const faults = values.filter(({ value, expected }) => !expected.map(toOneLine).includes(toOneLine(value)));
  return { faults, count: values.length };
}

/** Cards and pages write the blanks of a title in another way. */
function toOneLine(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value;
}
