import { toDecimal } from '../../commerce/money/money.ts';
import {
  hasPrice,
  type Product,
  type ProductOption,
  type Rating,
  type Variant,
} from '../../commerce/product/products.ts';
import { omitEmpty } from '../omit-empty.ts';
import { renderRestriction } from '../texts.ts';
import { filterVariants } from './find-items.ts';
import { shortenIds } from './ids.ts';

const MAX_TITLE = 120;
const MAX_ABOUT = 100;
const MAX_OPTIONS = 100;
const MAX_DESCRIPTION = 2_000;
const MAX_VARIANTS = 40;
const MAX_IMAGES = 3;
const MAX_TAGS = 10;
const MAX_ATTRIBUTES = 500;
/** Stock up to which the number of pieces is shown. */
const MAX_SCARCE = 5;

/** Renders what is needed to choose. A product with one variant has the variant's id, which can be bought at once. */
export function renderListed(product: Product) {
  const { title, variants, brand, rating } = product;
  const [first] = variants;
  const isSingle = variants.length === 1 && first !== undefined;
  const options = isSingle ? '' : renderOptions(product);
  const about = toOneLine(product.description, MAX_ABOUT);
  const isRestricted = variants.every(({ restriction }) => restriction !== undefined);
  return {
    id: shortenIds(isSingle ? first.id : product.id),
    title: toOneLine(title, MAX_TITLE),
    ...renderPrices(product),
    brand,
    rating: rating && renderRatingText(rating),
    sold_out: product.availability === 'out_of_stock' || undefined,
    restriction: isRestricted && first ? renderRestriction(product, first) : undefined,
    options: cut(options, MAX_OPTIONS) || undefined,
    about: about || undefined,
    content_warning: product.contentWarning,
  };
}

/** Renders no price where the shop shows none to guests. */
function renderPrices({ priceRange: { min, max, currency }, variants, priceText }: Product) {
  const cheapest = variants.find((variant) => hasPrice(variant) && variant.price === min);
  return {
    price: variants.some(hasPrice) ? toDecimal(min, currency) : undefined,
    price_max: max > min ? toDecimal(max, currency) : undefined,
    price_text: priceText ?? cheapest?.priceText,
    was: cheapest && listPriceOf(cheapest),
  };
}

/** Renders one product; `words` narrow its variants. Variants in stock come first. */
export function renderProduct(product: Product, words: string | undefined) {
  const { title, description, url, priceRange, media, tags, brand, sku, rating, options, attributes } =
    product;
  const narrowed = filterVariants(product, words ?? '');
  const matching = narrowed.length > 0 ? narrowed : product.variants;
  const variants = matching.toSorted((one, other) => Number(other.available) - Number(one.available));
  const more = variants.length - MAX_VARIANTS;
  return {
    id: shortenIds(product.id),
    title,
    description: cut(description, MAX_DESCRIPTION) || undefined,
    url,
    currency: priceRange.currency,
    prices_include_tax: product.pricesIncludeTax,
    priced_for: product.pricedFor,
    brand,
    rating: rating && renderRatingText(rating),
    sku,
    options: options && renderNamedValues(options),
    attributes: attributes && cut(renderNamedValues(attributes), MAX_ATTRIBUTES),
    price: product.variants.some(hasPrice) ? toDecimal(priceRange.min, priceRange.currency) : undefined,
    price_text: product.priceText,
    variants: variants.slice(0, MAX_VARIANTS).map((variant) => renderVariant(product, variant)),
    more_variants: more > 0 ? more : undefined,
    images: omitEmpty(media.slice(0, MAX_IMAGES).map((image) => image.url)),
    tags: omitEmpty(tags.slice(0, MAX_TAGS)),
    content_warning: product.contentWarning,
  };
}

/** Leaves out the lowest price, which the product has, and a stock above `MAX_SCARCE`. */
function renderVariant(product: Product, variant: Variant) {
  const { id, title, price, currency, available, quantity, unitPrice, maxPerOrder, restriction } = variant;
  const isShown = price !== product.priceRange.min && hasPrice(variant);
  const isScarce = available && quantity !== undefined && quantity > 0 && quantity <= MAX_SCARCE;
  return {
    id: shortenIds(id),
    title,
    price: isShown ? toDecimal(price, currency) : undefined,
    price_text: variant.priceText,
    was: listPriceOf(variant),
    unit_price:
      unitPrice && `${toDecimal(unitPrice.amount, currency)}/${unitPrice.reference} ${unitPrice.unit}`,
    left: isScarce ? quantity : undefined,
    max_per_order: maxPerOrder,
    sold_out: (!available && restriction === undefined) || undefined,
    restriction: renderRestriction(product, variant),
  };
}

function listPriceOf({ listPrice, currency }: Variant): string | undefined {
  return listPrice === undefined ? undefined : toDecimal(listPrice, currency);
}

/** Renders `4.6/5 (128)`. */
function renderRatingText({ value, max, count }: Rating): string {
  return `${Math.round(value * 10) / 10}/${max}${count === undefined ? '' : ` (${count})`}`;
}

/** Renders `Size: S, M; Color: Red`. */
function renderNamedValues(options: readonly ProductOption[]): string {
  return options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ');
}

/** Lists the values of each option once; the variants' titles where the shop names no options. */
function renderOptions({ options, variants }: Product): string {
  return options ? renderNamedValues(options) : variants.map(({ title }) => title).join(', ');
}

function toOneLine(text: string, max: number): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim(), max);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  const words = start.slice(0, Math.max(start.lastIndexOf(' '), max / 2));
  return `${words.trimEnd().toWellFormed()}…`;
}
