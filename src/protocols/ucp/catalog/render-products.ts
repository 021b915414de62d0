import type { z } from 'zod';
import {
  type Media,
  type Product,
  type ProductOption,
  pickFirstAvailable,
  type Rating,
  type SelectedOption,
  type Unit,
  type UnitPrice,
  type Variant,
} from '../../../commerce/product/products.ts';
import { omitEmpty } from '../../omit-empty.ts';
import { type UcpVersion, VERSIONS } from '../profile/versions.ts';
import type { productRequest, SelectedOptions } from './catalog-schemas.ts';

/** Requested id that a variant answers. */
export interface Input {
  id: string;
  match: 'exact' | 'featured';
}

interface ShownVariant {
  variant: Variant;
  inputs?: readonly Input[];
}

interface View {
  version: UcpVersion;
  /** Methods of fulfillment; absent where the extension is not active. */
  renderMethods: ((variant: Variant) => readonly object[]) | undefined;
}

export function renderProduct(product: Product, entries: readonly ShownVariant[], view: View) {
  const { min, max, currency } = product.priceRange;
  const { categories = [], keywords = [], rating, brand, sku, attributes } = product;
  const options = getProductOptions(product).map(({ name, values }) => {
    return { name, values: values.map((label) => ({ label })) };
  });
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    description: { plain: product.description },
    url: product.url,
    categories: omitEmpty(categories.map((value) => ({ value }))),
    price_range: { min: toMoney(min, currency), max: toMoney(max, currency) },
    list_price_range: listPriceRange(product),
    prices_include_tax: product.pricesIncludeTax,
    priced_for: product.pricedFor,
    media: product.media.map(renderMedia),
    options: omitEmpty(options),
    variants: entries.map((entry) => renderVariant(product, entry, view)),
    rating: rating && renderRating(rating),
    tags: [...product.tags, ...keywords],
    metadata: toMetadata({ brand, sku, attributes, price_text: product.priceText }),
  };
}

function renderRating({ value, min: scale_min, max: scale_max, count }: Rating) {
  return { value, scale_min, scale_max, count };
}

function listPriceRange({ variants, priceRange: { min, max, currency } }: Product) {
  if (variants.every(({ listPrice }) => listPrice === undefined)) return undefined;
  const prices = variants.map(({ listPrice, price }) => listPrice ?? price);
  return {
    min: toMoney(Math.max(min, Math.min(...prices)), currency),
    max: toMoney(Math.max(max, ...prices), currency),
  };
}

/** Members for which the schema has no place; undefined where the shop has none of them. */
function toMetadata(members: Record<string, unknown>): object | undefined {
  return Object.values(members).some((value) => value !== undefined) ? members : undefined;
}

/** Returns the variant that represents its product: the first that can be bought. */
export function pickFeatured({ variants }: Pick<Product, 'variants'>): Variant | undefined {
  return pickFirstAvailable(variants) ?? variants[0];
}

type Asked = z.output<typeof productRequest>;

/** Renders a product with the requested variant first and the options that remain. */
export function renderDetail(product: Product, { id, selected, preferences }: Asked, view: View) {
  const variantOfId = product.variants.find((variant) => variant.id === id);
  const choice = variantOfId ? undefined : chooseVariant(product, selected, preferences);
  const variant = variantOfId ?? choice?.variant ?? pickFeatured(product);
  if (!variant) return undefined;
  const detail = renderProduct(product, [{ variant }], view);
  if (getProductOptions(product).length === 0) return detail;
  const effective = choice?.selected ?? getVariantOptions(product, variant);
  return {
    ...detail,
    options: renderDetailOptions(product, effective),
    selected: effective.map(({ name, value }) => ({ name, label: value })),
  };
}

function renderVariant(product: Product, { variant, inputs }: ShownVariant, view: View) {
  const { barcode, currency, listPrice, unitPrice, image, maxPerOrder, restriction } = variant;
  const options = getVariantOptions(product, variant);
  const price_text = variant.priceText ?? product.priceText;
  return {
    id: variant.id,
    sku: variant.sku,
    barcodes: barcode === undefined ? undefined : [{ type: getBarcodeType(barcode), value: barcode }],
    title: product.variants.length > 1 ? variant.title : product.title,
    description: { plain: product.description },
    price: toMoney(variant.price, currency),
    list_price: listPrice === undefined ? undefined : toMoney(listPrice, currency),
    unit_price: unitPrice && renderUnitPrice(unitPrice, currency, view.version),
    availability: renderAvailability(variant),
    options: omitEmpty(options.map(({ name, value }) => ({ name, label: value }))),
    media: image && [renderMedia(image)],
    metadata: toMetadata({ max_per_order: maxPerOrder, restriction, price_text }),
    inputs,
    fulfillment: view.renderMethods && { methods: view.renderMethods(variant) },
  };
}

function toMoney(amount: number, currency: string) {
  return { amount, currency };
}

function renderMedia({ url, alt }: Media) {
  return { type: 'image', url, alt_text: alt || undefined };
}

