/** Product as written by hand; `catalog.ts` converts it to a `ShopProduct`. */
export interface Good {
  title: string;
  /** US cents; converted to the shop's currency. */
  cents: number;
  tags: string[];
  html: string;
  /** Option name to its values; every combination is a variant. */
  options?: Record<string, string[]>;
  /** Stock of every variant; omitted when not tracked. */
  stock?: number;
  /** By variant title, for example `M / Red`. */
  stockOf?: Record<string, number>;
  /** Surcharge in cents, by option value. */
  dearer?: Record<string, number>;
  draft?: boolean;
}
