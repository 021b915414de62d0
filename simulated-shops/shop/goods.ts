/** A product as it is written down by hand; `catalog.ts` makes a `ShopProduct` of it. */
export interface Good {
  title: string;
  /** US cents; converted to the shop's currency. */
  cents: number;
  tags: string[];
  html: string;
  /** Option name to its values; every combination is a variant. */
  options?: Record<string, string[]>;
  /** Of every variant; left out: not counted. */
  stock?: number;
  /** By variant title, for example `M / Red`. */
  stockOf?: Record<string, number>;
  /** Cents on top, by option value. */
  dearer?: Record<string, number>;
  draft?: boolean;
}
