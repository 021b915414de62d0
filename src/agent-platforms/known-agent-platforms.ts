import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../commerce/errors.ts';
import {
  type AgentPlatformProfile,
  readAgentPlatformProfile,
} from '../protocols/ucp/negotiation/agent-platform-profile.ts';
import { issueText } from '../wire/issue-text.ts';
import published from './known-platforms.json' with { type: 'json' };

const platform = z
  .strictObject({
    name: z.string(),
    /** Either one profile by its URL, or all profiles of a host. */
    profile: z.url().optional(),
    host: z.string().optional(),
    /** Content of the profile, which is then never fetched. */
    document: z.unknown().optional(),
  })
  .refine(
    ({ profile, host }) => (profile === undefined) !== (host === undefined),
    'needs `profile` or `host`',
  )
  .refine(
    ({ profile, document }) => document === undefined || profile !== undefined,
    '`document` needs `profile`',
  );

const registry = z.strictObject({
  /** True refuses every other platform. */
  only: z.boolean().default(false),
  platforms: z.array(platform),
});

/** Agent platforms that the operator trusts: unknown ones never delay them, and they stay known while unreachable. */
export interface KnownAgentPlatforms {
  /** `profile`: its document was given, and is never fetched. `isTrusted`: it is of the operator's file. */
  find(url: URL): { name: string; profile: AgentPlatformProfile | undefined; isTrusted: boolean } | undefined;
  only: boolean;
}

/** Merges the operator's file (`UCP_AGENT_PLATFORMS`), which has precedence, with the platforms that come with the service. */
export function readKnownAgentPlatforms(file: string | undefined): KnownAgentPlatforms {
  const own = file === undefined ? undefined : readRegistry(file);
  const entries = [...(own?.platforms ?? []), ...registry.parse(published).platforms];
  const profiles = new Map(entries.map((entry) => [entry, buildProfile(entry)]));
  return {
    only: own?.only ?? false,
    find(url) {
      const entry = entries.find((each) => each.profile === url.href || each.host === url.host);
      if (!entry) return undefined;
      const isTrusted = own?.platforms.includes(entry) ?? false;
      return { name: entry.name, profile: profiles.get(entry), isTrusted };
    },
  };
}

function readRegistry(file: string): z.infer<typeof registry> {
  try {
    return registry.parse(JSON.parse(readFileSync(file, 'utf8')), { error: issueText });
  } catch (error) {
    throw new ConfigError(`UCP_AGENT_PLATFORMS names ${file}, which cannot be used: ${toReason(error)}`);
  }
}

function toReason(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  return error.issues.map(({ path, message }) => `${path.join('.') || 'the file'} ${message}`).join('; ');
}

function buildProfile({ name, profile, document }: z.infer<typeof platform>) {
  if (profile === undefined || document === undefined) return undefined;
  const parsed = readAgentPlatformProfile(profile, document);
  if (!parsed) throw new ConfigError(`The document of "${name}" is no platform profile.`);
  return parsed;
}
