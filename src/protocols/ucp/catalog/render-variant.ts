import type { Media, Product, Unit, UnitPrice, Variant } from '../../../commerce/product/products.ts';
import { type UcpVersion, VERSIONS } from '../profile/versions.ts';
import { getVariantOptions } from './product-options.ts';

/** Requested id that a variant answers. */
export interface Input {
  id: string;
  match: 'exact' | 'featured';
}

export interface VariantView {
  version: UcpVersion;
  inputs?: readonly Input[];
  /** Methods of fulfillment; absent where the extension is not active. */
  methodsOf?: ((variant: Variant) => readonly object[]) | undefined;
}

export function renderVariant(product: Product, variant: Variant, view: VariantView) {
  const { version, inputs, methodsOf } = view;
  const { sku, barcode, price, currency, listPrice, unitPrice, image } = variant;
  const options = getVariantOptions(product, variant);
  return {
    id: variant.id,
    sku,
    barcodes: barcode === undefined ? undefined : [{ type: getBarcodeType(barcode), value: barcode }],
    title: product.variants.length > 1 ? variant.title : product.title,
    description: { plain: product.description },
    price: toMoney(price, currency),
    list_price: listPrice === undefined ? undefined : toMoney(listPrice, currency),
    unit_price: unitPrice && renderUnitPrice(unitPrice, currency, version),
    availability: renderAvailability(variant),
    options: options.length > 0 ? options.map(({ name, value }) => ({ name, label: value })) : undefined,
    media: image && [renderMedia(image)],
    metadata: renderMetadata(product, variant),
    inputs,
    fulfillment: methodsOf && { methods: methodsOf(variant) },
  };
}

/** Members for which the schema has no place. */
function renderMetadata({ priceText: ofProduct }: Product, variant: Variant): object | undefined {
  const { maxPerOrder, restriction, priceText = ofProduct } = variant;
  if (maxPerOrder === undefined && restriction === undefined && priceText === undefined) return undefined;
  return { max_per_order: maxPerOrder, restriction, price_text: priceText };
}

export function toMoney(amount: number, currency: string) {
  return { amount, currency };
}

export function renderMedia({ url, alt }: Media) {
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
