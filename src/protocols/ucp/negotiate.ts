import type { DeclaredCapabilities } from './capabilities.ts';
import type { AgentPlatformProfile } from './agent-platform-profile.ts';
import { isUcpVersion, type UcpVersion } from './versions.ts';

/** What both sides can do, by name in the version that both have. */
export type ActiveCapabilities = ReadonlyMap<string, string>;

export interface Agreement {
  /** The protocol's. */
  version: UcpVersion;
  active: ActiveCapabilities;
}

export type Negotiated = Agreement | { unsupported: string };

/**
 * The specification's intersection algorithm: the platform's version chooses our profile by equality, then names and versions
 * are intersected, and extensions go whose parents are all gone, until none goes any more.
 */
export function negotiate(
  ours: (version: UcpVersion) => DeclaredCapabilities,
  platform: Pick<AgentPlatformProfile, 'version' | 'capabilities'>,
): Negotiated {
  const { version } = platform;
  if (!isUcpVersion(version)) return { unsupported: version };
  const declared = ours(version);
  const active = new Map<string, string>();
  for (const [name, entries] of Object.entries(declared)) {
    const theirs = new Set(versionsOf(platform.capabilities, name));
    const common = entries.map((entry) => entry.version).filter((each) => theirs.has(each));
    const newest = common.sort().at(-1);
    if (newest !== undefined) active.set(name, newest);
  }
  pruneOrphans(active, declared);
  return { version, active };
}

function versionsOf(capabilities: AgentPlatformProfile['capabilities'], name: string): string[] {
  return Object.hasOwn(capabilities, name) ? (capabilities[name] ?? []).map(({ version }) => version) : [];
}

function pruneOrphans(active: Map<string, string>, declared: DeclaredCapabilities): void {
  const orphan = () => [...active.keys()].find((name) => isOrphan(name, active, declared));
  for (let name = orphan(); name !== undefined; name = orphan()) active.delete(name);
}

function isOrphan(name: string, active: ActiveCapabilities, declared: DeclaredCapabilities): boolean {
  const parents = parentsOf(name, declared);
  return parents.length > 0 && !parents.some((parent) => active.has(parent));
}

function parentsOf(name: string, declared: DeclaredCapabilities): readonly string[] {
  return declared[name]?.[0]?.extends ?? [];
}

/** Of what is active, what a response of one root capability names: the root itself and its extensions. */
export function relevantTo(
  root: string,
  active: ActiveCapabilities,
  declared: DeclaredCapabilities,
): Record<string, { version: string }[]> {
  const relevant = [...active].filter(([name]) => name === root || parentsOf(name, declared).includes(root));
  return Object.fromEntries(relevant.map(([name, version]) => [name, [{ version }]]));
}
