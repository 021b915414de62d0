import type { AccessDiagnostic } from '../../store-platform.ts';

/** `slugs`: folders in wp-content/plugins. `costs`: consequence, after the names of the plugins. */
const KINDS: readonly { slugs: readonly string[]; costs: string; remedy: string }[] = [
  {
    slugs: ['wp-force-login', 'password-protected', 'wc-private-store', 'my-private-site'],
    costs: 'close the site to guests, and buyers of agents come as guests',
    remedy: 'Exempt the checkout page and addresses with ?ucp_cart= in its settings.',
  },
  {
    slugs: ['maintenance', 'wp-maintenance-mode', 'coming-soon', 'minimal-coming-soon-maintenance-mode'],
    costs: 'can replace the checkout by a page of its own',
    remedy: 'Turn its mode off while agents may sell.',
  },
  {
    slugs: [
      'yith-woocommerce-catalog-mode',
      'woocommerce-catalog-enquiry',
      'woocommerce-call-for-price',
      'woo-rfq-for-woocommerce',
      'woocommerce-wholesale-prices',
    ],
    costs: 'can hide prices from guests or take away the button to buy: agents cannot sell such goods',
    remedy: 'Set it to leave prices and cart to guests, at least for the products that agents may sell.',
  },
  {
    slugs: [
      'woocommerce-subscriptions',
      'subscriptions-for-woocommerce',
      'yith-woocommerce-subscription',
      'flexible-subscriptions',
    ],
    costs: 'sell for a price by period, and the total told to agents is that of the first payment',
    remedy:
      'Name period and price in the product’s name or description, or hide subscriptions from the catalog.',
  },
  {
    slugs: [
      'woocommerce-deposits',
      'deposits-for-woocommerce',
      'yith-woocommerce-deposits-and-down-payments',
    ],
    costs: 'charge a part of the price first, and the total told to agents may be the whole',
    remedy:
      'Let buyers choose the deposit on the checkout page, or turn it off for products that agents sell.',
  },
  {
    slugs: [
      'woocommerce-bookings',
      'woocommerce-easy-booking-system',
      'woocommerce-product-addons',
      'woocommerce-product-addon',
      'woocommerce-name-your-price',
      'wpc-name-your-price',
      'flexible-quantity-measurement-price-calculator-for-woocommerce',
    ],
    costs: 'ask buyers for choices on the product’s page, which agents cannot make',
    remedy: 'Give such products a default, or leave them to the shop’s own pages.',
  },
];

export function diagnosePlugins(active: readonly string[]): AccessDiagnostic[] {
  return KINDS.flatMap(({ slugs, costs, remedy }) => {
    const names = slugs.filter((slug) => active.includes(slug));
    if (names.length === 0) return [];
    return [{ level: 'warning', title: `Plugins on this site ${costs}: ${names.join(', ')}.`, remedy }];
  });
}
