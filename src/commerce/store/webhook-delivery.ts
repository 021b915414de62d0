/** Effects of a shop's delivery. `refreshed`: product or order, in rows older than the distinction. */
export const DELIVERY_EFFECTS = [
  'product_refreshed',
  'order_refreshed',
  'store_refreshed',
  'steps_recorded',
  'refreshed',
  'ignored',
  'malformed',
  'refused',
] as const;
export type DeliveryEffect = (typeof DELIVERY_EFFECTS)[number];

export const SIGNATURE_STATES = ['valid', 'invalid', 'missing'] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];
