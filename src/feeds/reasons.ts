/** `left_out`: by the merchant's own choice. `warned`: it is in the feed, but is shown less, or may be disapproved. */
export const VERDICTS = ['refused', 'warned', 'left_out'] as const;
export type Verdict = (typeof VERDICTS)[number];

interface Described {
  verdict: Verdict;
  text: string;
  /** What the merchant does at the shop. */
  remedy: string;
}

/** Faults of an item on the way into a feed. */
export const REASONS = {
  no_price: {
    verdict: 'refused',
    text: 'The shop shows no price.',
    remedy: 'Give the product or the variant a price above zero.',
  },
  no_link: {
    verdict: 'refused',
    text: 'The product has no page of its own.',
    remedy: 'Publish the product in the shop, with an address that begins with https.',
  },
  no_image: {
    verdict: 'refused',
    text: 'The product has no picture.',
    remedy: 'Add a picture to the product or to the variant.',
  },
  not_for_sale: {
    verdict: 'refused',
    text: 'The shop shows it and does not sell it.',
    remedy: 'Offer it for sale, or leave its category out of the feeds.',
  },
  choose_on_page: {
    verdict: 'refused',
    text: 'Buyers choose something on the product’s page that no id names.',
    remedy: 'Make a variant for each choice: replace “any” in the variations by values.',
  },
  subscription_only: {
    verdict: 'refused',
    text: 'It is sold by subscription only, at a price that depends on the plan.',
    remedy: 'Offer a one-time purchase too.',
  },
  not_in_dollars: {
    verdict: 'refused',
    text: 'PayPal takes prices in USD only.',
    remedy: 'Sell in USD, or do not submit the feed to PayPal.',
  },
  not_to_us: {
    verdict: 'refused',
    text: 'PayPal takes goods for buyers in the United States only.',
    remedy: 'Deliver to the United States, or do not submit the feed to PayPal.',
  },
  not_physical: {
    verdict: 'refused',
    text: 'PayPal takes physical goods only.',
    remedy: 'Mark the product as one that needs delivery, if it does.',
  },
  no_description: {
    verdict: 'warned',
    text: 'There is no description: the title stands in its place.',
    remedy: 'Write a description.',
  },
  title_cut: {
    verdict: 'warned',
    text: 'The title is longer than the reader takes, and is cut.',
    remedy: 'Shorten the title, with what tells the product apart at its beginning.',
  },
  no_brand: {
    verdict: 'warned',
    text: 'There is no brand.',
    remedy: 'Set the brand of the product, or a brand for all products without one in the feed settings.',
  },
  no_identifier: {
    verdict: 'warned',
    text: 'There is no GTIN.',
    remedy: 'Enter the GTIN (UPC, EAN or ISBN) as the barcode of the variant, where the maker has one.',
  },
  invalid_gtin: {
    verdict: 'warned',
    text: 'The barcode is no valid GTIN, and is left out.',
    remedy: 'Enter the digits below the barcode on the package; the last one is a check digit.',
  },
  prices_without_tax: {
    verdict: 'warned',
    text: 'Prices are shown without tax, which readers outside the United States and Canada expect in them.',
    remedy: 'Show prices with tax to buyers.',
  },
  backorder_without_date: {
    verdict: 'warned',
    text: 'It is sold on backorder, and the shop gives no date of availability.',
    remedy: 'Restock it, or end backorders.',
  },
  too_many_variants: {
    verdict: 'warned',
    text: 'The product has 100 variants or more: the first hundred are in the feed.',
    remedy: 'Split the product.',
  },
  no_country: {
    verdict: 'warned',
    text: 'The country of the shop is not known.',
    remedy: 'Set the address of the shop.',
  },
  unlisted: {
    verdict: 'left_out',
    text: 'The shop hides it from its own search.',
    remedy: 'Make it visible in the catalog and in search results, if it should be found.',
  },
  left_out: {
    verdict: 'left_out',
    text: 'The feed settings leave out its category or tag.',
    remedy: 'Change the feed settings, if it should be found.',
  },
  hidden_by_rule: {
    verdict: 'left_out',
    text: 'A rule for agents hides it.',
    remedy: 'Change the rule on the Rules page, if it should be found.',
  },
} as const satisfies Record<string, Described>;

export type Reason = keyof typeof REASONS;

export function isInFeed(reasons: readonly Reason[]): boolean {
  return reasons.every((reason) => REASONS[reason].verdict === 'warned');
}
