import { COUPON, type Goods, SKU } from '../goods.ts';
import { installSitePlugin, removeSitePlugin } from '../site-plugin.ts';
import type { WpAdmin } from '../wp-admin.ts';

/** Goods and codes of the proof of fulfillment. */
export interface Deliverable extends Goods {
  /** Taxed at the reduced rate. */
  book: number;
  /** Sent in a parcel of its own. */
  crate: number;
  /** Virtual, at the reduced rate. */
  course: number;
}

const TAXES: [country: string, state: string, rate: string, priority: number, taxClass: string][] = [
  ['US', 'NY', '8.8750', 1, 'standard'],
  ['US', 'NY', '4.0000', 1, 'reduced-rate'],
  ['CA', 'QC', '5.0000', 1, 'standard'],
  ['CA', 'QC', '9.9750', 2, 'standard'],
  ['CA', 'QC', '5.0000', 1, 'reduced-rate'],
  ['AT', '', '20.0000', 1, 'standard'],
  ['AT', '', '10.0000', 1, 'reduced-rate'],
  ['DE', '', '19.0000', 1, 'standard'],
  ['DE', '', '7.0000', 1, 'reduced-rate'],
];
const METHODS: [method: string, settings: Record<string, string>][] = [
  ['flat_rate', { title: 'Proof standard', cost: '7.50', tax_status: 'taxable' }],
  ['flat_rate', { title: 'Proof express', cost: '19.90', tax_status: 'taxable' }],
  ['flat_rate', { title: 'Proof by the piece', cost: '4.99 * [qty]', tax_status: 'taxable' }],
  ['flat_rate', { title: 'Proof courier', cost: '12.00', tax_status: 'none' }],
  ['free_shipping', { title: 'Proof free', requires: 'coupon' }],
  ['local_pickup', { title: 'Proof counter', cost: '2.30', tax_status: 'taxable' }],
];
const PICKUP = {
  pickup_location_settings: { enabled: 'yes', title: 'Pickup', tax_status: 'taxable', cost: '1.70' },
  pickup_locations: [
    {
      name: 'Proof depot',
      address: { address_1: 'Ring 1', city: 'Wien', state: '', postcode: '1010', country: 'AT' },
      details: '',
      enabled: true,
    },
  ],
};

/** Adds zones, taxes, places of pickup, a plugin that divides parcels, goods and codes; `clearAway` removes them. */
export async function openDelivery(admin: WpAdmin, goods: Goods): Promise<Deliverable> {
  const { rest } = admin;
  await installSitePlugin(admin);
  const [country, city] = [{ type: 'country' }, { type: 'state' }];
  const zone = await rest('POST', '/wc/v3/shipping/zones', { name: SKU, order: 0 });
  await rest('PUT', `/wc/v3/shipping/zones/${zone.id}/locations`, [
    ...['AT', 'DE'].map((code) => ({ code, ...country })),
    ...['US:NY', 'CA:QC'].map((code) => ({ code, ...city })),
  ]);
  for (const [method_id, settings] of METHODS) {
    const path = `/wc/v3/shipping/zones/${zone.id}/methods`;
    const { instance_id } = await rest('POST', path, { method_id });
    await rest('PUT', `${path}/${instance_id}`, { settings });
  }
  for (const [country, state, rate, priority, taxClass] of TAXES) {
    const more = { name: SKU, class: taxClass, shipping: true };
    await rest('POST', '/wc/v3/taxes', { country, state, rate, priority, ...more });
  }
  await rest('POST', '/wp/v2/settings', PICKUP);
  await printFreeShipping(rest);
  return { ...goods, ...(await moreGoods(rest)) };
}

async function moreGoods(rest: WpAdmin['rest']): Promise<Omit<Deliverable, keyof Goods>> {
  await rest('POST', '/wc/v3/products/shipping_classes', {
    name: 'UCP-PROOF bulky',
    slug: 'ucp-proof-bulky',
  });
  const create = async (name: string, regular_price: string, more: object): Promise<number> => {
    const body = { name: `Proofware ${name}`, sku: `${SKU}-${name.toUpperCase()}`, regular_price, ...more };
    return (await rest('POST', '/wc/v3/products', body)).id;
  };
  return {
    book: await create('book', '14.95', { tax_class: 'reduced-rate' }),
    crate: await create('crate', '45.50', { shipping_class: 'ucp-proof-bulky' }),
    course: await create('course', '29.99', { tax_class: 'reduced-rate', virtual: true }),
  };
}

export const FREE = { alone: `${COUPON}free`, percent: `${COUPON}free-percent` };

async function printFreeShipping(rest: WpAdmin['rest']): Promise<void> {
  const coupon = { discount_type: 'percent', free_shipping: true };
  await rest('POST', '/wc/v3/coupons', { ...coupon, code: FREE.alone, amount: '0' });
  await rest('POST', '/wc/v3/coupons', { ...coupon, code: FREE.percent, amount: '15' });
}

/** Removes what `openDelivery` adds beside goods, codes and zones. */
export async function closeDelivery({ rest, ask }: Pick<WpAdmin, 'rest' | 'ask'>): Promise<void> {
  await rest('POST', '/wp/v2/settings', {
    pickup_location_settings: { ...PICKUP.pickup_location_settings, enabled: 'no' },
    pickup_locations: [],
  });
  const taxes: { id: number; name: string }[] = await rest('GET', '/wc/v3/taxes?per_page=100');
  const classes: { id: number; name: string }[] = await rest(
    'GET',
    '/wc/v3/products/shipping_classes?per_page=100',
  );
  const doomed = [
    ...taxes.filter(({ name }) => name === SKU).map(({ id }) => `/wc/v3/taxes/${id}`),
    ...classes
      .filter(({ name }) => name.startsWith(SKU))
      .map(({ id }) => `/wc/v3/products/shipping_classes/${id}`),
  ];
  for (const path of doomed) await rest('DELETE', `${path}?force=true`);
  await removeSitePlugin({ ask });
}
