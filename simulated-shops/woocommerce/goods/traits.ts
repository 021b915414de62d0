import type { ShopProduct } from '../../shop/types.ts';

/** Traits that only WooCommerce has, keyed by product or variation id. */
export interface Traits {
  virtual: Set<number>;
  soldIndividually: Set<number>;
  /** Disabled variations: status `private`, yet listed. */
  disabled: Set<number>;
  /** May be sold when the stock is used up. */
  backorders: Set<number>;
  /** Products whose description holds a `[gallery]`, which arrives rendered. */
  galleries: Set<number>;
  /** By product and option name: terms that no variation names, because "any" of them will do. */
  anyOptions: Map<number, Record<string, string[]>>;
  /** Sales by product and by variation. */
  sold: Map<number, number>;
}

export function noTraits(): Traits {
  return {
    virtual: new Set(),
    soldIndividually: new Set(),
    disabled: new Set(),
    backorders: new Set(),
    galleries: new Set(),
    anyOptions: new Map(),
    sold: new Map(),
  };
}

export function isSoldIndividually(
  { traits }: { traits: Traits },
  { id, maxPerOrder }: ShopProduct,
): boolean {
  return traits.soldIndividually.has(id) || maxPerOrder === 1;
}
