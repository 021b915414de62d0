/** The protocol's versions that are spoken here, newest first: a release is one whole (schemas, capabilities, profile). */
export const UCP_VERSIONS = ['2026-08-25', '2026-04-08'] as const;

export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** The version of the profile at `/.well-known/ucp`; the others have a leaf each. */
export const CURRENT_VERSION: UcpVersion = UCP_VERSIONS[0];

export const OLDER_VERSIONS = UCP_VERSIONS.filter((version) => version !== CURRENT_VERSION);

export function isUcpVersion(version: string): version is UcpVersion {
  return UCP_VERSIONS.some((each) => each === version);
}

/** Where the pages of shopping's capabilities are, below `https://ucp.dev/{version}/specification`. */
export const SHOPPING_PAGES: Record<UcpVersion, string> = {
  '2026-08-25': 'specification/shopping',
  '2026-04-08': 'specification',
};

/** Under which name a profile publishes the keys that its owner signs with. */
export const KEYS_MEMBER: Record<UcpVersion, string> = {
  '2026-08-25': 'keys',
  '2026-04-08': 'signing_keys',
};
