import type { DeclaredCapabilities } from '../profile/capabilities.ts';
import { isUcpVersion, type UcpVersion } from '../profile/versions.ts';
import type { AgentPlatformProfile } from './agent-platform-profile.ts';

/** Versions of the capabilities that both sides have, by name. */
type ActiveCapabilities = ReadonlyMap<string, string>;

export interface Agreement {
  /** Version of the protocol. */
  version: UcpVersion;
  active: ActiveCapabilities;
}

type Negotiated = Agreement | { unsupported: string };

/**
 * Intersection algorithm of the specification: the platform's version selects the store's profile by equality, names and
 * versions are intersected, and extensions without any parent are removed until none is left.
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
    const { [name]: offered = [] } = platform.capabilities;
    const theirs = new Set(offered.map((each) => each.version));
    const common = entries.map((entry) => entry.version).filter((each) => theirs.has(each));
    const newest = common.sort().at(-1);
    if (newest !== undefined) active.set(name, newest);
  }
  pruneOrphans(active, declared);
  return { version, active };
}

function pruneOrphans(active: Map<string, string>, declared: DeclaredCapabilities): void {
  const isOrphan = (name: string) => {
    const parents = getParents(name, declared);
    return parents.length > 0 && !parents.some((parent) => active.has(parent));
  };
  const pickOrphan = () => [...active.keys()].find(isOrphan);
  for (let name = pickOrphan(); name !== undefined; name = pickOrphan()) active.delete(name);
}

function getParents(name: string, declared: DeclaredCapabilities): readonly string[] {
  return declared[name]?.[0]?.extends ?? [];
}

/** Returns the active capabilities that a response names: the root and its extensions. */
export function pickRelevant(
  root: string,
  active: ActiveCapabilities,
  declared: DeclaredCapabilities,
): Record<string, { version: string }[]> {
  const relevant = [...active].filter(([name]) => name === root || getParents(name, declared).includes(root));
  return Object.fromEntries(relevant.map(([name, version]) => [name, [{ version }]]));
}
