import { parseJson } from '../commerce/json/parse-json.ts';
import { HOUR_MS, MINUTE_MS } from '../commerce/time/time.ts';
import type { Probe, Probed } from '../outbound/guarded-fetch/ask-whole.ts';
import type {
  AgentPlatformProfile,
  FoundProfile,
} from '../protocols/ucp/negotiation/agent-platform-profile.ts';

interface Fetched {
  lookup: FoundProfile;
  /** How long the response's cache headers allow the profile to be cached. */
  keepMs: number;
}

export interface Document {
  accept: string;
  /** Returns undefined for another document. */
  read(url: string, body: unknown): AgentPlatformProfile | undefined;
}

/** The specification's minimum; the maximum bounds the use of a key that was withdrawn. */
const FLOOR_MS = MINUTE_MS;
const CEILING_MS = HOUR_MS;
const UNSAID_MS = 5 * MINUTE_MS;
const FAILED_MS = 30_000;

/** Sends one request to the profile's own origin, without following redirects. Never throws. */
export async function fetchProfile(probe: Probe, url: string, { accept, read }: Document): Promise<Fetched> {
  const probed = await probe(url, { headers: { accept } });
  if (probed.kind === 'failure')
    return toFailedFetch(isNowhere(probed) ? 'invalid_profile_url' : 'profile_unreachable');
  if (probed.status !== 200) return toFailedFetch('profile_unreachable');
  const profile = probed.tooLarge ? undefined : read(url, parseJson(probed.text));
  if (!profile) return toFailedFetch('profile_malformed');
  return { lookup: { profile }, keepMs: keepMs(probed.headers.get('cache-control')) };
}

/** The URL itself is wrong: its host does not exist, or this service never connects to it. */
function isNowhere({ failure, code }: Extract<Probed, { kind: 'failure' }>): boolean {
  return code === 'ENOTFOUND' || failure === 'private_address' || failure === 'unusual_port';
}

function toFailedFetch(error: 'invalid_profile_url' | 'profile_unreachable' | 'profile_malformed'): Fetched {
  return { lookup: { error }, keepMs: FAILED_MS };
}

function keepMs(cacheControl: string | null): number {
  const [, seconds] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  const maxAgeMs = seconds === undefined ? UNSAID_MS : Number(seconds) * 1_000;
  const forbidden = /no-store|no-cache|private/i.test(cacheControl ?? '');
  return forbidden ? FLOOR_MS : Math.min(CEILING_MS, Math.max(FLOOR_MS, maxAgeMs));
}
