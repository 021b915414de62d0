/** Content of a manifest or official profile found at an address, read by the protocol whose form it has. */
export interface ReadManifest {
  /** `own`: as this service writes them. `official`: as the UCP release writes them. `none`: no manifest. */
  form: 'own' | 'official' | 'none';
  problems: string[];
  version: string | null;
  endpoints: string[];
  /** The endpoints whose transport is named. */
  transports: { rest?: string; mcp?: string };
  /** Names, sorted. */
  capabilities: string[];
  /** Addresses of the profiles of older versions, by version; empty for the contract's manifest. */
  olderVersions: Record<string, string>;
  keyIds: string[];
}

/** The store that an address should lead to, in one form. */
export interface ExpectedManifest {
  manifestUrl: string;
  /** Accepted endpoints: the manifest may name any of these. */
  storeUrls: readonly string[];
  version: string;
  capabilities: string[];
  /** One of these keys must be published; a profile of another service with the same names has none of them. */
  keyIds?: readonly string[];
}
