import type { StoreInfo } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { Site } from '../site.ts';

export interface PolicyPage {
  rel: string;
  slug: string;
  title: string;
  text: string[];
}

/** No page on shipping: WooCommerce does not come with one. */
export const POLICY_PAGES: PolicyPage[] = [
  {
    rel: 'privacy-policy',
    slug: 'privacy-policy',
    title: 'Privacy Policy',
    text: ['We keep what an order needs and nothing else.'],
  },
  {
    rel: 'terms-of-service',
    slug: 'terms-and-conditions',
    title: 'Terms and Conditions',
    text: ['Goods remain ours until they are paid.'],
  },
  {
    rel: 'refund-policy',
    slug: 'refund_returns',
    title: 'Refund and Returns Policy',
    text: ['Send it back within 30 days and you get your money back.'],
  },
];

export function policyLinks(site: Site): StoreInfo['policies'] {
  const pages = POLICY_PAGES.filter(({ rel }) => !site.settings.missingPolicies.includes(rel));
  return pages.map(({ rel, slug }) => ({ rel, href: `${site.origin()}/${slug}/` }));
}