/** `quantity` is an addition to the schema. */
export function renderAvailability({ available, backorder, quantity, restriction }: Variant) {
  const sold = backorder ? 'backorder' : 'in_stock';
  const unsold = restriction === 'not_for_sale' ? restriction : 'out_of_stock';
  return { available, status: available ? sold : unsold, quantity };
}

/** Names the standard of a barcode by its form; other texts, such as part numbers, count as `other`. */
function getBarcodeType(barcode: string): string {
  const digits = barcode.replaceAll(/[\s-]/g, '');
  if (/^97[89]\d{10}$|^\d{9}[\dXx]$/.test(digits)) return 'ISBN';
  if (/^\d{12}$/.test(digits)) return 'UPC';
  if (/^\d{13}$/.test(digits)) return 'EAN';
  return /^\d{8}$|^\d{14}$/.test(digits) ? 'GTIN' : 'other';
}

/** Common codes of UN/CEFACT Recommendation 20. */
const UNIT_CODES: Record<Unit, string> = {
  mg: 'MGM',
  g: 'GRM',
  kg: 'KGM',
  ml: 'MLT',
  cl: 'CLT',
  l: 'LTR',
  m3: 'MTQ',
  mm: 'MMT',
  cm: 'CMT',
  m: 'MTR',
  m2: 'MTK',
  oz: 'ONZ',
  lb: 'LBR',
  item: 'C62',
};

function renderUnitPrice(unitPrice: UnitPrice, currency: string, version: UcpVersion) {
  const { amount, unit, measure, reference } = unitPrice;
  const price = toMoney(amount, currency);
  if (!VERSIONS[version].hasCodedUnits) {
    const value = Number(`${measure.value}e-${measure.scale}`);
    return { ...price, measure: { value, unit }, reference: { value: reference, unit } };
  }
  const coded = { unit: UNIT_CODES[unit], display_text: unit };
  return {
    ...price,
    measure: { value: measure.value, ...coded, scale: measure.scale > 0 ? measure.scale : undefined },
    reference: { value: reference, ...coded },
  };
}

/** Stands for the choice of a product whose options have no names: its variants' titles. */
const VARIANT = 'Variant';

/** Options of a product that leaves a choice, each with its values. */
function getProductOptions(product: Product): ProductOption[] {
  const { options, variants } = product;
  if (options && variants.some((variant) => variant.options)) return options;
  return variants.length > 1 ? [{ name: VARIANT, values: variants.map(({ title }) => title) }] : [];
}

/** Values that distinguish a variant from others; values that the buyer must still choose are absent. */
function getVariantOptions(product: Product, variant: Variant): SelectedOption[] {
  if (getProductOptions(product)[0]?.name !== VARIANT || variant.options) return variant.options ?? [];
  return [{ name: VARIANT, value: variant.title }];
}

/** Returns the best variant for the buyer's choices. Those that none meets are given up, the last of `preferences` and others first. */
function chooseVariant(
  product: Product,
  selected: SelectedOptions = [],
  preferences: readonly string[] = [],
) {
  const choices = selected.map(({ name, label }) => ({ name, value: label }));
  const rankOf = ({ name }: SelectedOption) => {
    const rank = preferences.findIndex((each) => isSameText(each, name));
    return rank === -1 ? preferences.length : rank;
  };
  const ranked = choices.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (let count = ranked.length; count > 0; count--) {
    const important = ranked.slice(0, count);
    const matching = product.variants.filter((variant) => hasAll(product, variant, important));
    const variant = pickFirstAvailable(matching) ?? matching[0];
    if (variant) return { variant, selected: important.map((each) => toShopSpelling(product, each)) };
  }
  return undefined;
}

function toShopSpelling(product: Product, { name, value }: SelectedOption): SelectedOption {
  const option = getProductOptions(product).find((each) => isSameText(each.name, name));
  const spelled = option?.values.find((each) => isSameText(each, value));
  return { name: option?.name ?? name, value: spelled ?? value };
}

/** An option that a variant leaves to the buyer meets any value that the product has. */
function hasAll(product: Product, variant: Variant, choices: readonly SelectedOption[]): boolean {
  const own = getVariantOptions(product, variant);
  return choices.every(({ name, value }) => {
    const match = own.find((each) => isSameText(each.name, name));
    if (match) return isSameText(match.value, value);
    return getProductOptions(product).some(
      (option) => isSameText(option.name, name) && option.values.some((each) => isSameText(each, value)),
    );
  });
}

/** Options with what each value would lead to while the other selections stay. */
function renderDetailOptions(product: Product, selected: readonly SelectedOption[]) {
  return getProductOptions(product).map(({ name, values }) => ({
    name,
    values: values.map((value) => {
      const others = selected.filter((each) => !isSameText(each.name, name));
      const choices = [...others, { name, value }];
      const matching = product.variants.filter((variant) => hasAll(product, variant, choices));
      const available = matching.some((variant) => variant.available);
      return { label: value, available, exists: matching.length > 0 };
    }),
  }));
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
