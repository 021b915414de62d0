export const CAPABILITIES = ['catalog', 'checkout', 'cart', 'order', 'discount', 'fulfillment'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** The four that a merchant can switch; catalog and checkout cannot be switched off (docs/contract.md, Capabilities). */
export const SWITCHABLE = ['cart', 'order', 'discount', 'fulfillment'] as const satisfies Capability[];

export type SwitchableCapability = (typeof SWITCHABLE)[number];

export type CapabilitySwitches = Record<SwitchableCapability, boolean>;

export const ALL_ON: CapabilitySwitches = { cart: true, order: true, discount: true, fulfillment: true };

/** The one question about a capability: the manifest, the endpoints and the fields of requests all ask it. */
export function isOn(switches: CapabilitySwitches, capability: Capability): boolean {
  return capability === 'catalog' || capability === 'checkout' || switches[capability];
}
