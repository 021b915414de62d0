/** Variant as a catalog shows it, with the address of its product. */
interface FeedVariant {
  id: string;
  /** Absent where the product has several variants: its address then names none. */
  productUrl?: string | undefined;
}

interface FeedIdForm {
  form: string;
  /** Returns undefined for a variant without such an id. */
  of(variant: FeedVariant): string | undefined;
}

/** Forms in which product feeds name a variant, and in which carts must know it. */
export const FEED_ID_FORMS: readonly FeedIdForm[] = [
  { form: 'id', of: ({ id }) => id },
  { form: 'product URL', of: ({ productUrl }) => productUrl },
];
