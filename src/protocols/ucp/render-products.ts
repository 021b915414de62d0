import type { Product, Variant } from '../../commerce/products.ts';
import type { CopyWarning } from '../../operations/copied-catalog.ts';
import type { SelectedOptions } from './catalog-schemas.ts';
import { instructionWarning, type Message, warning } from './messages.ts';
import { renderBasis } from './render-content.ts';

/** Variants have one name each, so a product has one option: the variant. */
const OPTION = 'Variant';

/** Requested id that a variant answers. */
export interface Input {
  id: string;
  match: 'exact' | 'featured';
}

const money = (amount: number, currency: string) => ({ amount, currency });

export function isConfigurable({ variants }: Product): boolean {
  return variants.length > 1;
}

export function renderProduct(product: Product, variants: object[]) {
  const { min, max, currency } = product.priceRange;
  return {
    id: product.id,
    handle: product.handle,
    title: product.title,
    description: { plain: product.description },
    url: product.url,
    price_range: { min: money(min, currency), max: money(max, currency) },
    ...renderBasis(product),
    media: product.media.map(({ url, alt }) => ({ type: 'image', url, ...(alt ? { alt_text: alt } : {}) })),
    ...(isConfigurable(product)
      ? { options: [{ name: OPTION, values: product.variants.map(({ title }) => ({ label: title })) }] }
      : {}),
    variants,
    tags: product.tags,
  };
}

export function renderVariant(product: Product, variant: Variant, inputs?: readonly Input[]) {
  const { available } = variant;
  return {
    id: variant.id,
    title: isConfigurable(product) ? variant.title : product.title,
    description: { plain: product.description },
    price: money(variant.price, variant.currency),
    availability: { available, status: available ? 'in_stock' : 'out_of_stock' },
    ...(isConfigurable(product) ? { options: [{ name: OPTION, label: variant.title }] } : {}),
    ...(inputs ? { inputs } : {}),
  };
}

/** Returns the variant that represents its product: the first available one. */
export function featured({ variants }: Product): Variant | undefined {
  return variants.find(({ available }) => available) ?? variants[0];
}

/** Renders a product with the requested variant first and the options that remain. */
export function renderDetail(
  product: Product,
  id: string,
  selected: SelectedOptions | undefined,
): object | undefined {
  const chosen =
    product.variants.find((variant) => variant.id === id) ??
    ofOptions(product, selected) ??
    featured(product);
  if (!chosen) return undefined;
  const detail = renderProduct(product, [renderVariant(product, chosen)]);
  if (!isConfigurable(product)) return detail;
  const values = product.variants.map(({ title, available }) => ({ label: title, available, exists: true }));
  return {
    ...detail,
    options: [{ name: OPTION, values }],
    selected: [{ name: OPTION, label: chosen.title }],
  };
}

/** Ignores an unknown choice; `selected` in the answer shows it. */
function ofOptions({ variants }: Product, selected: SelectedOptions | undefined): Variant | undefined {
  const label = selected
    ?.find(({ name }) => name.toLowerCase() === OPTION.toLowerCase())
    ?.label.toLowerCase();
  return label === undefined ? undefined : variants.find(({ title }) => title.toLowerCase() === label);
}

/** Warnings about descriptions that give instructions to models. */
export function instructionWarnings(
  products: readonly Product[],
  pathOf: (index: number) => string,
): Message[] {
  return products.flatMap(({ contentWarning }, index) =>
    contentWarning ? [instructionWarning(pathOf(index))] : [],
  );
}

/** Warns that the answer is from the copy of the catalog. */
export function copyWarning(copy: CopyWarning | undefined): Message[] {
  if (!copy) return [];
  const whole = copy.complete ? '' : ' It is still being made, and may lack products.';
  const content = `The store does not answer right now: this is the service’s copy of its catalog as of ${copy.asOf}.${whole} Prices and stock are checked again at checkout.`;
  return [warning('served_from_copy', content)];
}
