/** The shop's policies: `field` in the Storefront API, `type` in the Admin API. Others are not set and read null. */
export const POLICIES = [
  {
    id: 11,
    field: 'termsOfService',
    type: 'TERMS_OF_SERVICE',
    handle: 'terms-of-service',
    title: 'Terms of service',
    text: 'This is a simulated shop. Nothing is sold, charged or sent.',
  },
  {
    id: 12,
    field: 'privacyPolicy',
    type: 'PRIVACY_POLICY',
    handle: 'privacy-policy',
    title: 'Privacy policy',
    text: 'What is typed here stays in the memory of this process and is gone when it ends.',
  },
  {
    id: 13,
    field: 'refundPolicy',
    type: 'REFUND_POLICY',
    handle: 'refund-policy',
    title: 'Refund policy',
    text: 'As nothing was paid, everything is refunded at once.',
  },
  {
    id: 14,
    field: 'shippingPolicy',
    type: 'SHIPPING_POLICY',
    handle: 'shipping-policy',
    title: 'Shipping policy',
    text: 'Standard and express delivery, to some countries only.',
  },
] as const;

export function policyPath(policy: { handle: string }): string {
  return `/policies/${policy.handle}`;
}
