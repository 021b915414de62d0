/** A line of a cart: a variant and its number of pieces. */
export interface Line {
  variantId: string;
  quantity: number;
}

/**
 * Sets the quantities of the changed variants and keeps all other lines, in their order; new variants come last. 0 removes a
 * line. Repeating a change changes nothing more.
 */
export function setQuantities(lines: readonly Line[], changes: readonly Line[]): Line[] {
  const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
  for (const { variantId, quantity } of changes) quantities.set(variantId, quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .filter(({ quantity }) => quantity > 0);
}
