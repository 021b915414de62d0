import { z } from 'zod';
import { CAPABILITY_NAMES } from './capabilities.ts';

const VERSION = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Bounds of what is kept of one profile; members beyond them are not read. */
const MAX_KEYS = 32;
const MAX_ENTRIES_PER_CAPABILITY = 32;
const MAX_KEY_ID_LENGTH = 256;
const MAX_WEBHOOK_URL_LENGTH = 2_048;
const MAX_NAME_LENGTH = 32;
/** P-521's coordinates, the longest that are in use, have 88 characters. */
const MAX_COORDINATE_LENGTH = 128;

const entries = z
  .array(z.object({ version: VERSION, config: z.object({ webhook_url: z.unknown().optional() }).optional() }))
  .max(MAX_ENTRIES_PER_CAPABILITY)
  .transform((found) => found.map(({ version, config }) => toCapability(version, config?.webhook_url)));

const name = z.string().max(MAX_NAME_LENGTH);
/** A coordinate that cannot be one is left out: its key says so only where a signature names it. */
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

/** Members of an agent platform's profile that are read: `keys` since 2026-08-25, `signing_keys` before. */
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

/** A capability as a platform declares it, in one version. */
export interface PlatformCapability {
  version: string;
  /** `config.webhook_url`. */
  webhookUrl?: string;
}

/** A public key that verifies a platform's signatures (RFC 7517). */
export type PlatformKey = Omit<z.infer<typeof jwk>, 'use' | 'key_ops'>;

/** The parts of a profile that this service uses; nothing else of the document is kept. */
export interface AgentPlatformProfile {
  /** Where it is: the platform's identity. */
  url: string;
  /** The protocol's version that the platform speaks. */
  version: string;
  /** By name, of `CAPABILITY_NAMES` alone; each in one or more versions. */
  capabilities: Readonly<Partial<Record<string, readonly PlatformCapability[]>>>;
  keys: readonly PlatformKey[];
}

/** Undefined for what is no profile. */
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

/** Only the first `MAX_KEYS` are looked at. */
function readKeys(given: readonly unknown[] = []): PlatformKey[] {
  return given.slice(0, MAX_KEYS).flatMap((each) => {
    const key = jwk.safeParse(each).data;
    return key && isForSignatures(key) ? [toKey(key)] : [];
  });
}

/** RFC 7517, 4.2 and 4.3, whether or not this service can use the key. */
function isForSignatures({ use, key_ops }: z.infer<typeof jwk>): boolean {
  return use !== 'enc' && (key_ops === undefined || key_ops.includes('verify'));
}

function toKey({ use, key_ops, ...key }: z.infer<typeof jwk>): PlatformKey {
  return key;
}

/** Why there is no profile, in the specification's codes; `discovery_busy` is a 503 with Retry-After. */
export type ProfileError =
  | { error: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed' | 'profile_not_trusted' }
  | { error: 'discovery_busy'; retryAfterSeconds: number };

export type FoundProfile = { profile: AgentPlatformProfile } | ProfileError;

export interface AgentPlatformProfiles {
  /**
   * `profileUrl` as the request names it, undefined where it names none; `asker`: the client's address, whose share of the
   * fetches it is, undefined for background work. Never throws.
   */
  find(profileUrl: string | undefined, asker: string | undefined): Promise<FoundProfile>;
  /** Fetches once more for a signature by a key that the kept profile lacks, at most once a minute for an origin. */
  findAnew(profileUrl: string, asker: string | undefined): Promise<FoundProfile>;
}
