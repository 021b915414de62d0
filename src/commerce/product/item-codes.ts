import { foldText } from '../../../search/index.ts';
import { normalizeText } from '../text/normalize-text.ts';
import { MAX_IDENTIFIER_LENGTH } from './product-limits.ts';
import type { Product, SelectedOption } from './products.ts';

const GTIN = /^\d{8}$|^\d{12,14}$/;
const GTIN_LENGTH = 14;

/** Form in which SKUs are compared: shops ignore their case. Undefined for a text that is no SKU. */
export function toSkuKey(text: string): string | undefined {
  const sku = text.trim();
  if (sku === '' || sku.length > MAX_IDENTIFIER_LENGTH) return undefined;
  return normalizeText(sku, 'NFC').toLowerCase().replaceAll('\0', '').toWellFormed();
}

/** Form in which barcodes are compared: a UPC is the EAN with a leading zero, and hyphens count for nothing. */
export function toBarcodeKey(text: string): string | undefined {
  const key = toSkuKey(text);
  const digits = key?.replaceAll(/[\s-]/g, '') ?? '';
  return GTIN.test(digits) ? digits.padStart(GTIN_LENGTH, '0') : key;
}

/** Returns the variants with options that an address writes as slugs (`extra-large`); the only variant of a product has any. */
export function pickChosenVariants({ variants }: Product, choice: readonly SelectedOption[]) {
  if (variants.length === 1) return variants;
  const slugs = choice.map(({ name, value }) => ({ name: toSlug(name), value: toSlug(value) }));
  return variants.filter(({ options = [] }) => {
    const own = options.map(({ name, value }) => ({ name: toSlug(name), value: toSlug(value) }));
    return slugs.every((each) => own.some((option) => isSame(option, each, own)));
  });
}

/** A renamed option keeps its old name in addresses: its value alone is compared then. */
function isSame(option: SelectedOption, choice: SelectedOption, own: readonly SelectedOption[]): boolean {
  if (option.value !== choice.value) return false;
  return option.name === choice.name || own.every(({ name }) => name !== choice.name);
}

/** Writes a text as addresses do: `extra-large`. */
export function toSlug(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
