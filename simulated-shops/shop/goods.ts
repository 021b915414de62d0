import type { ShopMeasure } from './types.ts';

/** Product as written by hand; `catalog.ts` converts it to a `ShopProduct`. */
export interface Good {
  title: string;
  /** US cents; converted to the shop's currency. */
  cents: number;
  tags: string[];
  brand?: string;
  /** `Home & Kitchen > Lamps`. */
  category?: string;
  html: string;
  /** Option name to its values; every combination is a variant, and every `Color` has a picture of its own. */
  options?: Record<string, string[]>;
  /** Stock of every variant; omitted when not tracked. */
  stock?: number;
  /** By variant title, for example `M / Red`. */
  stockOf?: Record<string, number>;
  /** Surcharge in cents, by option value. */
  dearer?: Record<string, number>;
  /** Cents before a discount; surcharges come on top. */
  was?: number;
  /** Average of five stars, and the number of ratings. */
  rating?: [average: string, count: number];
  /** Properties without a choice. */
  attributes?: Record<string, string[]>;
  /** Content by the value of the first option, `''` without options. */
  measures?: Record<string, ShopMeasure>;
  /** Amount that a unit price is for. */
  reference?: ShopMeasure;
  withoutBarcode?: true;
  draft?: boolean;
}
