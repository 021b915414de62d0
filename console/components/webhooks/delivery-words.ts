import type { WebhookDelivery } from '../../../client/index.ts';

export const SIGNATURES: Record<WebhookDelivery['signature'], { words: string; color: string }> = {
  valid: { words: 'Valid', color: 'green' },
  invalid: { words: 'Invalid', color: 'red' },
  missing: { words: 'Missing', color: 'red' },
};

/** What a delivery made happen, for people. */
export const EFFECTS: Record<WebhookDelivery['effect'], string> = {
  product_refreshed: 'Product re-read',
  order_refreshed: 'Order re-read',
  store_refreshed: 'Shop settings re-read',
  steps_recorded: 'Buyer’s steps recorded',
  refreshed: 'Re-read',
  ignored: 'Ignored: not an agent order',
  malformed: 'Malformed',
  refused: 'Refused',
};
