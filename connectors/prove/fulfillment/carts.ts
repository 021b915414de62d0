import type { Proof } from '../proof.ts';
import { type Deliverable, FREE } from './delivery.ts';

/** Address as agents of official UCP write it. */
export interface Place {
  address_country: string;
  address_region?: string;
  postal_code: string;
  address_locality: string;
  street_address: string;
}

/** How prices are typed, and where the shop and the buyers are. */
export interface TaxKind {
  name: string;
  settings: Record<string, string>;
  home: Place;
  abroad: Place;
}

const VIENNA = {
  address_country: 'AT',
  postal_code: '1010',
  address_locality: 'Wien',
  street_address: 'Stephansplatz 3',
};
const BERLIN = {
  address_country: 'DE',
  address_region: 'BE',
  postal_code: '10115',
  address_locality: 'Berlin',
  street_address: 'Invalidenstraße 43',
};
const NEW_YORK = {
  address_country: 'US',
  address_region: 'NY',
  postal_code: '10001',
  address_locality: 'New York',
  street_address: '350 Fifth Avenue',
};
const QUEBEC = {
  address_country: 'CA',
  address_region: 'Quebec',
  postal_code: 'G1R 4S9',
  address_locality: 'Québec',
  street_address: '1 Rue des Carrières',
};

const BASE = 'general/woocommerce_default_country';
const HOLD_TAX = 'tax/woocommerce_prices_include_tax';
const ROUND_AT_SUBTOTAL = 'tax/woocommerce_tax_round_at_subtotal';

export const TAX_KINDS: readonly TaxKind[] = [
  {
    name: 'tax on top',
    settings: { [BASE]: 'US:NY', [HOLD_TAX]: 'no', [ROUND_AT_SUBTOTAL]: 'no' },
    home: NEW_YORK,
    abroad: QUEBEC,
  },
  {
    name: 'VAT in the prices',
    settings: { [BASE]: 'AT', [HOLD_TAX]: 'yes', [ROUND_AT_SUBTOTAL]: 'no' },
    home: VIENNA,
    abroad: BERLIN,
  },
];

/** One purchase. */
export interface ProofCart {
  name: string;
  lines: [id: number, quantity: number][];
  codes: string[];
  to: 'home' | 'abroad';
  /** Title of the option; undefined for the one that the answer selects, `pickup` for the first place of pickup. */
  option?: string;
}

/** Two parcels, and the option of each. */
export function proofParcels({ crate, bowl }: Deliverable): ProofCart & { options: string[] } {
  const options = ['Proof courier', 'Proof express'];
  const lines: ProofCart['lines'] = [
    [crate, 1],
    [bowl, 3],
  ];
  return { name: 'two parcels, an option each', lines, codes: [], to: 'home', options };
}

/** Fifteen carts: two rates of tax, codes, parcels, pickup and virtual goods. */
export function proofCarts(goods: Deliverable, codes: Proof['codes']): ProofCart[] {
  const { mug, bowl, socks, lamp, ebook, book, crate, course, redMedium } = goods;
  const of = (name: string, lines: ProofCart['lines'], more: Partial<ProofCart> = {}): ProofCart => ({
    name,
    lines,
    codes: [],
    to: 'home',
    ...more,
  });
  return [
    of('one item, the cheapest option', [[bowl, 1]]),
    of('two rates of tax', [
      [bowl, 7],
      [book, 3],
    ]),
    of(
      'two rates of tax, express, abroad',
      [
        [socks, 3],
        [book, 2],
        [redMedium, 1],
      ],
      { option: 'Proof express', to: 'abroad' },
    ),
    of('the reduced rate alone, by the piece', [[book, 5]], { option: 'Proof by the piece' }),
    of(
      'a percentage off two rates of tax',
      [
        [bowl, 3],
        [book, 1],
        [socks, 7],
      ],
      { codes: [codes.third], option: 'Proof express' },
    ),
    of(
      'an amount off two rates of tax, abroad',
      [
        [bowl, 3],
        [book, 2],
      ],
      { codes: [codes.cents], to: 'abroad' },
    ),
    of(
      'an amount off each piece, and a percentage',
      [
        [bowl, 3],
        [socks, 1],
      ],
      { codes: [codes.bowls, codes.third], option: 'Proof courier' },
    ),
    of(
      'free shipping by a code',
      [
        [lamp, 1],
        [book, 1],
      ],
      { codes: [FREE.alone] },
    ),
    of(
      'free shipping and a percentage, abroad',
      [
        [bowl, 2],
        [socks, 2],
      ],
      { codes: [FREE.percent], to: 'abroad' },
    ),
    of('virtual goods alone', [
      [ebook, 2],
      [course, 1],
    ]),
    of(
      'virtual goods beside a parcel, untaxed courier',
      [
        [course, 1],
        [mug, 3],
      ],
      { option: 'Proof courier', to: 'abroad' },
    ),
    of('two parcels, the cheapest of each', [
      [crate, 1],
      [bowl, 3],
    ]),
    of(
      'two parcels by express, and a percentage, abroad',
      [
        [crate, 2],
        [book, 3],
        [socks, 1],
      ],
      { codes: [codes.third], option: 'Proof express', to: 'abroad' },
    ),
    of(
      'pickup',
      [
        [bowl, 3],
        [book, 1],
      ],
      { option: 'pickup' },
    ),
    of('pickup and a percentage, abroad', [[socks, 7]], {
      codes: [codes.third],
      option: 'pickup',
      to: 'abroad',
    }),
  ];
}
