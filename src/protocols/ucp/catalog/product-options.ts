import {
  type Product,
  type ProductOption,
  pickFirstAvailable,
  type SelectedOption,
  type Variant,
} from '../../../commerce/product/products.ts';
import type { SelectedOptions } from './catalog-schemas.ts';

/** Stands for the choice of a product whose options have no names: its variants' titles. */
const VARIANT = 'Variant';

/** Options of a product that leaves a choice, each with its values. */
export function getProductOptions(product: Product): ProductOption[] {
  const { options, variants } = product;
  if (options && variants.some((variant) => variant.options)) return options;
  return variants.length > 1 ? [{ name: VARIANT, values: variants.map(({ title }) => title) }] : [];
}

/** Values that distinguish a variant from others; values that the buyer must still choose are absent. */
export function getVariantOptions(product: Product, variant: Variant): SelectedOption[] {
  if (getProductOptions(product)[0]?.name !== VARIANT || variant.options) return variant.options ?? [];
  return [{ name: VARIANT, value: variant.title }];
}

/** Returns the best variant for the buyer's choices. Those that none meets are given up, the last of `preferences` and others first. */
export function chooseVariant(
  product: Product,
  selected: SelectedOptions = [],
  preferences: readonly string[] = [],
): { variant: Variant; selected: SelectedOption[] } | undefined {
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
export function renderDetailOptions(product: Product, selected: readonly SelectedOption[]) {
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
