export const CAPABILITIES = ['catalog', 'checkout', 'cart', 'order', 'discount', 'fulfillment'] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Capabilities that a merchant can switch off (docs/contract.md, Capabilities). */
export const SWITCHABLE = ['cart', 'order', 'discount', 'fulfillment'] as const satisfies Capability[];

export type SwitchableCapability = (typeof SWITCHABLE)[number];

export const CAPABILITY_TITLES: Readonly<Record<SwitchableCapability, string>> = {
  cart: 'Carts',
  order: 'Order status',
  discount: 'Discount codes',
  fulfillment: 'Shipping quotes',
};

export function mapSwitches<Value>(valueFor: (capability: SwitchableCapability) => Value) {
  const values = SWITCHABLE.map((capability) => [capability, valueFor(capability)]);
  return Object.fromEntries(values) as Record<SwitchableCapability, Value>;
}

export type CapabilitySwitches = Record<SwitchableCapability, boolean>;

/** Decides for the manifest, the endpoints and the fields of requests alike. */
export function isOn(switches: CapabilitySwitches, capability: Capability): boolean {
  return capability === 'catalog' || capability === 'checkout' || switches[capability];
}
