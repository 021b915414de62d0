/** `left_out`: by the merchant's own choice. `warned`: it is in the feed, but is shown less, or may be disapproved. */
export const VERDICTS = ['refused', 'warned', 'left_out'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Faults of an item on the way into a feed, each with what the merchant does at the shop. */
const FAULTS = {
  refused: {
    no_price: ['The shop shows no price.', 'Give the product or the variant a price above zero.'],
    no_link: [
      'The product has no page of its own.',
      'Publish the product in the shop, with an address that begins with https.',
    ],
    no_image: ['The product has no picture.', 'Add a picture to the product or to the variant.'],
    not_for_sale: [
      'The shop shows it and does not sell it.',
      'Offer it for sale, or leave its category out of the feeds.',
    ],
    choose_on_page: [
      'Buyers choose something on the product’s page that no id names.',
      'Make a variant for each choice: replace “any” in the variations by values.',
    ],
    subscription_only: [
      'It is sold by subscription only, at a price that depends on the plan.',
      'Offer a one-time purchase too.',
    ],
    not_in_dollars: ['PayPal takes prices in USD only.', 'Sell in USD, or do not submit the feed to PayPal.'],
    not_to_us: [
      'PayPal takes goods for buyers in the United States only.',
      'Deliver to the United States, or do not submit the feed to PayPal.',
    ],
    not_physical: [
      'PayPal takes physical goods only.',
      'Mark the product as one that needs delivery, if it does.',
    ],
  },
  warned: {
    no_description: ['There is no description: the title stands in its place.', 'Write a description.'],
    title_cut: [
      'The title is longer than the reader takes, and is cut.',
      'Shorten the title, with what tells the product apart at its beginning.',
    ],
    no_brand: [
      'There is no brand.',
      'Set the brand of the product, or a brand for all products without one in the feed settings.',
    ],
    no_identifier: [
      'There is no GTIN.',
      'Enter the GTIN (UPC, EAN or ISBN) as the barcode of the variant, where the maker has one.',
    ],
    invalid_gtin: [
      'The barcode is no valid GTIN, and is left out.',
      'Enter the digits below the barcode on the package; the last one is a check digit.',
    ],
    prices_without_tax: [
      'Prices are shown without tax, which readers outside the United States and Canada expect in them.',
      'Show prices with tax to buyers.',
    ],
    backorder_without_date: [
      'It is sold on backorder, and the shop gives no date of availability.',
      'Restock it, or end backorders.',
    ],
    too_many_variants: [
      'The product has 100 variants or more: the first hundred are in the feed.',
      'Split the product.',
    ],
    no_country: ['The country of the shop is not known.', 'Set the address of the shop.'],
  },
  left_out: {
    unlisted: [
      'The shop hides it from its own search.',
      'Make it visible in the catalog and in search results, if it should be found.',
    ],
    left_out: [
      'The feed settings leave out its category or tag.',
      'Change the feed settings, if it should be found.',
    ],
    hidden_by_rule: [
      'A rule for agents hides it.',
      'Change the rule on the Rules page, if it should be found.',
    ],
  },
} as const satisfies Record<Verdict, Record<string, readonly [text: string, remedy: string]>>;

export type Reason = { [Of in Verdict]: keyof (typeof FAULTS)[Of] }[Verdict];

export const REASONS = Object.fromEntries(
  VERDICTS.flatMap((verdict) =>
    Object.entries(FAULTS[verdict]).map(([reason, [text, remedy]]) => [reason, { verdict, text, remedy }]),
  ),
) as Record<Reason, { verdict: Verdict; text: string; remedy: string }>;

export function isInFeed(reasons: readonly Reason[]): boolean {
  return reasons.every((reason) => REASONS[reason].verdict === 'warned');
}
