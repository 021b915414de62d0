import type { z } from 'zod';
import { type Product, pickFirstAvailable, type Variant } from '../../../commerce/product/products.ts';
import type { CopyWarning, FoundPage } from '../../../operations/catalog/found-page.ts';
import { renderRelaxationText } from '../../relaxation-text.ts';
import { createInfo, createInstructionWarning, createWarning, type Message } from '../messages.ts';
import type { productRequest } from './catalog-schemas.ts';
import {
  chooseVariant,
  getProductOptions,
  getVariantOptions,
  renderDetailOptions,
} from './product-options.ts';
import { renderMedia, renderVariant, toMoney, type VariantView } from './render-variant.ts';

export function renderProduct(product: Product, variants: object[]) {
  const { min, max, currency } = product.priceRange;
  const { categories = [], keywords = [], tags, media, rating, brand, sku, attributes, priceText } = product;
  const options = getProductOptions(product);
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    description: { plain: product.description },
    url: product.url,
    categories: categories.length > 0 ? categories.map((value) => ({ value })) : undefined,
    price_range: { min: toMoney(min, currency), max: toMoney(max, currency) },
    list_price_range: listPriceRange(product),
    prices_include_tax: product.pricesIncludeTax,
    priced_for: product.pricedFor,
    media: media.map(renderMedia),
    options:
      options.length > 0
        ? options.map(({ name, values }) => ({ name, values: values.map((label) => ({ label })) }))
        : undefined,
    variants,
    rating: rating && {
      value: rating.value,
      scale_min: rating.min,
      scale_max: rating.max,
      count: rating.count,
    },
    tags: [...tags, ...keywords],
    // Members for which the schema has no place.
    metadata:
      brand !== undefined || sku !== undefined || attributes || priceText !== undefined
        ? { brand, sku, attributes, price_text: priceText }
        : undefined,
  };
}

/** Range of the variants' prices before discounts, where one has a discount. */
function listPriceRange({ variants, priceRange: { min, max, currency } }: Product) {
  if (variants.every(({ listPrice }) => listPrice === undefined)) return undefined;
  const prices = variants.map(({ listPrice, price }) => listPrice ?? price);
  return {
    min: toMoney(Math.max(min, Math.min(...prices)), currency),
    max: toMoney(Math.max(max, ...prices), currency),
  };
}

/** Returns the variant that represents its product: the first that can be bought. */
export function pickFeatured({ variants }: Pick<Product, 'variants'>): Variant | undefined {
  return pickFirstAvailable(variants) ?? variants[0];
}

/** Renders a product with the requested variant first and the options that remain. */
export function renderDetail(
  product: Product,
  { id, selected, preferences }: z.output<typeof productRequest>,
  view: VariantView,
): object | undefined {
  const variantOfId = product.variants.find((variant) => variant.id === id);
  const choice = variantOfId ? undefined : chooseVariant(product, selected, preferences);
  const shownVariant = variantOfId ?? choice?.variant ?? pickFeatured(product);
  if (!shownVariant) return undefined;
  const detail = renderProduct(product, [renderVariant(product, shownVariant, view)]);
  if (getProductOptions(product).length === 0) return detail;
  const effective = choice?.selected ?? getVariantOptions(product, shownVariant);
  return {
    ...detail,
    options: renderDetailOptions(product, effective),
    selected: effective.map(({ name, value }) => ({ name, label: value })),
  };
}

/** Warnings about descriptions that give instructions to models. */
export function buildInstructionWarnings(
  products: readonly Product[],
  pathOf: (index: number) => string,
): Message[] {
  return products.flatMap(({ contentWarning }, index) =>
    contentWarning ? [createInstructionWarning(pathOf(index))] : [],
  );
}

/** Says how the search was widened to find something. */
export function describeRelaxation(relaxation: FoundPage['relaxation']): Message[] {
  return relaxation ? [createInfo('search_relaxed', renderRelaxationText(relaxation))] : [];
}

/** Warns that the answer is from the copy of the catalog. */
export function copyWarning(copy: CopyWarning | undefined): Message[] {
  if (!copy) return [];
  const whole = copy.complete ? '' : ' It is still being made, and may lack products.';
  const content = `The store does not answer right now: this is the service’s copy of its catalog as of ${copy.asOf}.${whole} Prices and stock are checked again at checkout.`;
  return [createWarning('served_from_copy', content)];
}
