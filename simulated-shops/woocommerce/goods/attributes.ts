import type { ShopProduct } from '../../shop/types.ts';
import type { Variation } from './posts.ts';

/** Shop-wide attributes (taxonomies) by lower-case name; every other name is the product's own, with id 0. */
const TAXONOMIES: Readonly<Record<string, number>> = {
  size: 1,
  color: 2,
  colour: 2,
  material: 3,
  capacity: 4,
};

export function slugOf(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{Diacritic}/gu, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function taxonomyOf(name: string): number {
  return TAXONOMIES[name.toLowerCase()] ?? 0;
}

/** `pa_size` for a shop-wide attribute, `logo-placement` for a product's own. */
export function attributeKey(name: string): string {
  return taxonomyOf(name) === 0 ? slugOf(name) : `pa_${slugOf(name)}`;
}

/** Terms of a taxonomy come in alphabetical order; a product's own attribute has its bare name as the slug. */
export function renderAttributes(product: ShopProduct, anyOptions: Record<string, string[]>): object[] {
  const choices = product.optionNames.map((name, position) => {
    const seen = product.variants.map((variant) => variant.options[position] ?? '');
    const options = [...new Set([...seen, ...(anyOptions[name] ?? [])])].filter((option) => option !== '');
    return { name, options, variation: true };
  });
  const others = Object.entries(product.attributes ?? {}).map(([name, options]) => ({
    name,
    options,
    variation: false,
  }));
  return [...choices, ...others].map(({ name, options, variation }, position) => {
    const id = taxonomyOf(name);
    return {
      id,
      name,
      slug: id === 0 ? name : attributeKey(name),
      position,
      visible: true,
      variation,
      options: id === 0 ? options : options.toSorted(),
    };
  });
}

/** Omits attributes that are left to the buyer ("any"). */
export function renderChoices({ product, variant }: Variation): object[] {
  return product.optionNames.flatMap((name, position) => {
    const option = variant.options[position] ?? '';
    return option === '' ? [] : [{ id: taxonomyOf(name), name, slug: attributeKey(name), option }];
  });
}

export function choiceQuery({ product, variant }: Variation): string {
  const query = product.optionNames.flatMap((name, position) => {
    const option = variant.options[position] ?? '';
    const value = taxonomyOf(name) === 0 ? encodeURIComponent(option) : slugOf(option);
    return option === '' ? [] : [`attribute_${attributeKey(name)}=${value}`];
  });
  return query.length === 0 ? '' : `?${query.join('&')}`;
}
