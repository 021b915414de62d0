export interface AccessScope {
  scope: string;
  why: string;
  /** Completes the sentence "The Admin access lacks …:". */
  cost: string;
  /** True when agents cannot buy, or no purchase can be verified, without it. */
  required: boolean;
}

/** Shared by the connection's check and the console's instructions, so that following these passes that. */
export const ADMIN_SCOPES: readonly AccessScope[] = [
  {
    scope: 'read_orders',
    why: 'Shows how far a buyer has come at the checkout, and whether a purchase was paid, sent or refunded.',
    cost: 'orders cannot be looked up, and no purchase be verified',
    required: true,
  },
  {
    scope: 'write_orders',
    why: 'Marks each order with the session it came from, so that it is found again.',
    cost: 'orders of agents are not marked in your Shopify admin',
    required: false,
  },
  {
    scope: 'read_products',
    why: 'Lets Shopify report changed products at once.',
    cost: 'Shopify does not report changed products, and agents see them up to a day late',
    required: false,
  },
  {
    scope: 'read_fulfillments',
    why: 'Lets Shopify report sent parcels at once.',
    cost: 'agents learn late that a parcel is on its way',
    required: false,
  },
];

export const STOREFRONT_SCOPES: readonly AccessScope[] = [
  {
    scope: 'unauthenticated_read_product_listings',
    why: 'The products that agents find.',
    cost: 'agents cannot find products',
    required: true,
  },
  {
    scope: 'unauthenticated_read_product_tags',
    why: 'Lets agents search by tags.',
    cost: 'agents do not see the tags of products',
    required: false,
  },
  {
    scope: 'unauthenticated_read_product_inventory',
    why: 'Stock levels, so agents don’t offer more than you have.',
    cost: 'agents do not see how many are left',
    required: false,
  },
  {
    scope: 'unauthenticated_write_checkouts',
    why: 'Fills a cart and hands the buyer to your checkout.',
    cost: 'no cart and no checkout can be made',
    required: true,
  },
  {
    scope: 'unauthenticated_read_checkouts',
    why: 'Reads what the cart costs, with shipping and taxes.',
    cost: 'no cart and no checkout can be made',
    required: true,
  },
];
