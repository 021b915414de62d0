/** Capabilities of official UCP 2026-08-25: what a store offers of each, or why it does not declare it. */
const CAPABILITIES: readonly (readonly [name: string, isDeclared: boolean, why: string])[] = [
  ['dev.ucp.shopping.catalog.search', true, 'Always.'],
  ['dev.ucp.shopping.catalog.lookup', true, 'Always.'],
  ['dev.ucp.shopping.checkout', true, 'Always.'],
  ['dev.ucp.shopping.cart', true, 'While the merchant has carts switched on.'],
  ['dev.ucp.shopping.discount', true, 'While the merchant has discount codes switched on.'],
  [
    'dev.ucp.shopping.fulfillment',
    true,
    'While the merchant has shipping quotes switched on; on checkouts, and in 2026-08-25 on catalogs. Variants name delivery, and on WooCommerce the places of its block checkout; a shop reports prices and options only for a cart.',
  ],
  ['dev.ucp.shopping.order', true, 'While the merchant has order status switched on.'],
  ['dev.ucp.shopping.permalink', true, 'In 2026-08-25, where the store has an HTTPS address.'],
  [
    'dev.ucp.shopping.buyer_consent',
    false,
    'The checkouts of Shopify and of WooCommerce itself take consent from the buyer alone: Shopify’s carts have no field for it, WooCommerce’s checkout asks for none without a plugin.',
  ],
  ['dev.ucp.shopping.ap2_mandate', false, 'Payment is made on the store’s own page.'],
  ['dev.ucp.shopping.payment_authentication', false, 'Payment is made on the store’s own page.'],
  ['dev.ucp.shopping.payment_terms', false, 'Payment is made on the store’s own page.'],
  ['dev.ucp.shopping.split_payments', false, 'Payment is made on the store’s own page.'],
  ['dev.ucp.common.identity_linking', false, 'Agents act for guests; buyers log in on the store’s own page.'],
  ['dev.ucp.common.loyalty', false, 'Neither store platform has a loyalty program of its own.'],
];

/** Section of docs/conformance.md. */
export function capabilitiesSection(): string {
  const rows = CAPABILITIES.map(([name, isDeclared, why]) => {
    return `| \`${name}\` | ${isDeclared ? 'yes' : 'no'} | ${why} |`;
  });
  const head = ['| Capability of 2026-08-25 | Declared | When, or why not |', '|---|---|---|'];
  return `## Capabilities\n\n${[...head, ...rows].join('\n')}\n\n${PROPOSALS}`;
}

const PROPOSALS = `## Proposals of the specification

Open changes of the specification that the service could answer, and what it does until they are part of a version.

| Proposal | Today |
|---|---|
| [740](https://github.com/Universal-Commerce-Protocol/ucp/pull/740): the outcome of a cart that was handed off | The service knows it, and no published version has a member for it: \`get_cart\` of a cart that is canceled or has lapsed is \`not_found\`, one that was ordered reads as before. An order carries its checkout session, or the cart that was paid without one. A version that has \`hasCartStatus\` (\`src/protocols/ucp/profile/versions.ts\`) answers \`status\`: \`active\`, \`ordered\`, \`canceled\` or \`expired\`, until the cart is deleted. Merchants see it today. |
| [801](https://github.com/Universal-Commerce-Protocol/ucp/pull/801): where a cart’s \`continue_url\` leads | To the shop’s checkout page, filled with the cart, in any browser. |
| [828](https://github.com/Universal-Commerce-Protocol/ucp/pull/828): permalinks in 2026-04-08 | They work whatever version an agent speaks; that version’s profile does not declare them (\`hasPermalinks\` in \`src/protocols/ucp/profile/versions.ts\`). |
| [816](https://github.com/Universal-Commerce-Protocol/ucp/pull/816): totals that are provisional | The message \`totals_provisional\` at \`$.totals\`. |`;
