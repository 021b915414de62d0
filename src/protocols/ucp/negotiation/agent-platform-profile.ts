import { z } from 'zod';
import { type PublicKey, readKeys } from '../../../signatures/keys.ts';
import { CAPABILITY_NAMES } from '../profile/capabilities.ts';

const VERSION = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Bounds of a cached profile; members beyond them are dropped. */
const MAX_ENTRIES_PER_CAPABILITY = 32;
const MAX_WEBHOOK_URL_LENGTH = 2_048;

const config = z.object({
  webhook_url: z.unknown().optional(),
  supports_multi_group: z.unknown().optional(),
});

const entries = z
  .array(z.object({ version: VERSION, config: config.optional() }))
  .max(MAX_ENTRIES_PER_CAPABILITY)
  .transform((entries) => entries.map(({ version, config }) => toCapability(version, config)));

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

interface PlatformCapability {
  version: string;
  webhookUrl?: string;
  /** `config.supports_multi_group` of fulfillment: a method may have a group for each parcel. */
  supportsMultiGroup?: true;
}

/** Parts of a profile that this service uses and caches. */
export interface AgentPlatformProfile {
  /** URL, which identifies the agent platform. */
  url: string;
  version: string;
  /** Names from `CAPABILITY_NAMES`; each may have several versions. */
  capabilities: Readonly<Partial<Record<string, readonly PlatformCapability[]>>>;
  keys: readonly PublicKey[];
}

export function readAgentPlatformProfile(url: string, body: unknown): AgentPlatformProfile | undefined {
  const parsed = document.safeParse(body);
  if (!parsed.success) return undefined;
  const { ucp, keys, signing_keys } = parsed.data;
  return { url, ...ucp, keys: readKeys(keys ?? signing_keys) };
}

function toCapability(version: string, settings: z.output<typeof config> = {}): PlatformCapability {
  const { webhook_url: webhookUrl, supports_multi_group } = settings;
  const isUsable = typeof webhookUrl === 'string' && webhookUrl.length <= MAX_WEBHOOK_URL_LENGTH;
  return {
    version,
    ...(isUsable ? { webhookUrl } : {}),
    ...(supports_multi_group === true ? { supportsMultiGroup: true } : {}),
  };
}

/** Reason without a profile, in the specification's codes; `discovery_busy` is a 503 with Retry-After. */
export type ProfileError =
  | { error: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed' | 'profile_not_trusted' }
  | { error: 'discovery_busy'; retryAfterSeconds: number };

export type FoundProfile = { profile: AgentPlatformProfile } | ProfileError;

export interface AgentPlatformProfiles {
  /** Never throws. The quota of `clientAddress`, which is undefined for background work, pays for the fetch. */
  find(profileUrl: string | undefined, clientAddress: string | undefined): Promise<FoundProfile>;
  /** Fetches again for a signature by a key that the cached profile lacks, at most once a minute per origin. */
  findAgain(profileUrl: string, clientAddress: string | undefined): Promise<FoundProfile>;
}
