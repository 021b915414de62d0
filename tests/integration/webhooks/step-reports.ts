import type { TestService } from '../../../testing/test-service.ts';
import { type SentEvent, type ShopSide, signedEvent } from './shop-side.ts';

interface Reported {
  sessionId: string;
  steps: readonly string[];
  /** Now by default. */
  at?: string;
}

/** Reports of buyers' steps as a shop sends them: WooCommerce's plugin names steps, Shopify sends the checkout as it is now. */
export function stepReports(shop: ShopSide, running: TestService) {
  const now = () => new Date(running.now()).toISOString();
  const isShopify = shop.platform === 'shopify';
  const topic = isShopify ? 'checkouts/update' : 'action.ucp_host_buyer_steps';
  const send = (body: unknown): SentEvent => signedEvent(shop, running.baseUrl, topic, JSON.stringify(body));
  return {
    of: ({ at = now(), ...reported }: Reported) =>
      send(isShopify ? checkoutOf({ at, ...reported }) : stepsOf({ at, ...reported })),
    malformed: (sessionId: string) => (isShopify ? WRONG_CHECKOUTS : wrongSteps(sessionId, now())).map(send),
  };
}

function stepsOf({ sessionId, steps, at }: Required<Reported>) {
  return { buyer_steps: steps.map((step) => ({ session_id: sessionId, step, at })) };
}

function checkoutOf({ sessionId, steps, at }: Required<Reported>) {
  return {
    id: 36_000_000_001,
    token: 'c1-token',
    email: 'ada@example.com',
    created_at: at,
    updated_at: at,
    completed_at: steps.includes('payment') ? at : null,
    shipping_address: steps.includes('address') ? { address1: '1 Main St', city: 'Town' } : null,
    note_attributes: [{ name: 'service_session_id', value: sessionId }],
  };
}

const WRONG_CHECKOUTS = [{}, { created_at: 'soon', updated_at: 'late' }, { note_attributes: 'none' }];

function wrongSteps(sessionId: string, at: string) {
  const one = { session_id: sessionId, step: 'opened', at };
  return [
    { buyer_steps: 'opened' },
    { buyer_steps: [{ ...one, step: 'delivered' }] },
    { buyer_steps: [{ ...one, at: 'soon' }] },
    { buyer_steps: [{ ...one, session_id: "' or 1=1" }] },
    { buyer_steps: Array.from({ length: 51 }, () => one) },
  ];
}
