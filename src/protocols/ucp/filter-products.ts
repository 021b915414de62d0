import type { Product, Variant } from '../../commerce/products.ts';
import type { BuyerContext, Filters } from './catalog-schemas.ts';
import { info, type Message } from './messages.ts';

interface Narrowing {
  filters?: Filters | undefined;
  context?: BuyerContext | undefined;
}

/**
 * Filters variants by price and drops products without any left. A price in another currency and categories, which store
 * platforms do not expose, are not applied, and a message says so.
 */
export function narrowed(
  products: readonly Product[],
  { filters, context }: Narrowing,
  storeCurrency: string,
): { products: Product[]; messages: Message[] } {
  const messages: Message[] = [];
  if (filters?.categories && filters.categories.length > 0) {
    messages.push(
      info(
        'filter_not_applied',
        'This store does not tell categories: all were searched.',
        '$.filters.categories',
      ),
    );
  }
  const { price } = filters ?? {};
  if (!price) return { products: [...products], messages };
  const asked = context?.currency?.toUpperCase() ?? storeCurrency;
  if (asked !== storeCurrency) {
    const content = `Prices are in ${storeCurrency}: the price filter in ${asked.slice(0, 3)} was not applied.`;
    return {
      products: [...products],
      messages: [...messages, info('filter_not_applied', content, '$.filters.price')],
    };
  }
  const fits = (variant: Variant) =>
    variant.price >= (price.min ?? 0) && variant.price <= (price.max ?? Infinity);
  const fitting = products.map((product) => ({ ...product, variants: product.variants.filter(fits) }));
  return { products: fitting.filter(({ variants }) => variants.length > 0), messages };
}
