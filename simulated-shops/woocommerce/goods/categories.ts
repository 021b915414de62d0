import type { ShopProduct } from '../../shop/types.ts';
import { escapeHtml } from '../render/escape-html.ts';
import { slugOf } from './attributes.ts';

export interface Category {
  id: number;
  name: string;
}

const UNCATEGORIZED: Category = { id: 15, name: 'Uncategorized' };

const CATEGORIES: [Category, string[]][] = [
  [{ id: 16, name: 'Apparel' }, ['shoe', 'boots', 'shirt', 'sweater', 'socks', 'hat', 'jacket']],
  [{ id: 17, name: 'Accessories' }, ['belt', 'bag', 'backpack', 'scarf', 'sunglasses', 'watch']],
  [{ id: 18, name: 'Home & Kitchen' }, ['mug', 'tea', 'cup', 'lamp', 'candle', 'kitchen', 'living room']],
  [{ id: 19, name: 'Books & Paper' }, ['book', 'notebook', 'pen']],
  [{ id: 20, name: 'Food & Drink' }, ['food', 'sauce', 'coffee']],
];

/** WooCommerce shops have categories where the common goods only have tags. */
export function categoryOf(product: ShopProduct): Category {
  const found = CATEGORIES.find(([, tags]) => tags.some((tag) => product.tags.includes(tag)));
  return found?.[0] ?? UNCATEGORIZED;
}

/** Names of categories arrive HTML-escaped, those of products do not. */
export function renderCategory(category: Category): object {
  return { id: category.id, name: escapeHtml(category.name), slug: slugOf(category.name) };
}

export function renderTags(product: ShopProduct): object[] {
  return product.tags.map((tag) => ({ id: tagId(tag), name: escapeHtml(tag), slug: slugOf(tag) }));
}

/** The same tag has the same id on every product. */
function tagId(tag: string): number {
  return [...tag].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90_000, 0) + 1000;
}
