import {
  getCommonBasis,
  type Product,
  type UnitPrice,
  type Variant,
  withPrices,
} from '../../commerce/product/products.ts';
import type { CopyWarning, FoundPage, SourcedProducts } from '../../operations/catalog/found-page.ts';
import { renderRelaxationText } from '../texts.ts';

/** docs/contract.md, Catalog. Members behind `tags` are additions to the contract, each absent where the shop has none. */
export function renderProduct(product: Product) {
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    handle: product.handle,
    url: product.url,
    price_range: product.priceRange,
    variants: product.variants.map(renderVariant),
    media: product.media,
    availability: product.availability,
    tags: product.tags,
    price_text: product.priceText,
    categories: product.categories,
    brand: product.brand,
    sku: product.sku,
    rating: product.rating,
    options: product.options,
    attributes: product.attributes,
    prices_include_tax: product.pricesIncludeTax,
    priced_for: product.pricedFor,
    content_warning: product.contentWarning,
  };
}

/** Members behind `available` are additions to the contract. */
function renderVariant(variant: Variant) {
  const { id, title, price, currency, available } = variant;
  const { restriction, priceText, listPrice, sku, barcode, options, quantity, image, unitPrice } = variant;
  return {
    id,
    title,
    price,
    currency,
    available,
    restriction,
    price_text: priceText,
    list_price: listPrice,
    sku,
    barcode,
    options,
    quantity,
    image,
    unit_price: unitPrice && renderUnitPrice(unitPrice),
  };
}

function renderUnitPrice({ amount, unit, measure, reference }: UnitPrice) {
  const content = Number(`${measure.value}e-${measure.scale}`);
  return { amount, per: { value: reference, unit }, content: { value: content, unit } };
}

export function renderProducts({ products, asOf, copy }: SourcedProducts) {
  const { pricesIncludeTax, pricedFor } = getCommonBasis(products);
  return {
    // The contract has a price for everything.
    products: withPrices(products).map(renderProduct),
    prices_include_tax: pricesIncludeTax,
    priced_for: pricedFor,
    as_of: asOf,
    ...(copy ? renderCopyWarning(copy) : {}),
  };
}

export function renderProductPage(page: FoundPage) {
  return {
    ...renderProducts(page),
    relaxed: page.relaxation && renderRelaxation(page.relaxation),
    page_info: { has_next_page: page.hasNextPage, end_cursor: page.endCursor },
  };
}

function renderRelaxation(relaxation: NonNullable<FoundPage['relaxation']>) {
  const { dropped, corrected, partial } = relaxation;
  const message = renderRelaxationText(relaxation);
  return { dropped, corrected, matched: partial ? 'some_words' : 'all_words', message };
}

function renderCopyWarning({ asOf, ageSeconds, complete }: CopyWarning) {
  const parts = [
    `The store does not answer right now: this is the service's own copy of its catalog, ${renderAge(ageSeconds)} old.`,
    'Prices and stock may have changed; they are checked again when a checkout session is created.',
    ...(complete ? [] : ['The copy is still being made, and may lack products.']),
  ];
  return {
    stale: true,
    as_of: asOf,
    warning: { code: 'served_from_copy', message: parts.join(' '), age_seconds: ageSeconds },
  };
}

const UNITS = [
  [86_400, 'days'],
  [3_600, 'hours'],
  [60, 'minutes'],
] as const;

/** Renders `3 hours`: in the largest unit that fits at least twice. */
function renderAge(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= 2 * each) ?? [1, 'seconds'];
  return `${Math.floor(seconds / size)} ${unit}`;
}
