/** Proof of an agent's identity: a signature by a key of its profile or of its key directory, or a key that the merchant gave. */
export const VERIFIED_BY = ['ucp_signature', 'web_bot_auth', 'api_key'] as const;
export type VerifiedBy = (typeof VERIFIED_BY)[number];

export interface Verified {
  by: VerifiedBy;
  /** Address of the profile or of the keys; the name of a merchant's key. */
  as: string;
}

export interface KnownAgent extends Verified {
  /** Short and different for each identity: counts are kept by it. */
  id: string;
  name: string;
  /** True for an agent platform that the operator vouches for. */
  isTrusted: boolean;
}
