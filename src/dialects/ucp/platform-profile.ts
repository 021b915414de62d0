import { z } from 'zod';

const VERSION = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const capability = z.looseObject({
  version: VERSION,
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  config: z.looseObject({}).optional(),
});

/** Of a key whatever is there is kept: one that cannot be used says so only where a signature names it. */
const jwk = z.looseObject({
  kid: z.string(),
  kty: z.string(),
  crv: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
});

const keysThatAreSome = z.array(z.unknown()).transform((found) =>
  found.flatMap((each) => {
    const key = jwk.safeParse(each);
    return key.success ? [key.data] : [];
  }),
);

/** What is read of an agent platform's profile: `keys` since 2026-08-25, `signing_keys` before. All else is let be. */
const document = z.looseObject({
  ucp: z.looseObject({
    version: VERSION,
    capabilities: z.record(z.string(), z.array(capability)).default({}),
  }),
  keys: keysThatAreSome.optional(),
  signing_keys: keysThatAreSome.optional(),
});

/** A capability as a platform declares it, in one version. */
export type PlatformCapability = z.infer<typeof capability>;

/** A public key of a platform (RFC 7517). */
export type PlatformKey = z.infer<typeof jwk>;

export interface PlatformProfile {
  /** Where it is: the platform's identity. */
  url: string;
  /** The protocol's version that the platform speaks. */
  version: string;
  /** By name; each in one or more versions. */
  capabilities: Readonly<Record<string, readonly PlatformCapability[]>>;
  keys: readonly PlatformKey[];
}

/** Undefined for what is no profile. */
export function readPlatformProfile(url: string, body: unknown): PlatformProfile | undefined {
  const parsed = document.safeParse(body);
  if (!parsed.success) return undefined;
  const { ucp, keys, signing_keys } = parsed.data;
  return {
    url,
    version: ucp.version,
    capabilities: ucp.capabilities,
    keys: keys ?? signing_keys ?? [],
  };
}

/** Why there is no profile, in the specification's codes; `discovery_busy` is a 503 with Retry-After. */
export type ProfileProblem =
  | { problem: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed' | 'profile_not_trusted' }
  | { problem: 'discovery_busy'; retryAfterSeconds: number };

export type FoundProfile = { profile: PlatformProfile } | ProfileProblem;

export interface PlatformProfiles {
  /** `profileUrl` as the request names it; undefined where it names none. Never throws. */
  find(profileUrl: string | undefined): Promise<FoundProfile>;
  /** For a signature by a key that the kept profile does not have: once more from its origin, at most once a minute. */
  findAnew(profileUrl: string): Promise<FoundProfile>;
}
