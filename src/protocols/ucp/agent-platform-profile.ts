import { z } from 'zod';
import { CAPABILITY_NAMES } from './capabilities.ts';

const VERSION = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Bounds of a cached profile; members beyond them are dropped. */
const MAX_KEYS = 32;
const MAX_ENTRIES_PER_CAPABILITY = 32;
const MAX_KEY_ID_LENGTH = 256;
const MAX_WEBHOOK_URL_LENGTH = 2_048;
const MAX_NAME_LENGTH = 32;
/** Coordinates of P-521, the longest in use, have 88 characters. */
const MAX_COORDINATE_LENGTH = 128;

const entries = z
  .array(z.object({ version: VERSION, config: z.object({ webhook_url: z.unknown().optional() }).optional() }))
  .max(MAX_ENTRIES_PER_CAPABILITY)
  .transform((found) => found.map(({ version, config }) => toCapability(version, config?.webhook_url)));

const name = z.string().max(MAX_NAME_LENGTH);
/** Drops an invalid coordinate: the key then fails only where a signature names it. */
const coordinate = z.string().max(MAX_COORDINATE_LENGTH).optional().catch(undefined);

const jwk = z.object({
  kid: z.string().max(MAX_KEY_ID_LENGTH),
  kty: name,
  crv: name.optional(),
  alg: name.optional(),
  use: name.optional(),
  key_ops: z.array(name).max(MAX_KEYS).optional(),
  x: coordinate,
  y: coordinate,
});

/** Members of a profile that are read: `keys` since 2026-08-25, `signing_keys` before. */
const document = z.object({
  ucp: z.object({
    version: VERSION,
    capabilities: z
      .object(Object.fromEntries(CAPABILITY_NAMES.map((each) => [each, entries])))
      .partial()
      .default({}),
  }),
  keys: z.array(z.unknown()).optional(),
  signing_keys: z.array(z.unknown()).optional(),
});

/** Capability of an agent platform, in one version. */
interface PlatformCapability {
  version: string;
  /** `config.webhook_url`. */
  webhookUrl?: string;
}

/** Public key that verifies an agent platform's signatures (RFC 7517). */
export type PlatformKey = Omit<z.infer<typeof jwk>, 'use' | 'key_ops'>;

/** Parts of a profile that this service uses and caches. */
export interface AgentPlatformProfile {
  /** URL, which identifies the agent platform. */
  url: string;
  /** Version of UCP that the platform speaks. */
  version: string;
  /** Names are those of `CAPABILITY_NAMES`; each may have several versions. */
  capabilities: Readonly<Partial<Record<string, readonly PlatformCapability[]>>>;
  keys: readonly PlatformKey[];
}

/** Returns undefined for an invalid profile. */
export function readAgentPlatformProfile(url: string, body: unknown): AgentPlatformProfile | undefined {
  const parsed = document.safeParse(body);
  if (!parsed.success) return undefined;
  const { ucp, keys, signing_keys } = parsed.data;
  return { url, ...ucp, keys: readKeys(keys ?? signing_keys) };
}

function toCapability(version: string, webhookUrl: unknown): PlatformCapability {
  const isUsable = typeof webhookUrl === 'string' && webhookUrl.length <= MAX_WEBHOOK_URL_LENGTH;
  return isUsable ? { version, webhookUrl } : { version };
}

/** Reads the first `MAX_KEYS` keys. */
function readKeys(given: readonly unknown[] = []): PlatformKey[] {
  return given.slice(0, MAX_KEYS).flatMap((each) => {
    const key = jwk.safeParse(each).data;
    return key && isForSignatures(key) ? [toKey(key)] : [];
  });
}

/** RFC 7517, 4.2 and 4.3: the key's declared use includes verifying. */
function isForSignatures({ use, key_ops }: z.infer<typeof jwk>): boolean {
  return use !== 'enc' && (key_ops === undefined || key_ops.includes('verify'));
}

function toKey({ use, key_ops, ...key }: z.infer<typeof jwk>): PlatformKey {
  return key;
}

/** Reason without a profile, in the specification's codes; `discovery_busy` is a 503 with Retry-After. */
export type ProfileError =
  | { error: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed' | 'profile_not_trusted' }
  | { error: 'discovery_busy'; retryAfterSeconds: number };

export type FoundProfile = { profile: AgentPlatformProfile } | ProfileError;

export interface AgentPlatformProfiles {
  /**
   * `profileUrl` is undefined when the request names none, `clientAddress` for background work; otherwise its quota pays for the
   * fetch. Never throws.
   */
  find(profileUrl: string | undefined, clientAddress: string | undefined): Promise<FoundProfile>;
  /** Fetches again for a signature by a key that the cached profile lacks, at most once a minute per origin. */
  findAgain(profileUrl: string, clientAddress: string | undefined): Promise<FoundProfile>;
}
