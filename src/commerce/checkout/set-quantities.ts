export interface Line {
  variantId: string;
  quantity: number;
}

/** Sets the quantities of the changed variants; 0 removes a line, and new variants come last. May be repeated. */
export function setQuantities(lines: readonly Line[], changes: readonly Line[]): Line[] {
  const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
  for (const { variantId, quantity } of changes) quantities.set(variantId, quantity);
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .filter(({ quantity }) => quantity > 0);
}
