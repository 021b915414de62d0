import type { Vector } from './vectors.ts';

/** Indexed members of a product. Texts are plain, without markup. */
export interface SearchDocument {
  /** Number of the product's row in the copy: results and cursors name products by it. */
  key: number;
  title: string;
  /** Names and values of options that leave a choice, and titles of variants. */
  options: readonly string[];
  brand: string;
  /** Paths such as `Home > Kitchen > Mugs`. */
  categories: readonly string[];
  /** Tags, and names and values of properties. */
  tags: readonly string[];
  description: string;
  /** SKUs, GTINs and MPNs of the product and its variants. */
  identifiers: readonly string[];
  available: boolean;
  /** Minor units, over all variants. */
  minPrice: number;
  maxPrice: number;
  /** Variants that need no delivery, such as files; absent for none. */
  undelivered?: 'some' | 'all';
  vector?: Vector;
}
