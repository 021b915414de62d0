import { toDecimal } from '../../commerce/money.ts';
import type { Product, Variant } from '../../commerce/products.ts';
import type { CopyWarning } from '../../operations/copied-catalog.ts';
import { shortIds } from './ids.ts';
import { variantsWith } from './variants-with.ts';

const MAX_TITLE = 120;
const MAX_ABOUT = 100;
const MAX_OPTIONS = 100;
const MAX_DESCRIPTION = 2_000;
const MAX_VARIANTS = 40;
const MAX_IMAGES = 3;
const MAX_TAGS = 10;

/** Renders what is needed to choose. A product with one variant has the variant's id, which can be bought at once. */
export function renderListed(product: Product) {
  const { title, priceRange, variants } = product;
  const { min, max, currency } = priceRange;
  const [first] = variants;
  const isSingle = variants.length === 1 && first !== undefined;
  const options = isSingle ? '' : optionsOf(variants);
  const about = inOneLine(product.description, MAX_ABOUT);
  return {
    id: shortIds(isSingle ? first.id : product.id),
    title: inOneLine(title, MAX_TITLE),
    price: toDecimal(min, currency),
    ...(max > min ? { price_max: toDecimal(max, currency) } : {}),
    ...renderSoldOut(product.availability === 'in_stock'),
    ...(options === '' ? {} : { options }),
    ...(about === '' ? {} : { about }),
    ...renderWarning(product),
  };
}

/** Renders one product; `words` narrow its variants. Variants in stock come first. */
export function renderProduct(product: Product, words: string | undefined) {
  const { title, description, url, priceRange, media, tags, contentWarning } = product;
  const matching = narrowed(product.variants, words);
  const variants = matching.toSorted((one, other) => Number(other.available) - Number(one.available));
  const more = variants.length - MAX_VARIANTS;
  return {
    id: shortIds(product.id),
    title,
    ...(description === '' ? {} : { description: cut(description, MAX_DESCRIPTION) }),
    url,
    currency: priceRange.currency,
    ...renderBasis(product),
    price: toDecimal(priceRange.min, priceRange.currency),
    variants: variants.slice(0, MAX_VARIANTS).map((variant) => renderVariant(variant, priceRange.min)),
    ...(more > 0 ? { more_variants: more } : {}),
    ...(media.length > 0 ? { images: media.slice(0, MAX_IMAGES).map((image) => image.url) } : {}),
    ...(tags.length > 0 ? { tags: tags.slice(0, MAX_TAGS) } : {}),
    ...(contentWarning ? { content_warning: contentWarning } : {}),
  };
}

/** Leaves out the lowest price, which the product has. */
function renderVariant({ id, title, price, currency, available }: Variant, lowest: number) {
  return {
    id: shortIds(id),
    title,
    ...(price === lowest ? {} : { price: toDecimal(price, currency) }),
    ...renderSoldOut(available),
  };
}

/** Keeps the variants whose titles have all words; all variants when none has. */
function narrowed(variants: readonly Variant[], words = ''): readonly Variant[] {
  const found = variantsWith(variants, words);
  return found.length > 0 ? found : variants;
}

function renderSoldOut(isAvailable: boolean) {
  return isAvailable ? {} : { sold_out: true as const };
}

function renderWarning({ contentWarning }: Product) {
  return contentWarning ? { content_warning: contentWarning } : {};
}

export function renderBasis({ pricesIncludeTax }: { pricesIncludeTax?: boolean }) {
  return pricesIncludeTax === undefined ? {} : { prices_include_tax: pricesIncludeTax };
}

export function renderCopy(copy: CopyWarning | undefined) {
  return copy ? { copied_at: copy.asOf } : {};
}

/** Lists the values of each option once: `S, M, L; Red, Blue`. */
function optionsOf(variants: readonly Variant[]): string {
  const rows = variants.map(({ title }) => title.split(/ \/ |, /));
  const width = rows[0]?.length ?? 0;
  const isRegular = rows.every((row) => row.length === width);
  const columns = isRegular
    ? Array.from({ length: width }, (_, column) => [...new Set(rows.map((row) => row[column] ?? ''))])
    : [variants.map(({ title }) => title)];
  return cut(columns.map((values) => values.join(', ')).join('; '), MAX_OPTIONS);
}

function inOneLine(text: string, max: number): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim(), max);
}

/** Cuts at the last space, and adds an ellipsis. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  return `${start
    .slice(0, Math.max(start.lastIndexOf(' '), max / 2))
    .trimEnd()
    .toWellFormed()}…`;
}
