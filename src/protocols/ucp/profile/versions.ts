/** Supported versions, newest first, and what differs between them. */
export const VERSIONS = {
  '2026-08-25': {
    /** Path of the capabilities' pages below `https://ucp.dev/{version}`. */
    shoppingPages: 'specification/shopping',
    /** Member of a profile that holds its owner's signing keys. */
    keysMember: 'keys',
    /** One method for all goods of a checkout. */
    fulfillmentConfig: { method_combinations: [['shipping'], ['pickup']] },
    hasCatalogFulfillment: true,
    hasTypedDestinations: true,
    /** Whether descriptions of fulfillment options are objects. */
    hasFormattedDescriptions: true,
    /** Whether unit prices count whole steps of a coded unit. */
    hasCodedUnits: true,
    /** Whether profiles may declare permalinks; a change of the specification proposes them for 2026-04-08 too. */
    hasPermalinks: true,
    /** Whether carts say what became of them, and stay readable; a change of the specification proposes it, no version has it yet. */
    hasCartStatus: false,
  },
  '2026-04-08': {
    shoppingPages: 'specification',
    keysMember: 'signing_keys',
    fulfillmentConfig: {
      allows_multi_destination: { shipping: false, pickup: false },
      allows_method_combinations: [['shipping'], ['pickup']],
    },
    hasCatalogFulfillment: false,
    hasTypedDestinations: false,
    hasFormattedDescriptions: false,
    hasCodedUnits: false,
    hasPermalinks: false,
    hasCartStatus: false,
  },
};

export type UcpVersion = keyof typeof VERSIONS;

export const UCP_VERSIONS = Object.keys(VERSIONS) as [UcpVersion, ...UcpVersion[]];

/** Version of the profile at `/.well-known/ucp`; each other version has a leaf. */
export const [CURRENT_VERSION, ...OLDER_VERSIONS] = UCP_VERSIONS;

export function isUcpVersion(version: string): version is UcpVersion {
  return Object.hasOwn(VERSIONS, version);
}
