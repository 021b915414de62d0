import type { WebhookDelivery } from '../../api-types.ts';

export const SIGNATURES: Record<WebhookDelivery['signature'], { words: string; color: string }> = {
  valid: { words: 'Valid', color: 'green' },
  invalid: { words: 'Invalid', color: 'red' },
  missing: { words: 'Missing', color: 'red' },
};

/** What a delivery made happen, for people. */
export const EFFECTS: Record<string, string> = {
  product_refreshed: 'Product read again',
  order_refreshed: 'Order read again',
  store_refreshed: 'Shop settings read again',
  refreshed: 'Read again',
  ignored: 'None of our concern',
  malformed: 'Not understood',
  refused: 'Refused',
};
