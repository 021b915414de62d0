/** Supported versions, newest first. */
export const UCP_VERSIONS = ['2026-08-25', '2026-04-08'] as const;

export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** Version of the profile at `/.well-known/ucp`; each other version has a leaf. */
export const CURRENT_VERSION: UcpVersion = UCP_VERSIONS[0];

export const OLDER_VERSIONS = UCP_VERSIONS.filter((version) => version !== CURRENT_VERSION);

export function isUcpVersion(version: string): version is UcpVersion {
  return UCP_VERSIONS.some((each) => each === version);
}

/** Path of the capabilities' pages below `https://ucp.dev/{version}/specification`. */
export const SHOPPING_PAGES: Record<UcpVersion, string> = {
  '2026-08-25': 'specification/shopping',
  '2026-04-08': 'specification',
};

/** Member of a profile that holds its owner's signing keys. */
export const KEYS_MEMBER: Record<UcpVersion, string> = {
  '2026-08-25': 'keys',
  '2026-04-08': 'signing_keys',
};

/** Versions whose profiles may declare permalinks; a change of the specification proposes them for 2026-04-08 too. */
export const HAS_PERMALINKS: Record<UcpVersion, boolean> = { '2026-08-25': true, '2026-04-08': false };

/** Versions whose carts say what became of them, and stay readable; a change of the specification proposes it, no version has it yet. */
export const HAS_CART_STATUS: Record<UcpVersion, boolean> = { '2026-08-25': false, '2026-04-08': false };
