import type { Caller } from '../store-platform.ts';
import { type Ask, CONNECTOR } from './client.ts';

/** A site where the plugin is gone, or where the keys were taken back, has nothing left to clean up for us. */
const ALREADY_GONE = [
  'rest_no_route',
  'rest_forbidden',
  'woocommerce_rest_authentication_error',
  'woocommerce_rest_cannot_view',
];

/** Makes the plugin remove its webhooks and what it knows of us. Safe to repeat; a site that knows us no more is no error. */
export async function unpair(ask: Ask, caller: Caller): Promise<void> {
  const common = { operation: 'POST /unpair', path: `${CONNECTOR}/unpair`, body: {} };
  // Whoever calls tries again by itself, and later.
  await ask({ ...common, repeatable: false, answers: ALREADY_GONE }, caller);
}
